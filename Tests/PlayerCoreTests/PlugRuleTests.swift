import PlayerCore
import Testing

/// Plugging in, other devices, several jacks, and what the levels do.
@Suite struct PlugRuleTests {
  static func onSpeaker(
    jacks: [(String, Bool?)] = [("Headphone Jack", false)], levels: [RouteID: Level] = [:],
    settings: SessionSettings = SessionSettings()
  ) -> CoreHarness {
    var harness = CoreHarness(jacks: jacks, settings: settings, volume: VolumeBook(levels: levels))
    harness.launch()
    return harness
  }

  static let speaker = RouteID("speaker:PCH")
  static let headphones = RouteID("headphones:PCH")

  @Test(arguments: [(80, 30, 30, 30), (30, 80, 30, 80), (50, 50, 50, 50)])
  func `R6: a plug-in keeps playing, at the lower level until it is settled`(
    speaker: Int, headphones: Int, first: Int, settled: Int
  ) {
    var harness = PlugRuleTests.onSpeaker(
      levels: [PlugRuleTests.speaker: Level(percent: speaker), PlugRuleTests.headphones: Level(percent: headphones)])
    harness.play([
      JackEdge(0, "Headphone Jack", true), JackEdge(3, "Headphone Jack", false), JackEdge(9, "Headphone Jack", true),
    ])
    #expect(harness.engine.sounds)
    harness.advance(.milliseconds(499))
    #expect(harness.heard.last!.gain == Level(percent: first).gain)
    #expect(harness.announced.isEmpty)
    harness.advance(.milliseconds(100))
    #expect(harness.heard.last!.gain == Level(percent: settled).gain)
    #expect(harness.announced.map(\.reason) == [.newDeviceAvailable])
    #expect(harness.heard.reduce(0) { $0 + Int64($1.frames.count) } == harness.frame, "not a frame is lost")
  }

  @Test func `R6: headphones beside a plugged line out are a plug-in`() {
    var harness = PlugRuleTests.onSpeaker(jacks: [("Line Out Jack", true), ("Front Headphone Jack", false)])
    harness.plug("Front Headphone Jack", true)
    #expect(harness.engine.sounds)
    harness.advance(.seconds(1))
    #expect(harness.announced.map(\.current.port) == [.headphones])
    harness.plug("Front Headphone Jack", false)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R6: a plug-in that displaces headphones and goes again frees the level`() {
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], volume: VolumeBook(muted: [RouteID("usb:S123")]))
    harness.launch()
    harness.facts.cards.append(LossRuleTests.usb)
    harness.facts.output = .card(CardIndex(1))
    harness.publish()
    harness.advance(.milliseconds(100))
    harness.facts = Facts(cards: [harness.facts.cards[0]])
    harness.facts.cards[0].jacks[0].plugged = false
    harness.publish()
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(harness.engine.gain == Level(percent: 60).gain)
  }

  @Test func `R7: what comes and goes without being used changes nothing`() {
    var harness = LossRuleTests.onHeadphones()
    harness.facts.output = .card(CardIndex(0))
    harness.facts.cards += [LossRuleTests.usb]
    harness.facts.bluetooth = [LossRuleTests.buds]
    harness.publish()
    harness.advance(.seconds(1))
    harness.facts.cards.removeLast()
    harness.facts.bluetooth = []
    harness.publish()
    harness.advance(.seconds(1))
    #expect(harness.announced.isEmpty)
    #expect(harness.heard.count == 1)
  }

  @Test func `R8: choosing another output is an override and never a pause`() {
    var harness = LossRuleTests.onHeadphones()
    harness.facts.cards += [LossRuleTests.usb]
    harness.facts.output = .card(CardIndex(0))
    harness.publish()
    harness.advance(.seconds(1))
    harness.facts.output = .card(CardIndex(1))
    harness.publish()
    harness.advance(.seconds(1))
    #expect(harness.announced.map(\.reason) == [.override])
    #expect(harness.engine.sounds)
  }

  @Test func `R34: of two jacks of one card one leaving is a change of configuration, the last one the loss`() {
    var harness = LossRuleTests.onHeadphones([("Headphone Jack", true), ("Front Headphone Jack", true)])
    harness.plug("Front Headphone Jack", false)
    #expect(harness.engine.sounds)
    harness.advance(.seconds(1))
    #expect(harness.announced.map(\.reason) == [.routeConfigurationChange])
    harness.plug("Headphone Jack", false)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R34: a phantom jack makes no edge, another card's jack neither`() {
    var harness = PlugRuleTests.onSpeaker(jacks: [("Headphone Phantom Jack", true)])
    #expect(harness.state.snapshot.route.name.contains("no plug sensing"))
    harness.facts.cards.append(
      CardFacts(
        index: CardIndex(1), stableID: "B", name: "B", jacks: [JackFacts(name: "Headphone Jack", plugged: true)]))
    harness.publish()
    harness.plug("Headphone Phantom Jack", false)
    harness.plug("Headphone Jack", false, card: 1)
    harness.advance(.seconds(1))
    #expect(harness.heard.count == 1)
    #expect(harness.announced.isEmpty)
  }

  @Test func `R34: where the output belongs to no card the loss of any headphones counts`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.facts.output = .unnamed
    harness.facts.cards.append(
      CardFacts(index: CardIndex(1), stableID: "B", name: "B", jacks: [JackFacts(name: "Headset Jack", plugged: true)]))
    harness.launch()
    harness.plug("Headset Jack", false, card: 1)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    harness.command(.play)
    harness.advance(.seconds(1))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.announced.last?.reason == .newDeviceAvailable)
    #expect(harness.engine.sounds)
  }

  @Test func `R19: every route has its own level, before its first frame`() {
    var harness = PlugRuleTests.onSpeaker(
      levels: [PlugRuleTests.speaker: Level(percent: 20), PlugRuleTests.headphones: Level(percent: 90)])
    harness.command(.pause)
    harness.advance(.seconds(1))
    harness.plug("Headphone Jack", true)
    harness.command(.play)
    harness.advance(.milliseconds(10))
    #expect(harness.heard.last!.gain == Level(percent: 90).gain)
    #expect(harness.state.snapshot.level == Level(percent: 90))
  }

  static let resets: [(level: Int?, heard: Int)] = [(70, 70), (40, 40), (nil, 90)]

  @Test(arguments: resets) func `R20: a loss resets the speaker's level, and only a loss`(level: Int?, heard: Int) {
    var settings = SessionSettings()
    settings.speakerLevel = level.map { Level(percent: $0) }
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], settings: settings,
      volume: VolumeBook(levels: [PlugRuleTests.speaker: Level(percent: 90)]))
    harness.launch()
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.level == Level(percent: heard))
    let saved = harness.effects.contains { if case .saveVolume = $0 { true } else { false } }
    #expect(saved == (level != nil))
  }

  @Test(arguments: [true, false]) func `R20: also if the device fails first, or the user pauses in the snag`(
    fails: Bool
  ) {
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], volume: VolumeBook(levels: [PlugRuleTests.speaker: .full]))
    harness.launch()
    if fails { harness.loseDevice() }
    harness.plug("Headphone Jack", false)
    harness.command(.pause)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.level == Level(percent: 70))
  }

  @Test func `R20: lost while paused, the speaker keeps its level`() {
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], volume: VolumeBook(levels: [PlugRuleTests.speaker: .full]))
    harness.launch(plays: false)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.level == .full)
  }

  @Test func `R21: the cap holds for keys, restore and the speaker's reset`() {
    var settings = SessionSettings()
    settings.maximums = [PlugRuleTests.headphones: Level(percent: 50), PlugRuleTests.speaker: Level(percent: 30)]
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], settings: settings,
      volume: VolumeBook(levels: [PlugRuleTests.headphones: .full]))
    harness.launch()
    for command in [Command.setLevel(.full), .changeLevel(50), .changeLevel(.max)] { harness.command(command) }
    #expect(harness.engine.gain == Level(percent: 50).gain)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.level == Level(percent: 30))
  }

  @Test func `R22: levels ramp for 5 to 30 ms, pauses fade, and a loss is silent at once`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.changeLevel(-5))
    harness.command(.pause)
    harness.advance(.seconds(1))
    harness.command(.play)
    harness.plug("Headphone Jack", false)
    var fades: [Duration] = []
    for order in harness.engine.orders {
      switch order {
      case .setGain(_, let ramp): #expect(ramp >= .milliseconds(5) && ramp <= .milliseconds(30))
      case .silence(_, let fade): fades.append(fade)
      default: break
      }
    }
    #expect(fades == [.milliseconds(15), .zero])
  }

  @Test func `R35: only unmute and volume-up unmute`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.setMute(true))
    harness.play([JackEdge(0, "Headphone Jack", false), JackEdge(1_000, "Headphone Jack", true)])
    harness.advance(.seconds(1))
    harness.command(.changeLevel(-5))
    #expect(harness.state.snapshot.isMuted)
    #expect(harness.engine.gain == .silence)
    harness.command(.changeLevel(5))
    #expect(!harness.state.snapshot.isMuted)
    #expect(harness.engine.gain == Level(percent: 60).gain)
  }

  @Test func `R36: pause, seek and level are ordered with the command itself`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.setLevel(Level(percent: 10)))
    #expect(harness.engine.gain == Level(percent: 10).gain)
    harness.command(.changePlaybackPosition(.seconds(8)))
    // What sounds fades out for 10 ms first.
    harness.advance(.milliseconds(30))
    #expect(harness.heard.last!.frames == 384_000..<384_960)
    harness.command(.pause)
    harness.advance(.milliseconds(100))
    #expect(!harness.engine.isAudible)
    #expect(harness.frame == 384_960 + 720)
  }
}
