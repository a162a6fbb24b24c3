public import PlayerCore

extension Tags {
  /// What the tags say about loudness; nil if nothing that makes sense.
  public var replayGain: ReplayGainFacts? {
    let facts = ReplayGainFacts(
      trackGain: r128(.r128TrackGain) ?? decibels(.trackGain) ?? decibels(.rva2TrackGain),
      trackPeak: peak(.trackPeak),
      albumGain: r128(.r128AlbumGain) ?? decibels(.albumGain) ?? decibels(.rva2AlbumGain),
      albumPeak: peak(.albumPeak))
    return facts == ReplayGainFacts() ? nil : facts
  }

  /// Opus files are normalised to −23 LUFS, ReplayGain 2.0 to −18. The gain in the file's header is no part
  /// of this: the decoder applies it.
  private func r128(_ name: TagName) -> Double? {
    self[name].flatMap { Int16($0) }.map { Double($0) / 256 + 5 }
  }

  private func decibels(_ name: TagName) -> Double? { self[name].flatMap(LoudnessText.decibels) }

  private func peak(_ name: TagName) -> Double? { self[name].flatMap(LoudnessText.peak) }
}
