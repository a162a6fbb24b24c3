import TestSupport
import Testing

extension SoundLabTests {
  /// What cans promises about sound and headphones.
  @Suite(.timeLimit(.minutes(19)))
  struct HeadphoneTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `two gapless tracks come out sample for sample`() throws {
      try unlessRecorderOverran {
        let signal = TestSignal(seconds: 6)
        let listener = try Listener(
          lab, card: .hda, tracks: try lab.tracks(of: signal, splitAt: 3 * TestSignal.rate + 1_234))
        _ = try listener.perform("wait:7000")
        let recording = try listener.finish()
        let passage = try recording.passage(of: signal, in: recording.frames.indices)
        #expect(passage.position == 0)
        // The HDA recorder loses up to 30 ms of a stream when it stops.
        #expect(passage.end >= signal.frames.count - TestSignal.rate * 3 / 100)
      }
    }

    @Test(arguments: Listener.Card.allCases)
    func `pulled headphones silence the card itself and plugged ones go on with the next frame`(card: Listener.Card)
      throws
    {
      try unlessRecorderOverran {
        let signal = TestSignal(seconds: 20)
        let listener = try Listener(lab, card: card, tracks: try lab.tracks(of: signal))
        let steps = try listener.perform(Self.pullAndPlug)
        let pulled = try Pulled(try listener.finish(), of: signal, steps)
        pulled.print("the \(card) card itself")
        pulled.expectSilence(on: card)
        pulled.expectContinuation(on: card, mixed: false)
        // The kernel counts the frames it took from the same first one on, and keeps the
        // count until the PCM starts anew.
        let status = try #require(steps.first { $0.name == "status" })
        if status.pointer >= 0 { #expect(status.pointer == pulled.resumed) }
      }
    }

    @Test(arguments: Listener.Card.allCases)
    func `pulled headphones silence the default device`(card: Listener.Card) throws {
      try unlessRecorderOverran {
        let signal = TestSignal(seconds: 20)
        let listener = try Listener(lab, card: card, device: "default", tracks: try lab.tracks(of: signal))
        let steps = try listener.perform(Self.pullAndPlug)
        let pulled = try Pulled(try listener.finish(), of: signal, steps)
        pulled.print("default on the \(card) card")
        pulled.expectSilence(on: card)
        pulled.expectContinuation(on: card, mixed: true)
      }
    }

    @Test(arguments: Listener.Card.allCases)
    func `pulled headphones silence the default device whose rate is not the file's`(card: Listener.Card) throws {
      try unlessRecorderOverran {
        let (tones, rate) = (Tones(), 44_100)
        let track = lab.folder + "/tones.flac"
        try tones.write(seconds: 20, rate: rate, to: track)
        let listener = try Listener(lab, card: card, device: "default", tracks: [track])
        let steps = try listener.perform(Self.pullAndPlug)
        let pulled = try Pulled(try listener.finish(), of: tones, rate: rate, steps)
        pulled.print("44.1 kHz to default on the \(card) card")
        pulled.expectSilence(on: card)
        pulled.expectContinuation(on: card, mixed: true)
      }
    }

    @Test(arguments: Listener.Card.allCases)
    func `pulled headphones silence the default device while another program plays on it`(card: Listener.Card) throws {
      try unlessRecorderOverran {
        let signal = TestSignal(seconds: 20, on: .leftOnly)
        let listener = try Listener(lab, card: card, device: "default", tracks: try lab.tracks(of: signal))
        let other = TestSignal(seconds: 20, on: .rightOnly)
        try other.writeWAV(to: lab.folder + "/other.wav")
        let aplay = try lab.start(["aplay", "-q", "-D", "default", lab.folder + "/other.wav"])
        let steps = try listener.perform(Self.pullAndPlug)
        let recording = try listener.finish()
        aplay.terminate()
        let silent = recording.index(at: steps[1].time)..<recording.index(at: steps.last!.time)
        #expect(recording.frames[silent].allSatisfy { $0.y != 0 }, "the other program is heard all the time")
        let pulled = try Pulled(recording.leftOnly, of: signal, steps)
        pulled.print("default on the \(card) card, with another program")
        pulled.expectSilence(on: card)
        pulled.expectContinuation(on: card, mixed: true)
      }
    }

    @Test(arguments: Listener.Card.allCases)
    func `pulled headphones are silent as soon while the terminal is stopped`(card: Listener.Card) throws {
      try unlessRecorderOverran {
        let signal = TestSignal(seconds: 30)
        let listener = try Listener(lab, card: card, tracks: try lab.tracks(of: signal))
        let terminal = try listener.player()
        let steps = try listener.perform(
          ["wait:2600", "stop-terminal:\(terminal)", "wait:10000"] + Self.pullAndPlug + [
            "continue-terminal:\(terminal)"
          ])
        let pulled = try Pulled(try listener.finish(), of: signal, steps)
        pulled.print("the \(card) card itself, terminal stopped")
        pulled.expectSilence(on: card)
        pulled.expectContinuation(on: card, mixed: false)
      }
    }

    /// The figures of the issue: no test of the limits, for the emulated processor is some
    /// twenty times slower than a real one.
    @Test func `how soon cans is silent, over twenty-five pulls`() throws {
      let listener = try Listener(lab, card: .loopback, tracks: try lab.tracks(of: TestSignal(seconds: 40)))
      // Bounces within the snag guard's time (R9): the music goes on by itself, and the next pull can come soon. Odd
      // lengths make the pulls fall on every part of a period.
      let cycles = (0..<25).flatMap { ["unplug", "wait:150", "status", "plug", "wait:\(800 + 13 * $0 % 50)"] }
      let steps = try listener.perform(["wait:2600"] + cycles)
      let recording = try listener.finish()
      let statuses = steps.indices.filter { steps[$0].name == "status" }
      #expect(statuses.count == 25)
      let stops = statuses.filter { steps[$0].state == "SETUP" }.map { steps[$0].triggered - steps[$0 - 2].time }
        .sorted()
      let silences = statuses.map { index in
        let status = recording.index(at: steps[index].time)
        let last = recording.frames[..<status].lastIndex { $0 != .zero }
        return recording.time(of: last ?? 0) - steps[index - 2].time
      }.sorted()
      report("jack event to snd_pcm_drop done", stops)
      report("jack event to the last sound, by capture in steps of 4 ms", silences)
    }

    @Test func `monitor reports headphones that come and go, with reasons`() throws {
      let monitor = try Listener.monitor(lab, card: .hda)
      let pulled = #""reason":2,"#
      _ = try Listener.timeline(lab, .hda, ["unplug", "wait:3000", "plug", "wait:2000", "unplug"])
      #expect(monitor.wait(atMost: .seconds(20)) { $0.output.contains(pulled) })
      monitor.terminate()
      #expect(monitor.exitStatus(within: .seconds(20)) == 0)
      let lines = monitor.output.split(separator: "\n").filter { $0.contains(#""event":"routeChange""#) }
      #expect(lines.count == 2, "\(monitor.output)")
      #expect(lines.first?.contains(#""reason":1,"#) == true, "\(monitor.output)")
      #expect(lines.first?.contains(#""current":{"port":"headphones""#) == true, "\(monitor.output)")
      #expect(lines.last?.contains(pulled) == true, "\(monitor.output)")
      #expect(lines.last?.contains(#""current":{"port":"builtInSpeaker""#) == true, "\(monitor.output)")
    }

    @Test func `the output thread allocates nothing while it plays`() throws {
      let library = try lab.build("allocations.c", as: "allocations.so", ["-shared", "-fPIC"])
      let log = lab.folder + "/allocations"
      let listener = try Listener(
        lab, card: .hda, tracks: try lab.tracks(of: TestSignal(seconds: 20), splitAt: 4 * TestSignal.rate),
        environment: ["LD_PRELOAD=\(library)", "CANS_ALLOCATIONS=\(log)"])
      let steps = try listener.perform(["status"] + Self.pullAndPlug)
      _ = try listener.finish()
      let lines = try SoundLab.command(["cat", log], within: .seconds(10)).split(separator: "\n")
      #expect(lines.last == "end", "the counter was at work")
      let times = lines.dropLast().compactMap { Double($0.prefix { $0 != " " }) }
      let playing = times.filter { steps[0].time...steps.last!.time ~= $0 }
      print("allocations of the output thread: \(times.count) until it played, \(playing.count) since")
      #expect(playing.isEmpty, "\(playing)")
    }

    private func report(_ what: String, _ seconds: [Double]) {
      guard !seconds.isEmpty else { return print("\(what): no figures") }
      func milliseconds(_ rank: Double) -> Double {
        (seconds[min(Int(Double(seconds.count) * rank), seconds.count - 1)] * 100_000).rounded() / 100
      }
      print("\(what): median \(milliseconds(0.5)) ms, p99 \(milliseconds(0.99)) ms, \(seconds.count) times")
    }

    /// Time enough to play, for the loss to be confirmed and the plug to be believed (R9, R10), and to fade in (R3).
    private static let pullAndPlug = ["wait:2600", "unplug", "wait:250", "status", "wait:1000", "plug", "wait:2500"]
  }
}

extension SoundLab {
  /// Writes `signal` as one FLAC file, or as two that follow each other without a gap, and returns their paths.
  func tracks(of signal: TestSignal, splitAt split: Int? = nil) throws -> [String] {
    let paths = ["\(folder)/one.flac", "\(folder)/two.flac"]
    try signal.writeFLAC(0..<(split ?? signal.frames.count), to: paths[0])
    guard let split else { return [paths[0]] }
    try signal.writeFLAC(split..<signal.frames.count, to: paths[1])
    return paths
  }
}
