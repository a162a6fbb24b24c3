public import AudioEngine
internal import Glibc
public import PlayerCore

/// The file that a recording is written into. Made on any thread, used on one.
///
/// Encoders write into the descriptor themselves, in whole units: a WAV's samples, a FLAC's frames, an Ogg's pages.
/// When one cannot be written the file is cut back to the last whole one, so that it can be read to its end.
public final class RecordedFile: SoundWriter {
  /// So much of the disk is left free: to complete the file must not fail for want of room.
  private static let reserve: UInt64 = 1 << 18

  private let descriptor: Int32
  private let frameBytes: Int
  private var encoder: (any RecordingEncoder)?
  /// The file's length after the last thing that was written whole.
  private var wholeLength: off_t = 0
  private var failure: WritingFailure?

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
    try attempt { encoder throws(WritingFailure) in
      try demandRoom(for: frames)
      try encoder.write(samples, frames: frames)
    }
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
    if failure != nil { ftruncate(descriptor, wholeLength) }
    do throws(WritingFailure) {
      try encoder.finish()
    } catch {
      failure = failure ?? error
    }
    if let failure {
      // What an encoder wrote as its end behind a gap is none.
      if length > wholeLength { ftruncate(descriptor, wholeLength) }
      throw failure
    }
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
      throw error
    }
  }

  private var length: off_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_size : wholeLength
  }

  /// Whether `frames` frames fit, however badly they can be coded.
  private func demandRoom(for frames: Int) throws(WritingFailure) {
    var status = statvfs()
    // A file system that cannot say counts as one with room.
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    if free < Self.reserve + UInt64(frames * frameBytes) { throw WritingFailure(ENOSPC) }
  }
}

/// Makes bytes of frames and writes them.
protocol RecordingEncoder: AnyObject {
  func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure)
  /// Has the header say how long the file is by now, if it says that at all.
  func updateHeader() throws(WritingFailure)
  /// Completes the file; the last call, which comes after a failure, too.
  func finish() throws(WritingFailure)
}
