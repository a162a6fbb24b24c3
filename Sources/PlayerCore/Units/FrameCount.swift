/// A number of sample frames: one sample of every channel each. Inside the engine every length and position is one.
public struct FrameCount: Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The count; negative only as a difference.
  public var value: Int64

  /// A count of `value` frames.
  public init(_ value: Int64) { self.value = value }

  /// A count of `value` frames.
  public init(_ value: Int) { self.value = Int64(value) }

  /// No frames: the start of a track.
  public static let zero = FrameCount(0 as Int64)

  /// The sum of both.
  public static func + (left: FrameCount, right: FrameCount) -> FrameCount { FrameCount(left.value + right.value) }
  /// The difference; negative where the second is larger.
  public static func - (left: FrameCount, right: FrameCount) -> FrameCount { FrameCount(left.value - right.value) }
  /// The fewer first.
  public static func < (left: FrameCount, right: FrameCount) -> Bool { left.value < right.value }
}

/// Frames in a second.
public struct SampleRate: Hashable, Comparable, Sendable {
  /// The rate in hertz, always positive.
  public let hertz: Int32

  /// A rate of `hertz` frames a second; a rate below one is a bug of the caller.
  public init(_ hertz: Int32) {
    precondition(hertz > 0, "a sample rate is positive")
    self.hertz = hertz
  }

  /// How long `frames` last.
  public func duration(of frames: FrameCount) -> Duration {
    let whole = frames.value / Int64(hertz)
    let rest = frames.value % Int64(hertz)
    return .seconds(whole) + .nanoseconds(rest * 1_000_000_000 / Int64(hertz))
  }

  /// The frames that fit into `duration`, rounded down (towards zero).
  public func frames(in duration: Duration) -> FrameCount {
    let (seconds, attoseconds) = duration.components
    return FrameCount(seconds * Int64(hertz) + attoseconds / 1_000_000_000 * Int64(hertz) / 1_000_000_000)
  }

  /// The lower first.
  public static func < (left: SampleRate, right: SampleRate) -> Bool { left.hertz < right.hertz }
}
