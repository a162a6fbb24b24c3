import Testing

/// What a recording says about headphones that were pulled while the music played, and plugged again.
struct Pulled {
  /// How long a resumed player fades in (R3).
  private static let fade = TestSignal.rate * 3 / 10

  /// What was heard until the silence, and what after it.
  let before: Passage
  let after: Passage
  /// The track's frame after the last one heard, and that which the player went on with.
  let next: Int
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
    next = before.end
    latency = recording.time(of: before.heard.upperBound - 1) - unplug.time
  }

  /// The same of a track of another rate than the card's. Passages count in the card's frames.
  init(_ recording: Recording, of tones: Tones, rate: Int, _ steps: [Listener.Step]) throws {
    let unplug = try #require(steps.last { $0.name == "unplug" })
    let plug = try #require(steps.last { $0.name == "plug" })
    let frames = recording.frames
    let plugged = recording.index(at: plug.time)
    let first = try #require(frames.firstIndex { $0 != .zero })
    let last = try #require(frames[..<plugged].lastIndex { $0 != .zero })
    let start = try recording.start(of: tones, from: first + 4_800, around: Double(first), reach: 512)
    #expect(abs(start - start.rounded()) < 0.05, "it begins between two frames: \(start)")
    try recording.expect(tones, from: start, in: first..<last + 1)
    // The first frames of the swell are rounded to nothing.
    #expect(first - Int(start.rounded()) <= 24, "it begins with frame \(first - Int(start.rounded()))")
    before = Passage(heard: Int(start.rounded())..<last + 1, position: 0)
    next = before.end * rate / TestSignal.rate

    let again = try #require(frames[plugged...].firstIndex { $0 != .zero })
    let end = try #require(frames.lastIndex { $0 != .zero }) + 1
    let full = again + Self.fade + 480
    let origin = try recording.start(of: tones, from: full, around: Double(again - before.end), reach: 4_096)
    try recording.expect(tones, from: origin, in: full..<end)
    let fadeStart = recording.fadeStart(of: tones, from: origin, heardFrom: again, fade: Self.fade)
    let place = (Double(fadeStart) - origin) * Double(rate) / Double(TestSignal.rate)
    #expect(abs(place - place.rounded()) < 0.05, "it goes on between two frames of the track: \(place)")
    resumed = Int(place.rounded())
    after = Passage(heard: again..<end, position: again - Int(origin.rounded()))
    latency = recording.time(of: last) - unplug.time
  }

  func expectSilence(on card: Listener.Card) {
    #expect(before.position == 0)
    // Else it was silent for another reason than the pull.
    #expect(latency > -0.040, "the music ended before the headphones were pulled")
    #expect(latency <= card.silenceLimit, "the last sound came \(latency) s after the pull")
  }

  /// Expects the music to go on with the frame after the last one heard. A mixer works in whole periods: there a little
  /// may be heard twice, but nothing is skipped. The HDA recorder loses up to 30 ms at a stop.
  func expectContinuation(on card: Listener.Card, mixed: Bool) {
    let repeated = mixed ? 1_024 : 0
    let lost = card == .hda ? TestSignal.rate * 3 / 100 : 0
    #expect(next - repeated...next + lost ~= resumed, "it goes on with \(resumed) after \(before), not \(next)")
  }

  func print(_ what: String) {
    let milliseconds = (latency * 100_000).rounded() / 100
    Swift.print("\(what): last sound \(milliseconds) ms after the pull; heard \(before), then from \(resumed) on")
  }
}
