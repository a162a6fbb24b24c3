/// How much sound in a week is held to be safe: Recommendation ITU-T H.870 (03/2022), "Guidelines for safe listening
/// devices/systems", 7.1, which the WHO has published as "Safe listening devices and systems" (2019), too. Equal energy
/// is equal exposure, whenever it comes: 3 dB more halve the time.
public enum DoseAllowance: String, Hashable, Sendable, CaseIterable {
  /// Mode 1: 80 dBA for 40 hours a week, which is 1.6 Pa²h.
  case adults
  /// Mode 2, for children and other sensitive listeners: 75 dBA for 40 hours, 0.5 Pa²h.
  case children

  /// The level that may be heard for `hours`, in dBA.
  public var level: Double { self == .adults ? 80 : 75 }
  /// So long.
  public static let hours = 40.0

  /// The sound exposure that is all of it, in Pa²h.
  public var exposure: Double { SoundDose.exposure(level: level, hours: Self.hours) }
}

/// The dose of Recommendation ITU-T H.870, 8.1.2: the sound exposure of a week as a share of what is allowed.
///
/// The recommendation weighs by the A curve what reaches the ear. Here it is what leaves the player that counts, not
/// weighted: bass counts in full, so for music the figure is higher than an A-weighted one, mostly by some decibels,
/// and errs towards caution; sound that lies between 1 and 6 kHz alone would weigh up to 1.3 dB more. What headphones
/// make of it is one number, their calibration.
enum SoundDose {
  /// The square of 20 µPa, to which 0 dB of sound pressure level refer.
  private static let reference = 4e-10

  /// The exposure, in Pa²h, of `hours` at `level` dB of sound pressure.
  static func exposure(level: Double, hours: Double) -> Double { reference * Decibels.power(level) * hours }

  /// The exposure, in Pa²h, by `sound` in headphones that make `calibration` dB of sound pressure of 0 dBFS.
  static func exposure(by sound: HeardSound, calibration: Double) -> Double {
    exposure(level: calibration, hours: sound.energy / HeardSound.fullScale / 3_600)
  }
}
