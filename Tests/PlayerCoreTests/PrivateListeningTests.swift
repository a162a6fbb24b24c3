import Testing

@testable import PlayerCore

/// Private listening mode (R13).
@Suite struct PrivateListeningTests {
  private static func listening(
    headphones plugged: Bool, plays: Bool = true, _ change: (inout SessionSettings) -> Void = { _ in }
  ) -> CoreHarness {
    var settings = SessionSettings()
    settings.listensPrivately = true
    change(&settings)
    var harness = CoreHarness(jacks: [("Headphone Jack", plugged)], settings: settings)
    harness.check = { harness, event, _, _ in
      let isHeard = harness.engine.isAudible && harness.engine.route.privacy != .wearerOnly
      #expect(!isHeard, "heard on \(harness.engine.route) after \(event)")
    }
    harness.launch(plays: plays)
    return harness
  }

  @Test(arguments: CommandSource.allCases) func `R13: without headphones play is refused, and says why`(
    source: CommandSource
  ) {
    var harness = Self.listening(headphones: false, plays: false)
    for command in [Command.play, .togglePlayPause, .playEntry(QueueEntryID(2))] {
      harness.command(command, from: source)
      #expect(harness.answers.last == .deviceNotFound)
      #expect(harness.state.snapshot.message == "private listening: everybody hears Speaker – HDA Intel")
      #expect(harness.state.wish.goal == .pause)
    }
    #expect(harness.heard.isEmpty)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(5))
    #expect(harness.heard.isEmpty, "R5")
    harness.command(.play, from: source)
    harness.advance(.seconds(1))
    #expect(harness.answers.last == .success && harness.engine.sounds)
  }

  @Test func `R13, R33: launched without headphones it is paused, and nothing is opened`() {
    let harness = Self.listening(headphones: false)
    #expect(harness.state.wish == Wish(.pause, because: .user))
    #expect(harness.engine.orders.isEmpty)
  }

  @Test func `R13: where nobody knows before it is opened, the device is opened and nothing written to it`() {
    var settings = SessionSettings()
    settings.listensPrivately = true
    var harness = CoreHarness(settings: settings)
    harness.send(.launched([QueueItem(path: FilePath("/music/1.flac"))], plays: true))
    harness.advance(.seconds(1))
    #expect(harness.state.wish.goal == .pause)
    #expect(!harness.engine.orders.contains { if case .begin = $0 { true } else { false } })
  }

  @Test(arguments: OnUnplug.allCases) func `R13: a loss pauses, whatever on-unplug says`(way: OnUnplug) {
    var harness = Self.listening(headphones: true) {
      $0.onUnplug = way
      $0.onUnplugs = [RouteID("headphones:PCH"): way]
    }
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(2))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds, "R3")
  }

  @Test(arguments: [200, 2_000])
  func `R13: a route that turns public is silent at once, and goes on when it is private`(
    milliseconds: Int
  ) {
    var harness = Self.listening(headphones: true)
    let place = harness.frame
    harness.facts.cards[0].speakerStaysOn = true
    harness.publish()
    #expect(!harness.engine.isAudible)
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    harness.advance(.milliseconds(milliseconds))
    harness.facts.cards[0].speakerStaysOn = false
    harness.publish()
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.heard.last?.frames.lowerBound == place)
  }

  @Test func `R13, R8: another output chosen by hand is no way around it, and nothing resumes by itself`() {
    var harness = Self.listening(headphones: true)
    harness.facts.cards.append(LossRuleTests.display)
    harness.publish()
    harness.advance(.seconds(5))
    harness.facts.output = .card(CardIndex(1))
    harness.publish()
    #expect(!harness.engine.isAudible && harness.state.wish.goal == .pause)
    #expect(harness.state.snapshot.resumesUntil == nil)
    harness.advance(.seconds(5))
    harness.command(.play)
    #expect(harness.answers.last == .deviceNotFound)
  }

  @Test(arguments: ["combo", "DAC"]) func `R13: what may be a speaker is none for it`(name: String) {
    var harness = Self.listening(headphones: false, plays: false)
    if name == "combo" {
      harness.plug("Headphone Mic Jack", true)
    } else {
      harness.facts.cards.append(LossRuleTests.dac)
      harness.facts.output = .card(CardIndex(1))
      harness.publish()
    }
    harness.advance(.seconds(1))
    harness.command(.play)
    #expect(harness.answers.last == .deviceNotFound)
    #expect(harness.state.snapshot.message?.hasPrefix("private listening: others may hear") == true)
  }

  @Test func `R13: switched on while others hear it, it pauses; switched off, play plays`() {
    var harness = CoreHarness()
    harness.launch()
    harness.command(.changePrivateListening(true))
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .user) && !harness.engine.isAudible)
    harness.command(.togglePrivateListening)
    #expect(harness.state.snapshot.privateListening == .off && harness.state.wish.goal == .pause)
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R13: what is said of it stands no longer than it is true`() {
    var harness = Self.listening(headphones: false, plays: false)
    harness.command(.play)
    #expect(harness.state.snapshot.message == "private listening: everybody hears Speaker – HDA Intel")
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.message == nil, "there are headphones now")
    harness.facts.cards[0].speakerStaysOn = true
    harness.publish()
    harness.command(.play)
    #expect(harness.state.snapshot.message == "private listening: everybody hears Headphones – HDA Intel")
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.message == "private listening: everybody hears Speaker – HDA Intel")
    harness.command(.changePrivateListening(false))
    #expect(harness.state.snapshot.message == nil, "others may hear it now")
  }

  @Test func `R13: play within the snag guard's time is refused as well`() {
    var harness = Self.listening(headphones: true)
    harness.plug("Headphone Jack", false)
    harness.command(.pause)
    harness.command(.play)
    harness.advance(.seconds(2))
    #expect(harness.state.wish.goal == .pause)
  }

  @Test(arguments: [
    ("hw:0,0", false, PrivateListening.on), ("hw:0,0", true, .bestEffort), ("default", false, .bestEffort),
  ])
  func `R13: with a server in between it is best effort`(name: String, server: Bool, promise: PrivateListening) {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.setDeviceName(name)
    if server { harness.facts.server = InterruptionRuleTests.server }
    harness.launch()
    #expect(harness.state.snapshot.privateListening == .off)
    harness.command(.changePrivateListening(true))
    #expect(harness.state.snapshot.privateListening == promise)
  }
}
