import LinuxSystem
public import PlayerCore

/// A clock that stands still until it is told to go on.
public final class FakeClock: Sendable {
  private let time: Guarded<MonotonicTime>

  /// A clock that shows `nanoseconds`.
  public init(nanoseconds: Int64 = 1_000_000_000) { time = Guarded(MonotonicTime(nanoseconds: nanoseconds)) }

  /// What it shows.
  public var now: MonotonicTime { time.withLock { $0 } }

  /// Lets `duration` pass.
  public func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}
