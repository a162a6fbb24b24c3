/// A file that cannot be written any more, and why: an errno(3).
public struct WritingFailure: Error, Hashable, Sendable {
  /// What the system said.
  public let code: Int32

  /// A failure for the reason `code`.
  public init(_ code: Int32) { self.code = code }
}

/// What a recording is written into. One thread at a time; every member may block on the disk.
public protocol SoundWriter: AnyObject {
  /// Appends frames, interleaved, full scale ±1.
  func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure)

  /// Makes everything up to here readable for whoever opens the file now; at most a second of it may be kept back.
  func checkpoint() throws(WritingFailure)

  /// Has the disk keep everything up to the last checkpoint, even if the power goes.
  func sync() throws(WritingFailure)

  /// Completes the file; the last call. After a failure that is what was written before.
  func finish() throws(WritingFailure)
}
