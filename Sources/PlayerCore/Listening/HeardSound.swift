/// For how long something was heard, and with how much energy.
public struct HeardSound: Hashable, Sendable {
  /// Seconds; those that were muted do not count.
  public var seconds: Double
  /// The mean square of the samples at each ear, full scale ±1, summed up over these seconds.
  public var energy: Double

  /// So much.
  public init(seconds: Double = 0, energy: Double = 0) {
    self.seconds = seconds
    self.energy = energy
  }

  /// Both together.
  public static func + (left: HeardSound, right: HeardSound) -> HeardSound {
    HeardSound(seconds: left.seconds + right.seconds, energy: left.energy + right.energy)
  }

  /// The mean level in dBFS, of which a sine of full scale has 0 (AES17); nil: nothing but silence.
  public var level: Double? {
    guard seconds > 0, energy > 0 else { return nil }
    return Decibels.level(ofPower: energy / (seconds * Self.fullScale))
  }

  /// The mean square of a sine of full scale.
  static let fullScale = 0.5
}
