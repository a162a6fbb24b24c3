public import PlayerCore
internal import Synchronization

/// What a `WAVOutput` tells the other threads.
public final class WAVProgress: Sendable {
  private let written = Atomic<Int64>(0)
  private let code = Atomic<Int32>(0)
  /// The output's own time in nanoseconds.
  private let time = Atomic<Int64>(0)

  /// Nothing is written yet.
  public init() {}

  /// The frames written so far. Any thread.
  public var frames: FrameCount { FrameCount(written.load(ordering: .relaxed)) }

  /// The errno(3) of the write that failed, if one did. Any thread; certain once the output is closed.
  public var failure: Int32? {
    let code = code.load(ordering: .acquiring)
    return code == 0 ? nil : code
  }

  /// The time to run the engine by: it passes with the frames that are written, so that the engine, which believes no
  /// device that is ahead of time, believes this one.
  public var clock: @Sendable () -> MonotonicTime {
    { [self] in MonotonicTime(nanoseconds: time.load(ordering: .relaxed)) }
  }

  /// So many frames more are written, which last as long as `duration`.
  func add(_ frames: Int, lasting duration: Duration) {
    written.wrappingAdd(Int64(frames), ordering: .relaxed)
    // More than they last: rounding must not hold one back.
    time.wrappingAdd(duration.wholeNanoseconds + 1_000_000, ordering: .relaxed)
  }

  /// Writing failed.
  func fail(_ code: Int32) { self.code.store(code, ordering: .releasing) }
}
