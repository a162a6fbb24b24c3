import Testing

@testable import PlayerCore

/// Other players are paused while this one plays (R37).
@Suite struct OtherPlayerRuleTests {
  private static let vlc = InterruptionRuleTests.vlc
  private static let mpv = InterruptionRuleTests.mpv

  /// Two others are there, of which `playing` play, and this player is paused.
  private static func paused(
    playing: Set<String> = [vlc], _ change: (inout SessionSettings) -> Void = { _ in }
  ) -> CoreHarness {
    var settings = SessionSettings()
    settings.interruptsOthers = true
    change(&settings)
    var harness = CoreHarness(jacks: [("Headphone Jack", true)], settings: settings)
    harness.facts.players = [vlc, mpv].map {
      OtherPlayerFacts(name: $0, status: playing.contains($0) ? .playing : .paused)
    }
    harness.launch(plays: false)
    return harness
  }

  /// It plays now, and the others have obeyed.
  private static func started(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var harness = paused(change)
    harness.command(.play)
    harness.players(playing: [])
    harness.advance(.seconds(1))
    return harness
  }

  private static func orders(_ harness: CoreHarness) -> [Effect] {
    harness.effects.filter { effect in
      switch effect {
      case .pausePlayers, .resumePlayers: true
      default: false
      }
    }
  }

  private static let both: [Effect] = [.pausePlayers([vlc]), .resumePlayers([vlc])]

  @Test(arguments: [Command.pause, .stop, .togglePlayPause, .clearQueue])
  func `R37: starting pauses those that play, and ending lets them go on`(command: Command) {
    var harness = Self.started()
    #expect(Self.orders(harness) == [.pausePlayers([Self.vlc])])
    harness.command(command)
    #expect(Self.orders(harness) == Self.both)
    // They do so once.
    harness.command(.play)
    harness.command(.pause)
    #expect(Self.orders(harness) == Self.both)
  }

  @Test func `R37: those that are found only after the music has begun are paused, too`() {
    var harness = Self.paused()
    let players = harness.facts.players
    harness.facts.players = nil
    harness.publish()
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(Self.orders(harness).isEmpty)
    harness.facts.players = players
    harness.publish()
    #expect(Self.orders(harness) == [.pausePlayers([Self.vlc])])
    harness.players(playing: [])
    harness.players(playing: [Self.mpv])
    harness.command(.pause)
    #expect(Self.orders(harness) == Self.both)
  }

  @Test func `R37: the end of the queue lets them go on, too`() {
    var harness = Self.started()
    harness.send(.engineReported(.ended(harness.state.generation)))
    harness.send(.engineReported(.ended(harness.state.generation)))
    harness.advance(.seconds(60))
    #expect(harness.state.wish.cause == .endOfQueue)
    #expect(Self.orders(harness) == Self.both)
  }

  @Test func `R37: by default nobody is disturbed`() {
    var harness = Self.started { $0.interruptsOthers = false }
    harness.command(.pause)
    #expect(Self.orders(harness).isEmpty)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var act: @Sendable (inout CoreHarness) -> Void
  }

  static let changes = [
    Change(testDescription: "played on") { $0.players(playing: [vlc]) },
    Change(testDescription: "played on and paused") {
      $0.players(playing: [vlc])
      $0.players(playing: [])
    },
    Change(testDescription: "was stopped") { harness in
      harness.facts.players = [OtherPlayerFacts(name: vlc, status: .stopped)]
      harness.publish()
    },
    Change(testDescription: "left") { harness in
      harness.facts.players = []
      harness.publish()
    },
    Change(testDescription: "left and came again") { harness in
      harness.facts.players = []
      harness.publish()
      harness.players(playing: [])
      harness.facts.players = [OtherPlayerFacts(name: vlc, status: .paused)]
      harness.publish()
    },
  ]

  @Test(arguments: changes) func `R37: one that has changed by itself is left alone`(change: Change) {
    var harness = Self.started()
    change.act(&harness)
    harness.command(.pause)
    #expect(Self.orders(harness) == [.pausePlayers([Self.vlc])])
  }

  @Test func `R37: paused again before they have obeyed, they go on all the same`() {
    var harness = Self.paused()
    harness.command(.play)
    harness.command(.pause)
    #expect(Self.orders(harness) == Self.both)
  }

  @Test func `R37: one that starts while we play is not disturbed, nor by a snag`() {
    var harness = Self.started()
    harness.players(playing: [Self.mpv])
    harness.play([JackEdge(0, "Headphone Jack", false), JackEdge(100, "Headphone Jack", true)])
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && Self.orders(harness) == [.pausePlayers([Self.vlc])])
  }

  @Test func `R37, R1: lost headphones let nobody play into the room`() {
    var harness = Self.started()
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(Self.orders(harness) == [.pausePlayers([Self.vlc])])
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
    harness.command(.pause)
    #expect(Self.orders(harness) == Self.both)
  }

  @Test func `R37, R14: nobody goes on during a call`() {
    var harness = Self.started()
    harness.facts.server = InterruptionRuleTests.server
    harness.publish()
    harness.call("phone")
    harness.command(.pause)
    #expect(Self.orders(harness) == [.pausePlayers([Self.vlc])])
  }

  @Test func `R37, R14: with yield-to-players the one that goes on because of us interrupts nothing`() {
    var harness = Self.started { $0.yieldsToPlayers = true }
    harness.command(.pause)
    harness.players(playing: [Self.vlc])
    #expect(harness.state.holds.isEmpty)
    harness.advance(.seconds(1))
    harness.command(.play)
    harness.players(playing: [])
    #expect(harness.engine.sounds)
    // Started by its user it does.
    harness.players(playing: [Self.vlc])
    #expect(harness.state.snapshot.interruptions == [.player])
    harness.advance(.seconds(1))
    // And the user's word is the last one: it is paused again, and does not come back by that.
    harness.command(.play)
    #expect(Self.orders(harness).last == .pausePlayers([Self.vlc]))
    harness.players(playing: [])
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.state.holds.isEmpty)
  }

  @Test func `R37, R14: two players with both settings come to rest`() {
    var here = CoreHarness(settings: Self.bothSettings)
    var there = CoreHarness(settings: Self.bothSettings)
    for player in [0, 1] {
      if player == 0 { here.facts.players = [OtherPlayerFacts(name: "there", status: .paused)] }
      if player == 1 { there.facts.players = [OtherPlayerFacts(name: "here", status: .paused)] }
    }
    here.launch(plays: false)
    there.launch(plays: false)
    var steps = 0
    for command in [Command.play, .pause, .play, .stop, .play] {
      for isHere in [true, false] {
        if isHere { here.command(command) } else { there.command(command) }
        while Self.deliver(&here, &there) || Self.deliver(&there, &here, name: "here") {
          steps += 1
          guard steps < 1_000 else { return #expect(Bool(false), "they keep each other awake") }
        }
        #expect(!(here.engine.sounds && there.engine.sounds), "both sound after \(command)")
      }
    }
  }

  private static var bothSettings: SessionSettings {
    var settings = SessionSettings()
    (settings.yieldsToPlayers, settings.interruptsOthers) = (true, true)
    return settings
  }

  /// Tells `one` what `other` is, and `other` what `one` has ordered. False: nothing is new.
  private static func deliver(_ one: inout CoreHarness, _ other: inout CoreHarness, name: String = "there") -> Bool {
    let before = (one.effects.count, other.effects.count, one.facts.players)
    one.facts.players = [OtherPlayerFacts(name: name, status: other.state.status)]
    if one.facts.players != before.2 { one.publish() }
    for effect in one.effects.dropFirst(one.ordersDone) {
      if case .pausePlayers = effect { other.command(.pause, from: .mpris) }
      if case .resumePlayers = effect { other.command(.play, from: .mpris) }
    }
    one.ordersDone = one.effects.count
    one.advance(.milliseconds(50))
    other.advance(.milliseconds(50))
    return before.0 != one.effects.count || before.1 != other.effects.count || before.2 != one.facts.players
  }
}
