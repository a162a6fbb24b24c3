/// A factor on samples: 1 leaves them as they are.
public struct Gain: Hashable, Comparable, Sendable {
  /// The factor, from 0 (silence) to 1.
  public let linear: Float

  /// A factor of `linear`, brought into 0...1: the player never amplifies.
  public init(_ linear: Float) { self.linear = linear > 0 ? Swift.min(linear, 1) : 0 }

  /// Samples pass unchanged.
  public static let unity = Gain(1)
  /// Nothing is heard.
  public static let silence = Gain(0)

  /// The quieter first.
  public static func < (left: Gain, right: Gain) -> Bool { left.linear < right.linear }
}

/// How loud a route is set, in percent. Percent p means a gain of (p/100)³ (RULES, Words); 100 % is 0 dB.
public struct Level: Hashable, Comparable, Sendable {
  /// From 0 to 100.
  public let percent: Int

  /// A level of `percent`, brought into 0...100.
  public init(percent: Int) { self.percent = Swift.min(Swift.max(percent, 0), 100) }

  /// Full level: the samples as they are.
  public static let full = Level(percent: 100)

  /// The factor on samples that this level means.
  public var gain: Gain {
    let part = Float(percent) / 100
    return Gain(part * part * part)
  }

  /// The quieter first.
  public static func < (left: Level, right: Level) -> Bool { left.percent < right.percent }
}
