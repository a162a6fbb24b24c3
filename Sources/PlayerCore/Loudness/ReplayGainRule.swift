/// How the loudness of one track is evened out: the user's wish, decided for this track. The engine applies it to what
/// the file's tags say, which it knows once the file is open.
public struct ReplayGainRule: Hashable, Sendable {
  /// Whose loudness counts.
  public enum Loudness: Hashable, Sendable {
    case track, album
  }

  /// Whose loudness counts; nil: the track plays as it is.
  public let loudness: Loudness?
  private let preamp: Double
  private let untaggedPreamp: Double
  private let preventsClipping: Bool

  /// The track plays as it is.
  public static let off = ReplayGainRule(loudness: nil, preamp: 0, untaggedPreamp: 0, preventsClipping: false)

  init(loudness: Loudness?, preamp: Double, untaggedPreamp: Double, preventsClipping: Bool) {
    self.loudness = loudness
    self.preamp = preamp
    self.untaggedPreamp = untaggedPreamp
    self.preventsClipping = preventsClipping
  }

  /// The factor on the samples of a file with these facts. Where only the other loudness is known, that counts; a peak
  /// that is not known is taken for full scale.
  public func factor(for facts: ReplayGainFacts?) -> Float {
    guard let loudness else { return 1 }
    let track = facts?.trackGain.map { (gain: $0, peak: facts?.trackPeak) }
    let album = facts?.albumGain.map { (gain: $0, peak: facts?.albumPeak) }
    let counted = loudness == .track ? track ?? album : album ?? track
    let decibels = counted.map { $0.gain + preamp } ?? untaggedPreamp
    // A tag may hold any number; what makes no sense as a loudness must not reach the samples.
    guard decibels.isFinite else { return 1 }
    let factor = Decibels.factor(min(max(decibels, -60), 60))
    guard preventsClipping else { return Float(factor) }
    let peak = counted?.peak ?? 1
    return Float(peak.isFinite && peak > 0 ? min(factor, 1 / peak) : min(factor, 1))
  }
}
