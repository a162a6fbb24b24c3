extension PlayerState {
  /// Whether every sample of the track reaches the card as it is in the file: whole numbers, on a card's own device in
  /// the file's rate and channels, with bits enough and a gain of exactly one: full volume, ReplayGain and crossfade
  /// off. Of sound that a lossy codec made, or of floating point, nothing is claimed.
  var isBitPerfect: Bool {
    guard phase == .playing, gain == .unity, settings.replayGain.mode == .off, settings.crossfade == .zero, let output,
      outputTrack == current,
      let format = current.flatMap({ queue[$0]?.facts.format })
    else { return false }
    return output.passes(format)
  }
}

extension OutputDescription {
  /// Whether samples of `format` reach the card unchanged if nothing scales them.
  public func passes(_ format: AudioFormat) -> Bool {
    // The ring's samples are `Float`, which has no more than 24 bits.
    guard case .integer(let bits) = format.encoding, bits <= min(wholeBits, 24) else { return false }
    return isDirect && !isSimulated && rate == format.rate
      && ChannelRouting(from: format.layout, to: channelMap).isOneToOne
  }

  /// The bits of the whole numbers that a sample of the device can hold: "S24_3LE" has 24,
  /// "FLOAT_LE" as many as `Float`.
  public var wholeBits: Int {
    sampleFormat.hasPrefix("FLOAT") ? 24 : Int(sampleFormat.dropFirst().prefix { $0.isNumber }) ?? 0
  }
}
