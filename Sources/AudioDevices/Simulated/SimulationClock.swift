internal import LinuxSystem
public import PlayerCore

/// The time that simulated devices live in.
public protocol SimulationClock: Sendable {
  /// What time it is.
  var now: MonotonicTime { get }

  /// Lets time pass until `descriptor` is readable or `milliseconds` have passed (negative: no limit).
  func wait(wake descriptor: Int32, milliseconds: Int32)
}

/// Real time: CLOCK_MONOTONIC.
public struct RealClock: SimulationClock {
  /// The clock.
  public init() {}

  /// What CLOCK_MONOTONIC shows.
  public var now: MonotonicTime { .now }

  /// Sleeps in poll(2).
  public func wait(wake descriptor: Int32, milliseconds: Int32) {
    waitUntilReadable(descriptor, milliseconds: milliseconds)
  }
}
