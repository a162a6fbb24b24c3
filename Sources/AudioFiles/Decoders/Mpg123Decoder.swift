internal import AudioEngine
internal import CMpg123
internal import Glibc
internal import PlayerCore

/// An open libmpg123 stream and the file it reads.
struct Mpg123Handle: ~Copyable {
  fileprivate let raw: OpaquePointer
  private let window: FileWindow

  /// Opens what is in `window`, to be put out in one format where `formats` change.
  fileprivate static func open(
    _ window: FileWindow, formats: MPEGFormatWalk?
  ) throws(DecodeError) -> Mpg123Handle {
    let handle = try Mpg123Handle(window)
    if let formats, formats.channelsChange {
      try handle.set(MPG123_ADD_FLAGS, Int(MPG123_FORCE_STEREO.rawValue))
    }
    if let formats, formats.rateChanges, let rate = formats.rate { try handle.set(MPG123_FORCE_RATE, rate) }
    try handle.start()
    return handle
  }

  private init(_ window: FileWindow) throws(DecodeError) {
    var code: Int32 = 0
    guard let raw = mpg123_new(nil, &code) else {
      throw Self.error(for: code)
    }
    self.raw = raw
    self.window = window
  }

  private func start() throws(DecodeError) {
    let flags =
      MPG123_QUIET.rawValue | MPG123_GAPLESS.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_SKIP_ID3V2.rawValue
    try set(MPG123_ADD_FLAGS, Int(flags))
    try set(MPG123_REMOVE_FLAGS, Int(MPG123_AUTO_RESAMPLE.rawValue))
    try set(MPG123_RESYNC_LIMIT, Self.resyncLimit)
    try set(MPG123_PREFRAMES, Self.framesBeforeSeekTarget)
    try check(
      mpg123_replace_reader_handle(
        raw,
        { context, target, count in
          FileWindow.at(context).read(into: UnsafeMutableRawBufferPointer(start: target, count: count))
        },
        { context, offset, whence in off_t(FileWindow.at(context).seek(by: Int64(offset), whence: whence)) },
        nil))
    try check(mpg123_open_handle(raw, Unmanaged.passUnretained(window).toOpaque()))
  }

  deinit { mpg123_delete(raw) }

  private func set(_ parameter: mpg123_parms, _ value: Int) throws(DecodeError) {
    try check(mpg123_param2(raw, Int32(parameter.rawValue), value, 0))
  }

  /// Damage up to this many bytes is skipped; behind more than that no music follows.
  fileprivate static let resyncLimit = 64 * 1_024
  /// Decoded and dropped before a target: at the lowest bit rates a frame draws on the nine before it.
  private static let framesBeforeSeekTarget = 12

  /// The one funnel from libmpg123's codes to errors.
  fileprivate func check(_ code: Int32) throws(DecodeError) {
    guard code != MPG123_OK.rawValue else { return }
    throw Self.error(for: code == MPG123_ERR.rawValue ? mpg123_errcode(raw) : code)
  }

  /// The library's own words are about its parameters and its buffers.
  private static func error(for code: Int32) -> DecodeError {
    if code == Int32(MPG123_OUT_OF_MEM.rawValue) { return DecodeError("cannot be decoded: out of memory") }
    return DecodeError("the file is damaged: none of its sound can be decoded")
  }

  fileprivate func currentFormat() throws(DecodeError) -> (rate: Int, channels: Int) {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    let code = mpg123_getformat(raw, &rate, &channels, &encoding)
    if code == MPG123_DONE.rawValue { throw DecodeError("no sound in it") }
    try check(code)
    guard encoding == MPG123_ENC_FLOAT_32.rawValue, (1...2).contains(channels) else {
      throw DecodeError("the file is damaged: no sound format that makes sense")
    }
    return (rate, Int(channels))
  }
}

/// Decodes MPEG audio of layers I to III, trimmed to the encoder's input where the file says how.
final class Mpg123Decoder: Decoder {
  let format: AudioFormat
  let length: FrameCount?

  private let handle: Mpg123Handle
  private let window: FileWindow
  /// libmpg123 counts frames as if all had one rate, and where rates change it seeks to wrong places.
  private let rateChanges: Bool
  private var position = FrameCount.zero
  /// Where the last seek landed.
  private var start = FrameCount.zero
  private var isAtEnd = false
  private var pendingError: DecodeError?

  /// Opens `file`, whose first frame was found at `start`.
  init(_ file: consuming OpenFile, start: MPEGStart) throws(DecodeError) {
    window = FileWindow(file, without: start.junk, upTo: start.end)
    // A file with a Xing header comes out of one encoder run, which keeps to one format.
    let formats =
      start.declared == .missing
      ? MPEGFormatWalk(over: window, from: start.junk.lowerBound, longestGap: Mpg123Handle.resyncLimit) : nil
    rateChanges = formats?.rateChanges ?? false
    handle = try Mpg123Handle.open(window, formats: formats)
    let (rate, channels) = try handle.currentFormat()
    var info = mpg123_frameinfo2()
    try handle.check(mpg123_info2(handle.raw, &info))
    let name = "MP\((1...3).contains(info.layer) ? Int(info.layer) : 3)"
    format = try BelievableFormat.format(rate: rate, channels: channels, encoding: .lossy(name))
    // Walking over all frame headers costs time, but only without a Xing header is it needed: by default the library
    // extrapolates from the first frame, which cuts files of variable bit rate short.
    if let formats, formats.rateChanges {
      length = formats.length
      return
    }
    if start.declared == .missing { try handle.check(mpg123_scan(handle.raw)) }
    length = start.declared == .tooLong ? nil : BelievableFormat.length(Int64(mpg123_length(handle.raw)))
  }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    if let pendingError { throw pendingError }
    let frameBytes = format.channels * MemoryLayout<Float>.size
    while !isAtEnd {
      var bytes = 0
      let code = mpg123_read(handle.raw, buffer, frames * frameBytes, &bytes)
      take(code)
      let count = bytes / frameBytes
      if count > 0 {
        silenceNonFinite(buffer, count: count * format.channels)
        position.value += Int64(count)
        return count
      }
      if let pendingError { throw pendingError }
    }
    if let error = DecodeError.earlyEnd(at: position, from: start, of: length, format: format) { throw error }
    return 0
  }

  /// Draws the consequences of what mpg123_read answered; the frames it delivered along with it count all the same.
  private func take(_ code: Int32) {
    switch code {
    case MPG123_OK.rawValue: break
    case MPG123_DONE.rawValue: isAtEnd = true
    case MPG123_NEW_FORMAT.rawValue:
      do throws(DecodeError) {
        let (rate, channels) = try handle.currentFormat()
        guard rate != Int(format.rate.hertz) || channels != format.channels else { return }
        pendingError = .formatChange
      } catch {
        pendingError = error
      }
    case MPG123_ERR.rawValue
    where mpg123_errcode(handle.raw) == Int32(MPG123_RESYNC_FAIL.rawValue) && position > .zero:
      // Junk behind the last frame is no damage to the music.
      isAtEnd = true
    default:
      if let code = window.failure {
        pendingError = .unreadable(at: position, rate: format.rate, code: code)
      } else if window.isCut {
        isAtEnd = true
      } else {
        pendingError = .damage(at: position, rate: format.rate)
      }
    }
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    pendingError = nil
    isAtEnd = false
    let target = BelievableFormat.seekTarget(frame, length: length)
    defer { start = position }
    if target == length {
      position = target
      isAtEnd = true
      return
    }
    if rateChanges { return try decode(upTo: target) }
    let reached = mpg123_seek(handle.raw, off_t(target.value), SEEK_SET)
    if reached < 0 { throw .unreachable(target, rate: format.rate) }
    position = target
    // Behind the end of a file of unknown length the library stops at the end.
    isAtEnd = Int64(reached) < target.value
  }

  /// Goes back to the start and drops what comes before `target`.
  private func decode(upTo target: FrameCount) throws(DecodeError) {
    guard mpg123_seek(handle.raw, 0, SEEK_SET) == 0 else { throw .unreachable(target, rate: format.rate) }
    (position, start) = (.zero, .zero)
    try discard(target)
  }
}
