internal import AudioEngine
internal import CAVLazy
internal import Glibc

/// A file that libav has opened, and the one stream of it that is played.
struct AVContainer: ~Copyable {
  /// What reading a packet came to.
  enum Outcome {
    case packet
    case end
    /// With libav's code.
    case failure(Int32)
  }

  /// The stream.
  let stream: UnsafeMutablePointer<AVStream>
  let source: AVSource

  private let av: AVFunctions
  private let raw: UnsafeMutablePointer<AVFormatContext>
  private let io: UnsafeMutablePointer<AVIOContext>

  private static let ioBufferSize: Int32 = 32 * 1_024

  /// Reads the headers of the file in `source` with `demuxer`.
  init(_ source: AVSource, demuxer: AVDemuxer, functions av: AVFunctions) throws(DecodeError) {
    source.allowAnotherPass()
    _ = source.window.seek(by: 0, whence: SEEK_SET)
    guard let buffer = av.pointee.av_malloc(Int(Self.ioBufferSize)),
      let io = av.pointee.avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Self.ioBufferSize, 0,
        Unmanaged.passUnretained(source).toOpaque(), AVSource.read, nil, AVSource.seek)
    else { throw DecodeError("cannot be decoded: out of memory") }
    do throws(DecodeError) {
      let raw = try Self.open(io, demuxer, av)
      if let stream = Self.soundStream(of: raw) {
        // Opus always runs at 48 kHz (RFC 7845, 5.1); libav reckons trims at the rate that a Matroska file names.
        if stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS {
          stream.pointee.codecpar.pointee.sample_rate = 48_000
        }
        self.stream = stream
      } else {
        var closing: UnsafeMutablePointer<AVFormatContext>? = raw
        av.pointee.avformat_close_input(&closing)
        throw DecodeError("\(demuxer.name): no sound in it that cans can find")
      }
      self.raw = raw
    } catch {
      Self.free(io, av)
      throw error
    }
    self.io = io
    self.av = av
    self.source = source
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = raw
    av.pointee.avformat_close_input(&closing)
    Self.free(io, av)
  }

  private static func free(_ io: UnsafeMutablePointer<AVIOContext>, _ av: AVFunctions) {
    // libav may have replaced the buffer by one of another size.
    withUnsafeMutablePointer(to: &io.pointee.buffer) { av.pointee.av_freep($0) }
    var freeing: UnsafeMutablePointer<AVIOContext>? = io
    av.pointee.avio_context_free(&freeing)
  }

  private static func open(
    _ io: UnsafeMutablePointer<AVIOContext>, _ demuxer: AVDemuxer, _ av: AVFunctions
  ) throws(DecodeError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let format = av.pointee.av_find_input_format(demuxer.shortName) else {
      throw DecodeError("\(demuxer.name): FFmpeg's libraries here were built without it")
    }
    var raw = av.pointee.avformat_alloc_context()
    guard raw != nil else { throw DecodeError("cannot be decoded: out of memory") }
    raw!.pointee.pb = io
    raw!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    // What a file refers to is not opened: other files (MP4's data references) no more than the network.
    raw!.pointee.io_open = { _, _, _, _, _ in Int32(CAV_NO_ACCESS) }
    var options: OpaquePointer?
    _ = av.pointee.av_dict_set(&options, "protocol_whitelist", "none", 0)
    _ = av.pointee.av_dict_set(&options, "format_whitelist", demuxer.shortName, 0)
    defer { av.pointee.av_dict_free(&options) }
    guard av.pointee.avformat_open_input(&raw, nil, format, &options) >= 0, let raw else {
      throw DecodeError("\(demuxer.name): the file is damaged, its header cannot be read")
    }
    return raw
  }

  /// The first stream of sound, before it the one that the file recommends; the others are not read.
  private static func soundStream(of raw: UnsafeMutablePointer<AVFormatContext>) -> UnsafeMutablePointer<AVStream>? {
    var chosen: UnsafeMutablePointer<AVStream>?
    for index in 0..<Int(raw.pointee.nb_streams) {
      guard let stream = raw.pointee.streams[index] else { continue }
      stream.pointee.discard = AVDISCARD_ALL
      guard stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO else { continue }
      let isRecommended = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
      let isBetter = isRecommended && chosen.map { $0.pointee.disposition & AV_DISPOSITION_DEFAULT == 0 } ?? true
      if chosen == nil || isBetter { chosen = stream }
    }
    chosen?.pointee.discard = AVDISCARD_DEFAULT
    return chosen
  }

  /// Reads the stream's next packet into `packet`.
  func readPacket(into packet: UnsafeMutablePointer<AVPacket>) -> Outcome {
    source.allowAnotherPass()
    while true {
      let code = av.pointee.av_read_frame(raw, packet)
      // Some demuxers take the end of a cut file for a failing disk.
      if code == CAV_END || code < 0 && io.pointee.eof_reached != 0 { return .end }
      if code < 0 { return .failure(code) }
      if packet.pointee.stream_index == stream.pointee.index { return .packet }
      av.pointee.av_packet_unref(packet)
    }
  }

  /// Goes to the last packet at or before `time`, in the stream's unit.
  func seek(to time: Int64) -> Bool {
    source.allowAnotherPass()
    return av.pointee.av_seek_frame(raw, stream.pointee.index, time, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// A value of the file's metadata, or else of the stream's.
  func metadata(_ key: String) -> String? {
    let entry =
      av.pointee.av_dict_get(raw.pointee.metadata, key, nil, 0)
      ?? av.pointee.av_dict_get(stream.pointee.metadata, key, nil, 0)
    return entry.map { String(cString: $0.pointee.value) }
  }

  /// Where the last packet that the container lists ends, in bytes, and when it begins; nil where it lists none.
  var lastListedPacket: (end: Int64, time: Int64)? {
    let count = av.pointee.avformat_index_get_entries_count(stream)
    guard count > 0, let entry = av.pointee.avformat_index_get_entry(stream, count - 1) else { return nil }
    return (entry.pointee.pos + Int64(entry.pointee.size), entry.pointee.timestamp)
  }
}
