import Testing

@testable import PlayerCore

/// What other programs do that makes the music wait (R14), and what follows when they have done (R15).
@Suite struct InterruptionRuleTests {
  static let sink = SinkFacts(index: 1, name: "analog", device: .card(CardIndex(0)))
  static let ours = StreamFacts(index: 10, isOurs: true, sink: 1, role: "music", application: "cans")
  static let server = ServerFacts(name: "PulseAudio", sinks: [sink], streams: [ours])
  static let mpv = "org.mpris.MediaPlayer2.mpv"
  static let vlc = "org.mpris.MediaPlayer2.vlc"

  /// What may interrupt, and how it begins and ends.
  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var cause: Interruption
    var begin: @Sendable (inout CoreHarness) -> Void
    var end: @Sendable (inout CoreHarness) -> Void
  }

  static let ways = [
    Way(
      testDescription: "cans ctl interrupt", cause: .command, begin: { $0.send(.holdBegan(.interruption)) },
      end: { $0.send(.holdEnded(.interruption, shouldResume: true)) }),
    Way(testDescription: "a call", cause: .call, begin: { $0.call("phone") }, end: { $0.call(nil) }),
    Way(testDescription: "communication", cause: .call, begin: { $0.call("communication") }, end: { $0.call(nil) }),
    Way(
      testDescription: "another player", cause: .player, begin: { $0.players(playing: [vlc]) },
      end: { $0.players(playing: []) }),
    Way(
      testDescription: "a reservation", cause: .reservation,
      begin: { $0.send(.reservationRequested(by: "jackd", priority: 100)) }, end: { $0.send(.reservationGranted) }),
    Way(
      testDescription: "a reservation lost", cause: .reservation, begin: { $0.send(.reservationLost(to: "jackd")) },
      end: { $0.send(.reservationGranted) }),
  ]

  /// Playing to headphones on a card of its own, beside a sound server and another player that is paused.
  static func playing(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var settings = SessionSettings()
    settings.yieldsToPlayers = true
    change(&settings)
    var harness = CoreHarness(jacks: [("Headphone Jack", true)], settings: settings)
    harness.engine.device.isDirect = true
    harness.facts.server = server
    harness.facts.players = [OtherPlayerFacts(name: vlc, status: .paused)]
    harness.launch()
    return harness
  }

  @Test(arguments: ways) func `R14, R15: it waits, lets go of the device, and goes on where it was`(way: Way) {
    var harness = Self.playing()
    way.begin(&harness)
    #expect(harness.state.status == .paused)
    #expect(harness.state.snapshot.interruptions == [way.cause])
    harness.advance(.seconds(1))
    #expect(!harness.engine.isOpen)
    let place = harness.heard.last!.frames.upperBound
    way.end(&harness)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.state.status == .playing)
    #expect(harness.state.snapshot.interruptions.isEmpty)
    #expect(harness.heard.last!.fadeIn == .milliseconds(300))
    #expect(harness.heard.last!.frames.lowerBound == place)
  }

  @Test(arguments: ways) func `R15: what the user paused stays paused, and play tries the device`(way: Way) {
    var harness = Self.playing()
    way.begin(&harness)
    harness.command(.pause)
    way.end(&harness)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .user) && harness.state.holds.isEmpty)

    harness = Self.playing()
    way.begin(&harness)
    harness.advance(.seconds(1))
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.state.snapshot.interruptions.isEmpty)
    way.end(&harness)
    #expect(harness.engine.sounds)
  }

  @Test(arguments: [(1_799, true), (1_801, false)], ways)
  func `R15: what nobody ends is over after half an hour, and leaves a pause`(row: (Int, Bool), way: Way) {
    var harness = Self.playing()
    way.begin(&harness)
    harness.advance(.seconds(row.0))
    #expect(harness.state.holds.contains(.interruption) == row.1)
    way.end(&harness)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds == row.1)
    #expect(harness.state.wish == Wish(row.1 ? .play : .pause, because: .user))
  }

  @Test(arguments: [true, false]) func `R14: of several at once the last one ends it`(resumes: Bool) {
    var harness = Self.playing()
    harness.call("phone")
    harness.players(playing: [Self.vlc])
    harness.send(.holdBegan(.interruption))
    #expect(harness.state.snapshot.interruptions == [.call, .player, .command])
    harness.send(.holdEnded(.interruption, shouldResume: resumes))
    harness.call(nil)
    #expect(harness.state.holds == [.interruption])
    harness.players(playing: [])
    harness.advance(.seconds(1))
    // R15: one that ended without resume counts.
    #expect(harness.engine.sounds == resumes)
  }

  @Test func `R14: the last one that begins renews the half hour`() {
    var harness = Self.playing()
    harness.call("phone")
    harness.advance(.seconds(1_000))
    harness.players(playing: [Self.vlc])
    harness.advance(.seconds(1_000))
    #expect(harness.state.holds == [.interruption])
  }

  @Test(arguments: ["event", "music", nil]) func `R16: no other stream interrupts`(role: String?) {
    var harness = Self.playing()
    harness.call(role, isThere: true)
    #expect(harness.state.holds.isEmpty && harness.engine.sounds)
  }

  @Test func `R14: a call on hold, and what was there before, do not interrupt`() {
    var harness = Self.playing()
    let call = StreamFacts(index: 20, isOurs: false, sink: 1, isCorked: true, role: "phone")
    harness.facts.server?.streams.append(call)
    harness.publish()
    #expect(harness.engine.sounds)
    // The server is lost, and the next one has a call already.
    harness.facts.server = nil
    harness.publish()
    harness.facts.server = ServerFacts(
      name: "PulseAudio", sinks: [Self.sink],
      streams: [Self.ours, StreamFacts(index: 20, isOurs: false, sink: 1, role: "phone")])
    harness.publish()
    harness.facts.players = nil
    harness.publish()
    harness.players(playing: [Self.mpv])
    #expect(harness.engine.sounds)
  }

  @Test func `R14: a call outlives the server's restart`() {
    var harness = Self.playing()
    harness.call("phone")
    harness.facts.server = nil
    harness.publish()
    #expect(harness.state.snapshot.interruptions == [.call])
    harness.facts.server = ServerFacts(name: "PulseAudio", sinks: [Self.sink], streams: [])
    harness.publish()
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R14: other players interrupt only with yield-to-players, and only those that start`() {
    var harness = Self.playing { $0.yieldsToPlayers = false }
    harness.players(playing: [Self.vlc])
    #expect(harness.engine.sounds)

    harness = Self.playing()
    harness.players(playing: [Self.vlc])
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds, "R15: the user's play beside it")
    harness.players(playing: [Self.vlc, Self.mpv])
    #expect(harness.state.snapshot.interruptions == [.player])
    harness.players(playing: [Self.vlc])
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds, "the one that has started has stopped")
  }

  @Test func `R14: an unknown player that plays at once has started`() {
    var harness = Self.playing()
    harness.facts.players?.append(OtherPlayerFacts(name: Self.mpv, status: .playing))
    harness.publish()
    #expect(harness.state.snapshot.interruptions == [.player])
  }

  @Test func `R14: ambient does not yield, but to who has taken the card`() {
    for way in Self.ways where way.testDescription != "a reservation lost" {
      var harness = Self.playing { $0.category = .ambient }
      way.begin(&harness)
      #expect(harness.engine.sounds && harness.state.holds.isEmpty, "\(way)")
    }
    var harness = Self.playing { $0.category = .ambient }
    harness.send(.reservationLost(to: "jackd"))
    #expect(harness.state.snapshot.interruptions == [.reservation])
  }

  @Test(arguments: [UInt32.max, 7, nil]) func `R14: while the server has our stream nowhere it is silent`(sink: UInt32?)
  {
    var harness = Self.playing()
    harness.ourStream { $0.sink = sink }
    #expect(harness.state.holds == [.server] && harness.state.status == .paused)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(60))
    #expect(harness.engine.isOpen, "only the stream says when that is over")
    harness.ourStream {
      $0.sink = 1
      $0.isCorked = true
    }
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.state.holds.isEmpty)
  }

  @Test func `R14: a stream is corked by who has it, so ours says nothing`() {
    var harness = Self.playing()
    harness.ourStream { $0.isCorked = true }
    #expect(harness.engine.sounds && harness.state.holds.isEmpty)
  }

  @Test func `R8: moved to another sink it goes on there`() {
    var harness = Self.playing()
    harness.facts.server?.sinks.append(SinkFacts(index: 2, name: "hdmi", device: .card(CardIndex(1))))
    harness.ourStream { $0.sink = nil }
    #expect(harness.state.holds == [.server])
    harness.ourStream { $0.sink = 2 }
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test(arguments: ways) func `R33: unplugged meanwhile it stays silent, and the window starts at its end`(way: Way) {
    var harness = Self.playing()
    way.begin(&harness)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1_500))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    way.end(&harness)
    harness.advance(.seconds(500))
    #expect(!harness.engine.sounds)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test(arguments: ways) func `R33: plugged meanwhile, R3 waits for its end`(way: Way) {
    var harness = Self.playing()
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    if way.cause == .reservation { harness.command(.pause, from: .commandLine) }
    way.begin(&harness)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(5))
    #expect(!harness.engine.sounds)
    way.end(&harness)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds == (way.cause != .reservation))
  }
}

extension CoreHarness {
  /// A stream of this role plays, or none does.
  mutating func call(_ role: String?, isThere: Bool? = nil) {
    facts.server?.streams.removeAll { $0.index == 20 }
    if isThere ?? (role != nil) {
      facts.server?.streams.append(StreamFacts(index: 20, isOurs: false, sink: 1, role: role, application: "Phone"))
    }
    publish()
  }

  /// These other players play, and no others.
  mutating func players(playing names: Set<String>) {
    let known = Set((facts.players ?? []).map(\.name)).union(names)
    facts.players = known.sorted().map { OtherPlayerFacts(name: $0, status: names.contains($0) ? .playing : .paused) }
    publish()
  }

  /// Changes our stream at the server.
  mutating func ourStream(_ change: (inout StreamFacts) -> Void) {
    if let index = facts.server?.streams.firstIndex(where: \.isOurs) { change(&facts.server!.streams[index]) }
    publish()
  }
}
