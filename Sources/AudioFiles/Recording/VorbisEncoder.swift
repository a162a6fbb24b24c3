internal import AudioEngine
internal import CVorbis
internal import Glibc
internal import PlayerCore

/// Writes Ogg Vorbis, at a quality at which hardly anybody hears a difference. A page holds a second at most, however
/// little there is to say in it: what is not in a page yet is lost when the program is killed.
final class VorbisEncoder: RecordingEncoder {
  private static let quality: Float = 0.5

  private let descriptor: Int32
  private let channels: Int
  private let rate: Int
  // The library's objects point at each other, so they have places of their own.
  private let info = UnsafeMutablePointer<vorbis_info>.allocate(capacity: 1)
  private let comment = UnsafeMutablePointer<vorbis_comment>.allocate(capacity: 1)
  private let state = UnsafeMutablePointer<vorbis_dsp_state>.allocate(capacity: 1)
  private let block = UnsafeMutablePointer<vorbis_block>.allocate(capacity: 1)
  private let stream = UnsafeMutablePointer<ogg_stream_state>.allocate(capacity: 1)
  /// Frames up to the end of the last page.
  private var paged: Int64 = 0
  private var isStarted = false
  private var areHeadersSent = false
  let needsWholeUnits = true

  /// Nil if the library refuses this rate or so many channels.
  init?(_ descriptor: Int32, _ opened: OpenedCapture) {
    self.descriptor = descriptor
    channels = opened.channels
    rate = Int(opened.rate.hertz)
    vorbis_info_init(info)
    vorbis_comment_init(comment)
    let refusal = vorbis_encode_init_vbr(info, channels, rate, Self.quality)
    if refusal == 0 {
      vorbis_analysis_init(state, info)
      vorbis_block_init(state, block)
      ogg_stream_init(stream, Int32.random(in: .min ... .max))
      isStarted = true
    }
    if refusal != 0 { return nil }
  }

  deinit {
    if isStarted {
      ogg_stream_clear(stream)
      vorbis_block_clear(block)
      vorbis_dsp_clear(state)
    }
    vorbis_comment_clear(comment)
    vorbis_info_clear(info)
    info.deallocate()
    comment.deallocate()
    state.deallocate()
    block.deallocate()
    stream.deallocate()
  }

  func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure) {
    if frames > 0 { try sendHeaders() }
    var done = 0
    while done < frames {
      // The library keeps what it was given at once, so that is little.
      let count = min(frames - done, 4096)
      guard let places = vorbis_analysis_buffer(state, Int32(count)) else { throw WritingFailure(ENOMEM) }
      for channel in 0..<channels {
        guard let place = places[channel] else { continue }
        for index in 0..<count { place[index] = samples[(done + index) * channels + channel] }
      }
      vorbis_analysis_wrote(state, Int32(count))
      done += count
      try sendBlocks()
    }
  }

  func updateHeader() throws(WritingFailure) {}

  func finish() throws(WritingFailure) {
    guard areHeadersSent else { return }
    vorbis_analysis_wrote(state, 0)
    try sendBlocks()
    while try sendPage(ogg_stream_flush) {}
  }

  private func sendHeaders() throws(WritingFailure) {
    guard !areHeadersSent else { return }
    areHeadersSent = true
    var packets = (ogg_packet(), ogg_packet(), ogg_packet())
    vorbis_analysis_headerout(state, comment, &packets.0, &packets.1, &packets.2)
    ogg_stream_packetin(stream, &packets.0)
    ogg_stream_packetin(stream, &packets.1)
    ogg_stream_packetin(stream, &packets.2)
    // Sound begins on a page of its own.
    while try sendPage(ogg_stream_flush) {}
  }

  private func sendBlocks() throws(WritingFailure) {
    while vorbis_analysis_blockout(state, block) == 1 {
      vorbis_analysis(block, nil)
      vorbis_bitrate_addblock(block)
      var packet = ogg_packet()
      while vorbis_bitrate_flushpacket(state, &packet) == 1 {
        ogg_stream_packetin(stream, &packet)
        while try sendPage(ogg_stream_pageout) {}
        if packet.granulepos - paged >= Int64(rate) { while try sendPage(ogg_stream_flush) {} }
      }
    }
  }

  /// Writes the next page that `take` has; false if it has none.
  private func sendPage(
    _ take: (UnsafeMutablePointer<ogg_stream_state>?, UnsafeMutablePointer<ogg_page>?) -> Int32
  ) throws(WritingFailure) -> Bool {
    var page = ogg_page()
    guard take(stream, &page) != 0 else { return false }
    try send(page.header, count: page.header_len)
    try send(page.body, count: page.body_len)
    paged = max(paged, ogg_page_granulepos(&page))
    return true
  }

  private func send(_ bytes: UnsafePointer<UInt8>?, count: Int) throws(WritingFailure) {
    var done = 0
    while let bytes, done < count {
      let written = Glibc.write(descriptor, bytes + done, count - done)
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        throw WritingFailure(written == 0 ? EIO : errno)
      }
    }
  }
}
