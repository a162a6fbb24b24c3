internal import AudioEngine
internal import CVorbis
internal import Glibc
internal import PlayerCore

/// An open libvorbisfile stream and the file it reads.
struct VorbisHandle: ~Copyable {
  /// On the heap, because the library keeps pointers into it.
  fileprivate let raw: UnsafeMutablePointer<OggVorbis_File>
  private let window: FileWindow

  fileprivate init(_ window: FileWindow) throws(DecodeError) {
    raw = try Self.open(window)
    self.window = window
  }

  private static func open(_ window: FileWindow) throws(DecodeError) -> UnsafeMutablePointer<OggVorbis_File> {
    let callbacks = ov_callbacks(
      read_func: { target, size, count, context in
        let bytes = UnsafeMutableRawBufferPointer(start: target, count: size * count)
        return max(FileWindow.at(context).read(into: bytes), 0) / max(size, 1)
      },
      seek_func: { context, offset, whence in FileWindow.at(context).seek(by: offset, whence: whence) < 0 ? -1 : 0 },
      close_func: nil,
      tell_func: { Int(FileWindow.at($0).position) })
    let raw = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    raw.initialize(to: OggVorbis_File())
    let code = ov_open_callbacks(Unmanaged.passUnretained(window).toOpaque(), raw, nil, 0, callbacks)
    if code != 0 {
      raw.deallocate()
      throw error(for: code)
    }
    return raw
  }

  deinit {
    ov_clear(raw)
    raw.deallocate()
  }

  /// The one funnel from libvorbisfile's codes to errors.
  private static func error(for code: Int32) -> DecodeError {
    switch code {
    case OV_EREAD: DecodeError("cannot be read")
    case OV_ENOTVORBIS: DecodeError("an Ogg file without Vorbis sound")
    case OV_EVERSION: DecodeError("Vorbis of a version that cans cannot decode")
    case OV_EBADHEADER: DecodeError("the file is damaged: the Vorbis header is invalid")
    case OV_EBADLINK: DecodeError("the file is damaged: a part of the Ogg stream is invalid")
    default: DecodeError("the file is damaged")
    }
  }
}

/// Decodes Vorbis in Ogg, with all links of a chained file that have the first one's format.
final class VorbisDecoder: Decoder {
  let format: AudioFormat
  let length: FrameCount?

  /// Whether a link of another format follows those that are played.
  var formatChanges: Bool { playableLinks < links }

  private let handle: VorbisHandle
  private let window: FileWindow
  private let order: ChannelOrder
  /// Where the last seek landed.
  private var start = FrameCount.zero
  /// The links from the first one on that share its format, and how many there are in all.
  private let playableLinks: Int
  private let links: Int

  /// Opens the file in `window`.
  init(_ window: FileWindow) throws(DecodeError) {
    self.window = window
    handle = try VorbisHandle(window)
    guard let first = ov_info(handle.raw, 0)?.pointee else {
      throw DecodeError("the file is damaged: the Vorbis header is invalid")
    }
    format = try BelievableFormat.format(
      rate: first.rate, channels: Int(first.channels), encoding: .lossy("Vorbis"))
    order = ChannelOrder(vorbisChannels: format.channels)
    let raw = handle.raw
    links = max(ov_streams(raw), 1)
    playableLinks =
      (1..<max(links, 1)).first { link in
        let info = ov_info(raw, Int32(link))?.pointee
        return info?.rate != first.rate || info?.channels != first.channels
      } ?? links
    length = BelievableFormat.length(ofParts: (0..<playableLinks).map { Int64(ov_pcm_total(raw, Int32($0))) })
  }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    while true {
      var channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
      var link: Int32 = 0
      let wanted = Int32(clamping: min(frames, framesLeft))
      if wanted == 0 { return try endOfPlayableLinks() }
      let count = ov_read_float(handle.raw, &channels, wanted, &link)
      // A hole is damage that the library has already skipped.
      if count == Int(OV_HOLE) { continue }
      // The library takes a disk that fails for the end of the file.
      if count <= 0, let code = window.failure { throw .unreadable(at: position, rate: format.rate, code: code) }
      if count < 0 { throw .damage(at: position, rate: format.rate) }
      guard count > 0, let channels else {
        if let error = DecodeError.earlyEnd(at: position, from: start, of: length, format: format) { throw error }
        return 0
      }
      if link >= playableLinks { return try endOfPlayableLinks() }
      interleave(channels, into: buffer, frames: count)
      return count
    }
  }

  /// Reading must not run into a link of another format.
  private var framesLeft: Int {
    guard playableLinks < links, let length else { return .max }
    return max(Int((length - position).value), 0)
  }

  /// By the positions that the file's pages name, also behind damage.
  private var position: FrameCount { FrameCount(max(Int64(ov_pcm_tell(handle.raw)), 0)) }

  private func endOfPlayableLinks() throws(DecodeError) -> Int {
    throw .formatChange
  }

  private func interleave(
    _ channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, into buffer: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    for channel in 0..<format.channels {
      guard let source = channels[order[channel]] else { continue }
      for frame in 0..<frames { buffer[frame * format.channels + channel] = source[frame] }
    }
    silenceNonFinite(buffer, count: frames * format.channels)
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    let target = BelievableFormat.seekTarget(frame, length: length)
    let code = ov_pcm_seek(handle.raw, ogg_int64_t(target.value))
    if code != 0 { throw .unreachable(target, rate: format.rate) }
    start = target
  }
}
