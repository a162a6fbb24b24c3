import TestSupport
import Testing

@testable import PlayerCore

/// Every rule has an entry of the timeline that names it, also those that act by doing nothing.
@Suite struct TimelineRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var rule: Int
    /// A part of what people read.
    var says: String
    var happens: @Sendable (inout CoreHarness) -> Void
    var starts: @Sendable () -> CoreHarness

    init(
      _ rule: Int, _ says: String, from starts: @escaping @Sendable () -> CoreHarness = { playing() },
      _ happens: @escaping @Sendable (inout CoreHarness) -> Void
    ) {
      (self.rule, self.says, self.starts, self.happens) = (rule, says, starts, happens)
    }

    var testDescription: String { "R\(rule): \(says)" }
  }

  private static let jack = "Headphone Jack"

  /// It plays on headphones.
  static func playing(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var settings = SessionSettings()
    change(&settings)
    var harness = CoreHarness(jacks: [(jack, true), ("Headset Mic Jack", false)], settings: settings)
    harness.launch()
    return harness
  }

  private static func paused() -> CoreHarness {
    var harness = playing()
    harness.command(.pause)
    return harness
  }

  static let rows: [Row] = [
    Row(1, "unplugged; paused; its return within 10 min resumes") { $0.pull() },
    Row(2, "nothing played", from: paused) { $0.pull() },
    Row(3, "the music goes on where it stopped, fading in over 300 ms") {
      $0.pull()
      $0.insert()
    },
    Row(3, "waited 10 min") {
      $0.pull()
      $0.advance(.seconds(700))
    },
    Row(4, "resumes no more") {
      $0.pull()
      $0.command(.nextTrack)
    },
    Row(
      5, "plugged in; nothing played, and nothing starts",
      from: {
        var harness = paused()
        harness.pull()
        return harness
      }
    ) { $0.insert() },
    Row(6, "the music goes on; level 60 %", from: { InterruptionRuleTests.onSpeaker() }) { $0.insert() },
    Row(6, "no louder than either", from: { InterruptionRuleTests.onSpeaker() }) { $0.plug(jack, true) },
    Row(7, "USB audio – DAC is there, which is not in use; nothing changes") { $0.addCard() },
    Row(8, "chosen by hand; the music goes on", from: { RouteChoiceTests.served() }) {
      $0.command(.chooseRoute(RouteID("hdmi:HDMI")))
      $0.ourStream { $0.sink = 2 }
      $0.advance(.seconds(5))
    },
    Row(9, "contact lost") { $0.plug(jack, false) },
    Row(9, "it bounced once") {
      $0.plug(jack, false)
      $0.advance(.milliseconds(50))
      $0.plug(jack, true)
      $0.advance(.seconds(1))
    },
    Row(10, "starts on Headphones – HDA Intel") { _ in },
    Row(11, "wireplumber asks for a pause because of the unplugging") {
      $0.plug(jack, false)
      $0.send(.pauseRequested(byProcess: "wireplumber"))
    },
    Row(12, "as its settings say", from: { playing { $0.onUnplug = .continue } }) { $0.pull() },
    Row(13, "private listening", from: { playing { $0.listensPrivately = true } }) {
      $0.pull()
      $0.command(.play)
    },
    Row(14, "something else is to be heard: the music waits") { $0.send(.holdBegan(.interruption)) },
    Row(14, "tried again for half a minute", from: paused) {
      $0.advance(.seconds(60))
      $0.engine.openFailures = [.busy]
      $0.command(.play)
      $0.advance(.seconds(2))
    },
    Row(15, "over: something else is to be heard; the music goes on") {
      $0.send(.holdBegan(.interruption))
      $0.send(.holdEnded(.interruption, shouldResume: true))
    },
    Row(15, "for half an hour; it stays paused") {
      $0.send(.holdBegan(.interruption))
      $0.advance(.seconds(1_900))
    },
    Row(16, "a notification sounds; the music goes on", from: { InterruptionRuleTests.playing() }) { $0.call("event") },
    Row(17, "the computer is awake; the music goes on") {
      $0.send(.sleepAnnounced)
      $0.advance(.seconds(1))
      $0.send(.wokeUp)
      $0.advance(.seconds(5))
    },
    Row(18, "the device has gone (not there); paused") { $0.loseDevice() },
    Row(18, "does not answer") { $0.stickDevice() },
    Row(19, "level 70 %") { $0.pull() },
    Row(20, "is set to 70 %, as the music was lost elsewhere") { $0.pull() },
    Row(21, "level 60 %, the default there") { _ in },
    Row(21, "80 %, the most that is allowed there", from: { playing { $0.maximum = Level(percent: 80) } }) {
      $0.command(.setLevel(.full))
      $0.advance(.seconds(2))
    },
    Row(22, "keyboard: volume – 65 %") {
      $0.command(.changeLevel(5))
      $0.advance(.seconds(2))
    },
    Row(23, "switched off in the settings", from: { playing { $0.disabledSources = [.keyboard] } }) {
      $0.command(.pause)
    },
    Row(24, "plays already") { $0.command(.play) },
    Row(24, "is silent already", from: paused) { $0.command(.pause) },
    Row(25, "it counts once") {
      $0.perform("d0 u60", .playPause, on: .keyboard)
      $0.command(.togglePlayPause, from: .mpris)
    },
    Row(26, "next track – track 2") {
      $0.perform("d0 u60 d160 u220")
      $0.advance(.seconds(1))
    },
    Row(26, "back to this track's start") {
      $0.advance(.seconds(1))
      $0.command(.previousTrack)
    },
    Row(27, "headset: pause") { $0.perform("d0 u60", .pause, on: .buds) },
    Row(28, "keyboard: pause") {
      $0.stickDevice()
      $0.command(.pause)
    },
    Row(29, "category ambient") { $0.command(.changeCategory(.ambient)) },
    Row(29, "the music goes on, as ambient does not yield", from: { playing { $0.category = .ambient } }) {
      $0.send(.holdBegan(.interruption))
    },
    Row(30, "Headphones – HDA Intel → Headset – HDA Intel") {
      $0.plug("Headset Mic Jack", true)
      $0.advance(.seconds(2))
    },
    Row(30, "microphone is there: Headset Mic – HDA Intel") {
      $0.facts.cards[0].hasCapture = true
      $0.publish()
      $0.advance(.seconds(5))
      $0.plug("Headset Mic Jack", true)
      $0.advance(.seconds(2))
    },
    Row(30, "as its microphone is gone") {
      $0.send(.recordingBegan)
      $0.send(.recordingEnded(lostMicrophone: true))
    },
    Row(29, "a recording begins") { $0.send(.recordingBegan) },
    Row(29, "off while something is recorded") {
      $0.send(.recordingBegan)
      $0.command(.pause, from: .mpris)
    },
    Row(31, "is told no more") { $0.send(.observerDropped) },
    Row(32, "the device is let go after a pause of 30 s", from: paused) { $0.advance(.seconds(60)) },
    Row(33, "once nothing else holds it") {
      $0.send(.holdBegan(.interruption))
      $0.pull()
    },
    Row(34, "configured otherwise") {
      $0.plug("Headset Mic Jack", true)
      $0.advance(.seconds(2))
    },
    Row(35, "keyboard: mute or unmute – muted") { $0.command(.toggleMute) },
    Row(36, "on by 1 s – at") {
      $0.command(.skip(.seconds(1)))
      $0.advance(.seconds(2))
    },
    Row(
      37, "other players are paused: vlc",
      from: {
        var harness = playing { $0.interruptsOthers = true }
        harness.command(.pause)
        return harness
      }
    ) {
      $0.facts.players = [OtherPlayerFacts(name: InterruptionRuleTests.vlc, status: .playing)]
      $0.publish()
      $0.command(.play)
    },
  ]

  @Test(arguments: rows) func `an entry names the rule and says what it did`(row: Row) {
    var harness = row.starts()
    row.happens(&harness)
    let told = harness.timeline.contains { $0.rules.contains(row.rule) && $0.text.contains(row.says) }
    #expect(told, "\(harness.timeline.map(\.text))")
  }

  @Test func `every rule has a row`() { #expect(Set(Self.rows.map(\.rule)) == Set(1...37)) }

  @Test func `what is told is counted in the snapshot, and nothing is while nothing happens`() {
    var harness = Self.paused()
    harness.advance(.seconds(120))
    #expect(harness.state.snapshot.timelineCount == UInt64(harness.timeline.count))
    let count = harness.timeline.count
    #expect(harness.state.nextDeadline == nil)
    harness.advance(.seconds(10_000))
    #expect(harness.timeline.count == count)
  }

  @Test func `a volume key that is held is one entry, of the level it came to`() {
    var harness = Self.playing()
    let before = harness.timeline.count
    for _ in 1...4 {
      harness.command(.changeLevel(5))
      harness.advance(.milliseconds(150))
    }
    #expect(harness.timeline.count == before)
    harness.advance(.seconds(2))
    #expect(harness.timeline.dropFirst(before).map(\.sentence) == ["keyboard: volume – 80 %"])
  }

  @Test func `what is different comes after the level that was being set`() {
    var harness = Self.playing()
    let before = harness.timeline.count
    harness.command(.changeLevel(5))
    harness.command(.pause)
    #expect(harness.timeline.dropFirst(before).map(\.sentence) == ["keyboard: volume – 65 %", "keyboard: pause"])
    harness.command(.changeLevel(5))
    harness.send(.leaving(.asked))
    let last = harness.timeline.suffix(2).map(\.sentence)
    #expect(last == ["keyboard: volume – 70 %", "the player was asked to end"], "an end waits for nothing")
  }

  @Test func `what comes again and again and changes nothing is told every ten seconds`() {
    var harness = InterruptionRuleTests.playing()
    let before = harness.timeline.count
    for _ in 1...30 {
      harness.call("event")
      harness.call(nil)
      harness.advance(.milliseconds(500))
    }
    #expect(harness.timeline.count - before == 2)
  }

  @Test func `what a device calls itself neither ends a line nor fills the timeline`() {
    var harness = Self.playing()
    harness.facts.cards.append(
      CardFacts(
        index: CardIndex(1), stableID: "DAC", name: "a\nb\u{1B}[31m" + String(repeating: "x", count: 9_000), bus: .usb))
    harness.publish()
    let sentence = harness.timeline.last?.sentence ?? ""
    #expect(sentence.hasPrefix("USB audio – ab[31mxxx") && sentence.hasSuffix("x…"))
    #expect(sentence.unicodeScalars.count == 401)
  }

  @Test(arguments: [false, true]) func `tracks are named only where the settings say so`(names: Bool) {
    var harness = Self.playing { $0.timelineNames = names }
    harness.command(.nextTrack)
    harness.command(.playItems([QueueItem(path: FilePath("/music/secret.flac"))]))
    let text = harness.timeline.map(\.text).joined(separator: "\n")
    #expect(text.contains(names ? "track 2, 2.flac" : "track 2 "))
    #expect(text.contains("secret") == names && text.contains(".flac") == names)
  }
}

extension InterruptionRuleTests {
  /// It plays on the speaker, with nothing in the jack.
  fileprivate static func onSpeaker() -> CoreHarness {
    var harness = CoreHarness()
    harness.launch()
    return harness
  }
}

extension CoreHarness {
  fileprivate mutating func addCard() {
    facts.cards.append(CardFacts(index: CardIndex(1), stableID: "DAC", name: "DAC", bus: .usb))
    publish()
  }

  /// From now on nothing comes from the engine.
  fileprivate mutating func stickDevice() {
    engine.reportDelay = .seconds(100_000)
    command(.nextTrack)
    advance(.seconds(10))
  }
}
