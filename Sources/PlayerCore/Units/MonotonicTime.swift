/// A point on the kernel's CLOCK_MONOTONIC (clock_gettime(2)). The core has no clock: every event carries one of these.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since an arbitrary start, usually the machine's boot.
  public var nanoseconds: Int64

  /// The point `nanoseconds` after the clock's start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The point `duration` later.
  public static func + (left: MonotonicTime, right: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: left.nanoseconds + right.wholeNanoseconds)
  }

  /// The time from `right` until `left`.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// The earlier first.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero. Good for some 292 years.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
