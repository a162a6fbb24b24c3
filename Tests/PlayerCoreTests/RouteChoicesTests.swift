import PlayerCore
import Testing

/// What a key sets for a single route (R12, R20, R32), and what the settings have to say about that.
@Suite struct RouteChoicesTests {
  private static let headphones = RouteID("headphones:PCH")
  private static let speaker = RouteID("speaker:PCH")

  private static func route(_ id: RouteID, _ harness: CoreHarness) throws -> RouteSummary {
    try #require(harness.state.snapshot.routes.first { $0.id == id })
  }

  private static func saved(_ harness: CoreHarness) -> VolumeBook? {
    harness.effects.compactMap { effect -> VolumeBook? in
      if case .saveVolume(let book) = effect { book } else { nil }
    }.last
  }

  @Test(arguments: [0, 1, 2, 3]) func `R12: a key goes through what a loss does, and that is what it does`(presses: Int)
  {
    var harness = LossRuleTests.onHeadphones()
    for _ in 0..<presses { harness.command(.cycleRoutePolicy(.onUnplug, of: Self.headphones)) }
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    let statuses: [PlaybackStatus] = [.paused, .playing, .stopped, .paused]
    #expect(harness.state.status == statuses[presses])
    #expect(harness.engine.sounds == (presses == 1))
  }

  @Test(arguments: [0, 1, 2]) func `R12: a key goes through what a return does, and that is what it does`(presses: Int)
  {
    var harness = LossRuleTests.onHeadphones()
    for _ in 0..<presses { harness.command(.cycleRoutePolicy(.onPlug, of: Self.headphones)) }
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds == (presses != 1))
  }

  @Test(arguments: [(0, 70), (1, 50), (2, 30), (3, 55), (4, 70)])
  func `R20: a key goes through what a loss sets a speaker to`(presses: Int, percent: Int) throws {
    var settings = SessionSettings()
    settings.onUnplug = .continue
    settings.publicDefault = Level(percent: 55)
    var harness = LossRuleTests.onHeadphones(settings: settings)
    for _ in 0..<presses { harness.command(.cycleRoutePolicy(.speakerVolume, of: Self.speaker)) }
    #expect(try Self.route(Self.speaker, harness).speakerLevel == (presses == 3 ? nil : Level(percent: percent)))
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(harness.heard.last?.gain == Level(percent: percent).gain)
  }

  @Test func `R20, R21: below a cap a key has the levels that can be, each once, and says the one that is set`() throws
  {
    var settings = SessionSettings()
    settings.maximums[Self.speaker] = Level(percent: 40)
    var harness = LossRuleTests.onHeadphones(settings: settings)
    var levels: [Level?] = []
    for _ in 0..<4 {
      levels.append(try Self.route(Self.speaker, harness).speakerLevel)
      harness.command(.cycleRoutePolicy(.speakerVolume, of: Self.speaker))
      let said = try Self.route(Self.speaker, harness).speakerLevel.map { "sets it to \($0.percent) %" } ?? "leaves it"
      #expect(harness.state.snapshot.message?.contains(said) == true)
    }
    #expect(levels == [40, 30, nil, 40].map { $0.map { Level(percent: $0) } })
  }

  @Test func `R32: a key goes through the times after which a device is let go`() throws {
    var harness = LossRuleTests.onHeadphones()
    var times: [Duration?] = []
    for _ in 0..<4 {
      times.append(try Self.route(Self.headphones, harness).releaseAfter)
      harness.command(.cycleRoutePolicy(.releaseAfter, of: Self.headphones))
    }
    #expect(times == [.seconds(30), .seconds(300), nil, .seconds(5)])
    harness.command(.cycleRoutePolicy(.releaseAfter, of: Self.headphones))
    harness.command(.cycleRoutePolicy(.releaseAfter, of: Self.headphones))
    harness.command(.pause)
    harness.advance(.seconds(3_600))
    #expect(harness.engine.isOpen, "never")
  }

  @Test func `what is chosen is saved, said, and gone when it is what is set anyway`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.cycleRoutePolicy(.onUnplug, of: Self.headphones))
    #expect(harness.answers.last == .success)
    #expect(Self.saved(harness)?.choices[Self.headphones]?.onUnplug == .continue)
    let message = "unplugged, it goes on at the speaker: Headphones – HDA Intel"
    #expect(harness.state.snapshot.message == message)
    harness.command(.cycleRoutePolicy(.onUnplug, of: Self.headphones))
    harness.command(.cycleRoutePolicy(.onUnplug, of: Self.headphones))
    #expect(Self.saved(harness)?.choices == [:])
  }

  @Test(arguments: RoutePolicy.allCases) func `what the settings say of the very route no key changes`(
    policy: RoutePolicy
  )
    throws
  {
    var settings = SessionSettings()
    settings.onUnplugs = [Self.headphones: .stop]
    settings.onPlugs = [Self.headphones: .nothing]
    settings.speakerLevels = [Self.speaker: nil]
    settings.releaseAfters = [Self.headphones: nil]
    let id = policy == .speakerVolume ? Self.speaker : Self.headphones
    // What was chosen before the settings said so does not count any more, and is not forgotten.
    var chosen = RouteChoices()
    chosen.onUnplug = .continue
    chosen.onPlug = .resume
    chosen.releaseAfter = .seconds(5)
    let volume = VolumeBook(choices: [Self.headphones: chosen])
    var harness = CoreHarness(jacks: [("Headphone Jack", true)], settings: settings, volume: volume)
    harness.launch()
    let before = harness.state.snapshot.routes
    let route = try Self.route(Self.headphones, harness)
    #expect(route.onUnplug == .stop && route.onPlug == .nothing && route.releaseAfter == nil)
    harness.command(.cycleRoutePolicy(policy, of: id))
    #expect(harness.answers.last == .commandFailed)
    #expect(harness.state.snapshot.routes == before && harness.state.volume == volume)
    #expect(harness.state.snapshot.message?.contains("the settings file") == true)
  }

  @Test func `what a route cannot have is refused, and says why`() {
    var harness = LossRuleTests.onHeadphones()
    for (policy, id, reason) in [
      (.onUnplug, Self.speaker, "a speaker is not plugged in or out: Speaker – HDA Intel"),
      (.onPlug, Self.speaker, "a speaker is not plugged in or out: Speaker – HDA Intel"),
      (.speakerVolume, Self.headphones, "it is no speaker: Headphones – HDA Intel"),
    ] as [(RoutePolicy, RouteID, String)] {
      harness.command(.cycleRoutePolicy(policy, of: id))
      #expect(harness.answers.last == .commandFailed && harness.state.snapshot.message == reason)
      harness.advance(.seconds(10))
    }
    #expect(Self.saved(harness)?.choices.isEmpty != false)
  }

  @Test func `the narrowest screen has room for what a key has set, if not for the name behind it`() {
    var harness = LossRuleTests.onHeadphones()
    var answers = Set<Substring>()
    for (policy, id) in RoutePolicy.allCases.flatMap({ [($0, Self.headphones), ($0, Self.speaker)] }) {
      for _ in 0..<5 {
        harness.command(.cycleRoutePolicy(policy, of: id))
        if let answer = harness.state.snapshot.message?.prefix(while: { $0 != ":" }) { answers.insert(answer) }
      }
    }
    #expect(answers.contains("a pause of 300 s lets others have it") && answers.count > 10)
    #expect(answers.allSatisfy { $0.count <= 38 }, "\(answers)")
  }

  @Test func `a route that is none is no content`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.cycleRoutePolicy(.onUnplug, of: RouteID("usb:nothing")))
    #expect(harness.answers.last == .noSuchContent)
  }

  @Test func `a route that only has a choice of its own is in the list, to take it back`() throws {
    var chosen = RouteChoices()
    chosen.onUnplug = .stop
    let usb = RouteID("usb:D7")
    var harness = CoreHarness(volume: VolumeBook(choices: [usb: chosen, RouteID("hdmi:X"): RouteChoices()]))
    harness.launch()
    #expect(try Self.route(usb, harness).onUnplug == .stop)
    #expect(!harness.state.snapshot.routes.contains { $0.id == RouteID("hdmi:X") }, "nothing was chosen for it")
  }

  @Test func `R34: several cards' headphones at once go by what was chosen for one of them`() {
    var chosen = RouteChoices()
    chosen.onUnplug = .stop
    let book = VolumeBook(choices: [RouteID("headphones:DOCK"): chosen])
    let both = RouteID("headphones:PCH+headphones:DOCK")
    #expect(book.onUnplug(of: both, under: SessionSettings()) == .stop)
    #expect(book.onPlug(of: both, under: SessionSettings()) == .resume)
  }

  @Test func `R34: a choice for several routes in one holds, whatever was chosen for one of them`() throws {
    var chosen = RouteChoices()
    chosen.onUnplug = .stop
    let dock = CardFacts(
      index: CardIndex(1), stableID: "DOCK", name: "Dock", jacks: [JackFacts(name: "Headphone Jack", plugged: true)])
    let both = RouteID("headphones:PCH+headphones:DOCK")
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], volume: VolumeBook(choices: [RouteID("headphones:DOCK"): chosen]))
    harness.facts.cards.append(dock)
    harness.facts.output = .unnamed
    harness.launch()
    #expect(try Self.route(both, harness).onUnplug == .stop)
    harness.command(.cycleRoutePolicy(.onUnplug, of: both))
    #expect(try Self.route(both, harness).onUnplug == .pause)
    #expect(harness.state.volume.choices[RouteID("headphones:DOCK")] == chosen)
  }
}
