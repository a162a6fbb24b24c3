import PlayerCore
import Testing

/// What happens when the route in use goes, and when it comes back.
@Suite struct LossRuleTests {
  /// On headphones, playing since before the quiet time's end.
  static func onHeadphones(
    _ jacks: [(String, Bool?)] = [("Headphone Jack", true)], settings: SessionSettings = SessionSettings()
  ) -> CoreHarness {
    var harness = CoreHarness(jacks: jacks, settings: settings)
    harness.launch()
    return harness
  }

  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var jacks: [(String, Bool?)] = []
    var output: OutputFacts?
    var cards: [CardFacts] = []
    var bluetooth: [BluetoothFacts] = []
  }

  static let usb = CardFacts(index: CardIndex(1), stableID: "S123", name: "Headset", bus: .usb, hasCapture: true)
  static let dac = CardFacts(index: CardIndex(1), stableID: "D7", name: "DAC", bus: .usb)
  static let display = CardFacts(
    index: CardIndex(1), stableID: "HDMI", name: "Graphics",
    jacks: [JackFacts(name: "HDMI/DP,pcm=3 Jack", plugged: true)])
  static let buds = BluetoothFacts(address: "00:11:22:33:44:55", name: "Buds")

  static let ways = [
    Way(testDescription: "headphones", jacks: [("Headphone Jack", true)]),
    Way(testDescription: "headset", jacks: [("Headset Jack", true)]),
    Way(testDescription: "headphones and headset mic", jacks: [("Headphone Jack", true), ("Headset Mic Jack", true)]),
    Way(testDescription: "line out", jacks: [("Line Out Jack", true)]),
    Way(testDescription: "USB headset", output: .card(CardIndex(1)), cards: [usb]),
    Way(testDescription: "USB audio", output: .card(CardIndex(1)), cards: [dac]),
    Way(testDescription: "HDMI", output: .card(CardIndex(1)), cards: [display]),
    Way(testDescription: "Bluetooth", output: .bluetooth(address: buds.address), bluetooth: [buds]),
  ]

  static func launched(on way: Way, settings: SessionSettings = SessionSettings()) -> CoreHarness {
    var harness = CoreHarness(jacks: way.jacks, settings: settings)
    harness.facts.cards += way.cards
    harness.facts.bluetooth = way.bluetooth
    harness.facts.output = way.output
    harness.launch()
    return harness
  }

  /// All that made the way is gone; the server, if there is one, sends the sound to the card on the board.
  static func unplug(_ harness: inout CoreHarness, _ way: Way) {
    harness.facts.cards = [harness.facts.cards[0]]
    for jack in harness.facts.cards[0].jacks.indices { harness.facts.cards[0].jacks[jack].plugged = false }
    harness.facts.bluetooth = []
    if way.output != nil { harness.facts.output = .card(CardIndex(0)) }
    harness.publish()
  }

  @Test(arguments: ways) func `R1: whatever is lost but the speaker pauses at the last frame heard`(way: Way) {
    var harness = LossRuleTests.launched(on: way)
    let before = harness.heard.last!.frames.upperBound
    #expect(before == 144_000)
    LossRuleTests.unplug(&harness, way)
    #expect(!harness.engine.isAudible, "silence comes before any judgement")
    harness.advance(.seconds(5))
    #expect(harness.heard.last!.frames.upperBound == before)
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    #expect(harness.state.status == .paused)
    #expect(harness.frame == before)
    #expect(harness.announced.map(\.reason) == [.oldDeviceUnavailable])
  }

  @Test func `R1: the server moves the stream off a USB headset before the card vanishes`() {
    var harness = LossRuleTests.launched(on: LossRuleTests.ways[4])
    harness.facts.output = .card(CardIndex(0))
    harness.publish()
    harness.advance(.milliseconds(40))
    harness.facts.cards.removeLast()
    harness.publish()
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R1: the speaker's card leaving is no loss of a route`() {
    var harness = CoreHarness()
    harness.launch()
    harness.facts.cards = []
    harness.publish()
    harness.advance(.seconds(3))
    #expect(harness.state.wish.cause != .routeLost)
  }

  @Test(arguments: ways) func `R2: lost while paused only the route changes, and nothing resumes later`(way: Way) {
    var harness = LossRuleTests.launched(on: way)
    harness.command(.pause)
    harness.advance(.seconds(1))
    let facts = harness.facts
    LossRuleTests.unplug(&harness, way)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .user))
    #expect(harness.state.snapshot.resumesUntil == nil)
    #expect(harness.announced.map(\.current.port) == [.builtInSpeaker])
    let heard = harness.heard
    harness.facts = facts
    harness.publish()
    harness.advance(.seconds(5))
    #expect(harness.heard == heard)
  }

  static let resuming: [Way] = ways.filter { !["line out", "HDMI"].contains($0.testDescription) }

  @Test(arguments: resuming) func `R3: the same private route's return resumes at the frame heard, fading in`(way: Way)
  {
    var harness = LossRuleTests.launched(on: way)
    let facts = harness.facts
    LossRuleTests.unplug(&harness, way)
    harness.advance(.seconds(30))
    let lost = harness.heard.last!
    harness.facts = facts
    harness.publish()
    harness.advance(.milliseconds(499))
    #expect(harness.heard.last == lost, "a plug-in is believed after 500 ms")
    harness.advance(.milliseconds(200))
    #expect(harness.heard.last!.frames.lowerBound == lost.frames.upperBound)
    #expect(harness.heard.last!.fadeIn == .milliseconds(300))
    #expect(harness.heard.last!.route.id == lost.route.id)
    #expect(harness.state.wish.goal == .play)
  }

  @Test(arguments: ["line out", "HDMI"]) func `R3: a public route's return resumes nothing`(name: String) {
    let way = LossRuleTests.ways.first { $0.testDescription == name }!
    var harness = LossRuleTests.launched(on: way)
    let facts = harness.facts
    LossRuleTests.unplug(&harness, way)
    harness.advance(.seconds(3))
    harness.facts = facts
    harness.publish()
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  struct Return: Sendable {
    var lost: String
    var back: String
    var resumes: Bool
  }

  @Test(arguments: [
    Return(lost: "Headphone Jack", back: "Headset Jack", resumes: true),
    Return(lost: "Headset Jack", back: "Headphone Jack", resumes: true),
    Return(lost: "Headphone Jack", back: "Front Headphone Jack", resumes: true),
    // A combo is unknown: it counts as private when it is lost and as public when it appears (R34).
    Return(lost: "Headphone Jack", back: "Headphone Mic Jack", resumes: false),
    Return(lost: "Headphone Mic Jack", back: "Headphone Jack", resumes: true),
    Return(lost: "Headphone Jack", back: "Line Out Jack", resumes: false),
  ]) func `R3: any headphone or headset jack of the same card is the same private route`(row: Return) {
    var harness = CoreHarness(jacks: [(row.lost, true)])
    harness.launch()
    harness.plug(row.lost, false)
    harness.advance(.seconds(2))
    harness.plug(row.back, true)
    harness.advance(.seconds(2))
    #expect((harness.state.wish.goal == .play) == row.resumes)
  }

  @Test(arguments: [(599, true), (601, false)]) func `R3: the window is ten minutes`(seconds: Int, resumes: Bool) {
    var harness = LossRuleTests.onHeadphones()
    harness.plug("Headphone Jack", false)
    harness.advance(.milliseconds(400))
    #expect(harness.state.snapshot.resumesUntil == harness.now + .seconds(600))
    #expect(!harness.state.snapshot.awaitsCommand)
    harness.advance(.seconds(seconds - 1))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(harness.state.snapshot.awaitsCommand == !resumes)
    #expect((harness.state.wish.goal == .play) == resumes)
  }

  @Test func `R3: a window of zero never resumes`() {
    var settings = SessionSettings()
    settings.resumeWindow = .zero
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.play([JackEdge(0, "Headphone Jack", false), JackEdge(1_000, "Headphone Jack", true)])
    harness.advance(.seconds(2))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test(arguments: [(50, true), (70, false)])
  func `R3: Bluetooth resumes within a minute, as nobody says why it left`(seconds: Int, resumes: Bool) {
    let way = LossRuleTests.ways.last!
    var harness = LossRuleTests.launched(on: way)
    let facts = harness.facts
    LossRuleTests.unplug(&harness, way)
    harness.advance(.seconds(seconds))
    harness.facts = facts
    harness.publish()
    harness.advance(.seconds(2))
    #expect((harness.state.wish.goal == .play) == resumes)
  }

  static let transports: [Command] = [
    .pause, .stop, .nextTrack, .previousTrack, .skip(.seconds(1)), .changePlaybackPosition(.seconds(1)),
  ]

  @Test(arguments: transports, [100, 2_000])
  func `R4: a transport command between loss and return cancels the resume`(command: Command, milliseconds: Int) {
    var harness = LossRuleTests.onHeadphones()
    harness.plug("Headphone Jack", false)
    harness.advance(.milliseconds(milliseconds))
    harness.command(command)
    harness.advance(.seconds(2))
    let heard = harness.heard
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(harness.heard == heard)
    #expect(harness.state.wish.goal != .play)
  }

  @Test(arguments: [Command.setLevel(Level(percent: 10)), .toggleMute, .changeShuffleMode(true)])
  func `R4: a command that is not transport leaves the resume alone`(command: Command) {
    var harness = LossRuleTests.onHeadphones()
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(2))
    harness.command(command)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(harness.state.wish.goal == .play)
  }

  @Test(arguments: [[Command.togglePlayPause, .togglePlayPause], [.pause, .play], [.play]])
  func `R9: presses before a loss is confirmed do not bring the sound to the speaker`(presses: [Command]) {
    var harness = LossRuleTests.onHeadphones()
    harness.plug("Headphone Jack", false)
    harness.advance(.milliseconds(100))
    for press in presses { harness.command(press) }
    harness.advance(.seconds(5))
    #expect(harness.heard.allSatisfy { $0.route.port == .headphones })
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test(arguments: [Command.play, .togglePlayPause])
  func `R4: played on the speaker meanwhile, the sound moves to the headphones and goes on`(command: Command) {
    var harness = LossRuleTests.onHeadphones()
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(2))
    harness.command(command)
    harness.advance(.seconds(1))
    #expect(harness.heard.last!.route.port == .builtInSpeaker)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
    #expect(harness.heard.last!.route.port == .headphones)
    #expect(harness.state.wish == Wish(.play, because: .user))
  }

  @Test(arguments: ["paused", "stopped", "launched"]) func `R5: a plug-in starts nothing it did not stop`(how: String) {
    var harness = CoreHarness()
    harness.launch(plays: how != "launched")
    if how == "paused" { harness.command(.pause) }
    if how == "stopped" { harness.command(.stop) }
    harness.advance(.seconds(1))
    let heard = harness.heard
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(5))
    #expect(harness.heard == heard)
  }

  @Test(arguments: [OnUnplug.pause, .continue, .stop]) func `R12: on-unplug says what a loss does`(way: OnUnplug) {
    var settings = SessionSettings()
    settings.onUnplug = way
    var harness = LossRuleTests.onHeadphones(settings: settings)
    let before = harness.heard.last!.frames.upperBound
    harness.plug("Headphone Jack", false)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    switch way {
    case .pause: #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    case .stop:
      #expect(harness.state.wish == Wish(.stop, because: .routeLost))
      #expect(!harness.engine.isOpen)
      #expect(harness.frame == 0)
    case .continue:
      let last = harness.heard.last!
      #expect(last.frames.lowerBound == before)
      #expect(last.route.port == .builtInSpeaker)
      #expect(last.gain == Level(percent: 70).gain, "R20")
    }
  }

  @Test func `R12: on-plug nothing leaves the pause`() {
    var settings = SessionSettings()
    settings.onPlug = .nothing
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.play([JackEdge(0, "Headphone Jack", false), JackEdge(1_000, "Headphone Jack", true)])
    harness.advance(.seconds(2))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    #expect(harness.state.snapshot.resumesUntil == nil)
    #expect(harness.state.snapshot.awaitsCommand)
  }

  /// On a USB headset; headphones were plugged a moment ago, and the server has just sent the sound there.
  private static func movedOff(usb way: Way) -> CoreHarness {
    var harness = launched(on: way)
    harness.plug("Headphone Jack", true)
    harness.advance(.milliseconds(100))
    harness.facts.output = .card(CardIndex(0))
    harness.publish()
    harness.advance(.milliseconds(100))
    return harness
  }

  @Test(arguments: [true, false])
  func `R1, R33: a device that went while its sound was being moved has not come back after a hold`(seen: Bool) {
    var harness = LossRuleTests.movedOff(usb: LossRuleTests.ways[4])
    if seen {
      harness.facts.cards.removeLast()
      harness.publish()
    }
    harness.loseDevice()
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    harness.send(.holdBegan(.sleep))
    harness.send(.holdEnded(.sleep, shouldResume: true))
    harness.advance(.seconds(5))
    #expect(!harness.engine.isAudible)
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R1: a device that went before its route was settled is the one that is lost`() {
    var harness = LossRuleTests.onHeadphones()
    harness.facts.cards.append(LossRuleTests.usb)
    harness.facts.output = .card(LossRuleTests.usb.index)
    harness.publish()
    harness.advance(.milliseconds(100))
    let place = harness.heard.last!.frames.upperBound
    harness.loseDevice()
    harness.facts.cards.removeLast()
    harness.facts.output = .card(CardIndex(0))
    harness.publish()
    harness.advance(.seconds(2))
    #expect(harness.state.snapshot.lostRoute?.id == RouteID("usb:S123"))
    #expect(harness.frame == place && !harness.engine.isAudible)
    harness.send(.holdBegan(.interruption))
    harness.send(.holdEnded(.interruption, shouldResume: true))
    harness.advance(.seconds(1))
    #expect(!harness.engine.isAudible, "the headphones were plugged all the time")
    harness.facts.cards.append(LossRuleTests.usb)
    harness.facts.output = .card(LossRuleTests.usb.index)
    harness.publish()
    harness.advance(.seconds(1))
    #expect(harness.heard.last?.frames.lowerBound == place)
    #expect(harness.heard.last?.route.id == RouteID("usb:S123"))
  }

  @Test func `R3: headphones whose device failed play on when they were pulled and plugged, not after a hold`() {
    var harness = LossRuleTests.onHeadphones()
    harness.loseDevice(.failed(operation: "write", message: "EIO"))
    harness.send(.holdBegan(.interruption))
    harness.send(.holdEnded(.interruption, shouldResume: true))
    harness.advance(.seconds(1))
    #expect(!harness.engine.isAudible)
    harness.play([JackEdge(0, "Headphone Jack", false), JackEdge(1_000, "Headphone Jack", true)])
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
    #expect(harness.state.wish == Wish(.play, because: .routeLost))
  }
}
