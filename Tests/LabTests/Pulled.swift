import Testing

/// What a recording says about headphones that were pulled while the music played, and plugged again.
struct Pulled {
  /// How long a resumed player fades in (R3).
  private static let fade = TestSignal.rate * 3 / 10

  /// What was heard until the silence, and what after it.
  let before: Passage
  let after: Passage
  /// Which frame the player went on with.
  let resumed: Int
  /// From the jack's event to the last sample that is not zero, in seconds; negative if that came before.
  let latency: Double

  /// Throws where the recording is anything but the signal from its first frame on, silence, and the signal fading in.
  init(_ recording: Recording, of signal: TestSignal, _ steps: [Listener.Step]) throws {
    let unplug = try #require(steps.last { $0.name == "unplug" })
    let plug = try #require(steps.last { $0.name == "plug" })
    let plugged = recording.index(at: plug.time)
    before = try recording.passage(of: signal, in: 0..<plugged)
    (after, resumed) = try recording.passageFadingIn(
      of: signal, in: plugged..<recording.frames.count, fade: Self.fade)
    latency = recording.time(of: before.heard.upperBound - 1) - unplug.time
  }

  func expectSilence(on card: Listener.Card) {
    #expect(before.position == 0)
    // Else it was silent for another reason than the pull.
    #expect(latency > -0.040, "the music ended before the headphones were pulled")
    #expect(latency <= card.silenceLimit, "the last sound came \(latency) s after the pull")
  }

  /// Expects the music to go on with the frame after the last one heard. A mixer works in whole periods: there a little may be
  /// heard twice, but nothing is skipped. The HDA recorder loses up to 30 ms at a stop.
  func expectContinuation(on card: Listener.Card, mixed: Bool) {
    let repeated = mixed ? 1_024 : 0
    let lost = card == .hda ? TestSignal.rate * 3 / 100 : 0
    #expect(before.end - repeated...before.end + lost ~= resumed, "it goes on with \(resumed) after \(before)")
  }

  func print(_ what: String) {
    let milliseconds = (latency * 100_000).rounded() / 100
    Swift.print("\(what): last sound \(milliseconds) ms after the pull; heard \(before), then from \(resumed) on")
  }
}
