public import AudioEngine
internal import Glibc
public import PlayerCore

/// The file that a recording is written into. Made on any thread, used on one.
///
/// Encoders write into the descriptor themselves, in whole units: a FLAC's frames, an Ogg's pages. When one cannot be
/// written the file is cut back to the last whole one, so that it can be read to its end. It hardly comes to that: the
/// recording ends while there is still room to complete it.
public final class RecordedFile: SoundWriter {
  /// So much of the disk is left free: to complete the file must not fail for want of room.
  private static let reserve: UInt64 = 1 << 18

  private let descriptor: Int32
  private let frameBytes: Int
  private var encoder: (any RecordingEncoder)?
  /// The file's length after the last thing that was written whole.
  private var wholeLength: off_t = 0
  private var failure: WritingFailure?
  /// Whether there was still room when it ended.
  private var isRoomLeft = true

  /// Starts a file of this kind.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading and writing on an empty file; it stays the caller's, to be closed afterwards.
  ///   - opened: what comes from the device.
  /// - Returns: nil if such a file cannot have this rate or so many channels.
  public init?(_ kind: RecordingKind, descriptor: Int32, _ opened: OpenedCapture) {
    self.descriptor = descriptor
    frameBytes = opened.channels * 4
    encoder =
      kind == .ogg
      ? VorbisEncoder(descriptor, opened) : SndfileEncoder(kind, descriptor, opened)
    if encoder == nil { return nil }
  }

  deinit { try? finish() }

  /// Appends frames.
  public func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure) {
    if let failure { throw failure }
    guard hasRoom(for: frames) else {
      let full = WritingFailure(ENOSPC)
      failure = full
      throw full
    }
    try attempt { encoder throws(WritingFailure) in try encoder.write(samples, frames: frames) }
  }

  /// Brings the header up to date, where there is one with a length.
  public func checkpoint() throws(WritingFailure) {
    try attempt { encoder throws(WritingFailure) in try encoder.updateHeader() }
  }

  /// Has the disk keep what was written.
  public func sync() throws(WritingFailure) {
    guard fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
    throw WritingFailure(errno)
  }

  /// Completes the file.
  public func finish() throws(WritingFailure) {
    guard let encoder else { return }
    self.encoder = nil
    if !isRoomLeft, encoder.needsWholeUnits { ftruncate(descriptor, wholeLength) }
    do throws(WritingFailure) {
      try encoder.finish()
    } catch {
      failure = failure ?? error
      isRoomLeft = false
    }
    // What an encoder writes as its end behind a gap is none.
    if !isRoomLeft, encoder.needsWholeUnits, length > wholeLength { ftruncate(descriptor, wholeLength) }
    if let failure { throw failure }
    try sync()
  }

  private func attempt(
    _ body: (any RecordingEncoder) throws(WritingFailure) -> Void
  ) throws(WritingFailure) {
    if let failure { throw failure }
    guard let encoder else { return }
    do throws(WritingFailure) {
      try body(encoder)
      wholeLength = length
    } catch {
      failure = error
      isRoomLeft = false
      throw error
    }
  }

  private var length: off_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_size : wholeLength
  }

  /// Whether `frames` frames fit, however badly they can be coded.
  private func hasRoom(for frames: Int) -> Bool {
    var status = statvfs()
    // A file system that cannot say counts as one with room.
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return true }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    return free >= Self.reserve + UInt64(frames * frameBytes)
  }
}

/// Makes bytes of frames and writes them.
protocol RecordingEncoder: AnyObject {
  /// Whether a part of what one write has to say is worth nothing. (Of a WAV's samples it is worth as much as it has.)
  var needsWholeUnits: Bool { get }
  func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure)
  /// Has the header say how long the file is by now, if it says that at all.
  func updateHeader() throws(WritingFailure)
  /// Completes the file; the last call, which comes after a failure, too.
  func finish() throws(WritingFailure)
}
