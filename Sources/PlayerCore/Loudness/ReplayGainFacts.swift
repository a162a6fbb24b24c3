/// What a file's tags say about its loudness (ReplayGain 2.0, or R128 tags brought to ReplayGain's reference).
public struct ReplayGainFacts: Hashable, Sendable {
  /// By how much the track is to be raised to sound as loud as others, in dB.
  public var trackGain: Double?
  /// The track's highest sample, where 1 is full scale.
  public var trackPeak: Double?
  /// The same for the whole album, which keeps the differences between its tracks, in dB.
  public var albumGain: Double?
  /// The album's highest sample, where 1 is full scale.
  public var albumPeak: Double?

  /// Facts of which none is known yet.
  public init(
    trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil, albumPeak: Double? = nil
  ) {
    self.trackGain = trackGain
    self.trackPeak = trackPeak
    self.albumGain = albumGain
    self.albumPeak = albumPeak
  }
}
