internal import AudioEngine
internal import PlayerCore

/// Decodes FLAC, whatever the width of its samples.
final class FLACDecoder: Decoder {
  let format: AudioFormat
  let length: FrameCount?

  private let stream: FLACStream
  private let window: FileWindow
  /// Whether frames of another format follow the last one.
  private let formatChanges: Bool
  private var position = FrameCount.zero
  /// Where the last seek landed.
  private var start = FrameCount.zero
  /// What went wrong behind the frames already delivered.
  private var pendingError: DecodeError?

  /// Opens the file in `window`, whose header is `header`.
  init(_ window: FileWindow, _ header: FLACHeader) throws(DecodeError) {
    self.window = window
    stream = try FLACStream(window, header)
    format = try BelievableFormat.format(
      rate: header.rate, channels: header.channels, mask: stream.mask, encoding: .integer(bits: header.bits))
    length = BelievableFormat.length(header.length.value)
    formatChanges = header.counted?.formatChanges ?? false
  }

  var damage: DecodeError? { stream.damage.map { .silence(at: $0, rate: format.rate) } }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    if let pendingError { throw pendingError }
    var wanted = frames
    if let length {
      if position >= length {
        if formatChanges { throw .formatChange }
        return 0
      }
      wanted = min(wanted, Int((length - position).value))
    }
    let count = stream.read(into: buffer, frames: wanted)
    position.value += Int64(count)
    if count < wanted { pendingError = error() }
    guard count == 0 else { return count }
    if let pendingError { throw pendingError }
    if let error = DecodeError.earlyEnd(at: position, from: start, of: length, format: format) { throw error }
    return 0
  }

  /// Why no more frames came than those before `position`; nil at the end of the file.
  private func error() -> DecodeError? {
    let trouble = stream.takeTrouble()
    if let code = window.failure { return .unreadable(at: position, rate: format.rate, code: code) }
    if window.isCut { return .earlyEnd(at: position, from: start, of: length, format: format) }
    switch trouble {
    case .damage: return .damage(at: position, rate: format.rate)
    case .formatChange: return .formatChange
    case nil: return nil
    }
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    pendingError = nil
    let target = BelievableFormat.seekTarget(frame, length: length)
    defer { start = position }
    // libFLAC cannot seek to the end of a file that does not say where that is.
    if target != length, !stream.seek(to: target.value) {
      // What plays from its start can be played up to the target, whatever confuses the library's search.
      guard stream.startAgain() else { throw .unreachable(target, rate: format.rate) }
      position = .zero
      try discard(target - position)
    } else {
      position = target
    }
  }
}
