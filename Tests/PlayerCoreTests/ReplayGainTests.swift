import Glibc
import PlayerCore
import Testing

/// What ReplayGain tags do to the samples.
@Suite struct ReplayGainTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var mode = ReplayGainMode.track
    var isAmongItsAlbum = false
    var preamp = 0.0
    var untagged = 0.0
    var preventsClipping = false
    var facts: ReplayGainFacts?
    /// In dB.
    var expected: Double
  }

  static let both = ReplayGainFacts(trackGain: -7.5, trackPeak: 0.9, albumGain: -3, albumPeak: 1.1)
  static let quiet = ReplayGainFacts(trackGain: 9, trackPeak: 0.5)

  static let rows = [
    Row(testDescription: "off", mode: .off, preamp: 6, untagged: 6, facts: both, expected: 0),
    Row(testDescription: "track", facts: both, expected: -7.5),
    Row(testDescription: "album", mode: .album, facts: both, expected: -3),
    Row(testDescription: "auto, alone", mode: .auto, facts: both, expected: -7.5),
    Row(testDescription: "auto, in its album", mode: .auto, isAmongItsAlbum: true, facts: both, expected: -3),
    Row(testDescription: "track, in its album", isAmongItsAlbum: true, facts: both, expected: -7.5),
    Row(testDescription: "preamp", preamp: 2, untagged: 6, facts: both, expected: -5.5),
    Row(testDescription: "no tags", preamp: 2, untagged: -6, facts: nil, expected: -6),
    Row(testDescription: "tags without a gain", untagged: -6, facts: ReplayGainFacts(trackPeak: 1), expected: -6),
    Row(testDescription: "only the album's", facts: ReplayGainFacts(albumGain: -4), expected: -4),
    Row(testDescription: "only the track's", mode: .album, facts: ReplayGainFacts(trackGain: -4), expected: -4),
    Row(testDescription: "raised", facts: quiet, expected: 9),
    Row(testDescription: "raised to full scale", preventsClipping: true, facts: quiet, expected: 20 * log10(2)),
    Row(
      testDescription: "the album's peak counts", mode: .album, preamp: 3, preventsClipping: true, facts: both,
      expected: -20 * log10(1.1)),
    Row(
      testDescription: "an unknown peak is full scale", preventsClipping: true,
      facts: ReplayGainFacts(trackGain: 9), expected: 0),
    Row(testDescription: "no tags, not raised", untagged: 3, preventsClipping: true, facts: nil, expected: 0),
    Row(
      testDescription: "a peak of zero", preventsClipping: true,
      facts: ReplayGainFacts(trackGain: 9, trackPeak: 0), expected: 0),
    Row(testDescription: "no number", facts: ReplayGainFacts(trackGain: .nan), expected: 0),
    Row(testDescription: "beyond sense", facts: ReplayGainFacts(trackGain: 1e9), expected: 60),
  ]

  @Test(arguments: rows) func `tags and settings make a factor`(row: Row) {
    var settings = ReplayGainSettings()
    settings.mode = row.mode
    settings.preamp = row.preamp
    settings.untaggedPreamp = row.untagged
    settings.preventsClipping = row.preventsClipping
    let factor = settings.rule(isAmongItsAlbum: row.isAmongItsAlbum).factor(for: row.facts)
    #expect(abs(20 * log10(Double(factor)) - row.expected) < 1e-5)
    if row.expected == 0 { #expect(factor == 1) }
  }

  @Test func `the factor is ten to the power of a twentieth`() {
    var settings = ReplayGainSettings()
    settings.mode = .track
    settings.preventsClipping = false
    for step in -600...600 {
      let decibels = Double(step) / 10
      let factor = settings.rule(isAmongItsAlbum: false).factor(for: ReplayGainFacts(trackGain: decibels))
      #expect(abs(Double(factor) / pow(10, decibels / 20) - 1) < 1e-7)
    }
  }
}
