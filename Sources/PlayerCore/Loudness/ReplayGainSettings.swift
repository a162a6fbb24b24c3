/// Which of a file's two loudnesses counts.
public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
  /// Files play as they are.
  case off
  /// Every track is as loud as every other.
  case track
  /// Every album is as loud as every other.
  case album
  /// The album's while an album is played in order, else the track's.
  case auto
}

/// What the user wants of ReplayGain.
public struct ReplayGainSettings: Hashable, Sendable {
  /// Which loudness counts.
  public var mode = ReplayGainMode.off
  /// Added to what the tags say, in dB.
  public var preamp = 0.0
  /// What files without such tags are raised by, in dB.
  public var untaggedPreamp = 0.0
  /// Whether a file is raised by less where its highest sample would go beyond full scale.
  public var preventsClipping = true

  /// The defaults.
  public init() {}

  /// The rule for a track; `isAmongItsAlbum`: it is played between others of the same album, in order.
  public func rule(isAmongItsAlbum: Bool) -> ReplayGainRule {
    let loudness: ReplayGainRule.Loudness? =
      switch mode {
      case .off: nil
      case .track: .track
      case .album: .album
      case .auto: isAmongItsAlbum ? .album : .track
      }
    guard let loudness else { return .off }
    return ReplayGainRule(
      loudness: loudness, preamp: preamp, untaggedPreamp: untaggedPreamp, preventsClipping: preventsClipping)
  }
}
