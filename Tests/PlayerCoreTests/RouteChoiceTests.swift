import Testing

@testable import PlayerCore

/// The list of routes, and one chosen by hand (R8).
@Suite struct RouteChoiceTests {
  private static let analog = SinkFacts(
    index: 1, name: "analog", device: .card(CardIndex(0)),
    ports: [
      ServerPort(name: "speaker", port: .builtInSpeaker, availability: .unknown),
      ServerPort(name: "headphones", port: .headphones, availability: .yes),
    ], activePort: "headphones")
  private static let hdmi = SinkFacts(
    index: 2, name: "hdmi", device: .card(CardIndex(1)),
    ports: [ServerPort(name: "hdmi-0", port: .hdmi, availability: .yes)], activePort: "hdmi-0")
  private static let buds = SinkFacts(
    index: 3, name: "bluez", title: "Buds", device: .bluetooth(address: LossRuleTests.buds.address))

  /// Playing to headphones through a server that could play to a speaker, a display and a headset, too.
  static func served(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var settings = SessionSettings()
    change(&settings)
    var harness = CoreHarness(jacks: [("Headphone Jack", true)], settings: settings)
    harness.facts.cards.append(LossRuleTests.display)
    harness.facts.bluetooth = [LossRuleTests.buds]
    harness.facts.output = .unnamed
    harness.facts.server = ServerFacts(
      name: "PulseAudio", defaultSink: "analog", sinks: [analog, hdmi, buds], streams: [InterruptionRuleTests.ours])
    harness.launch()
    return harness
  }

  private static func orders(_ harness: CoreHarness) -> [Effect] {
    harness.effects.filter { effect in
      switch effect {
      case .moveStream, .activatePort: true
      default: false
      }
    }
  }

  @Test(
    arguments: [
      ("headphones:PCH", [], .success), ("speaker:PCH", [.activatePort("speaker", ofSink: "analog")], .success),
      ("hdmi:HDMI", [.moveStream(toSink: "hdmi")], .success),
      ("bluetooth:00:11:22:33:44:55", [.moveStream(toSink: "bluez")], .success), ("usb:S123", [], .noSuchContent),
      ("nonsense", [], .noSuchContent),
    ] as [(String, [Effect], CommandStatus)])
  func `R8: the server is asked to play there`(id: String, orders: [Effect], status: CommandStatus) {
    var harness = Self.served()
    harness.command(.chooseRoute(RouteID(id)))
    #expect(harness.answers == [status])
    #expect(Self.orders(harness) == orders)
    #expect(harness.engine.sounds, "the music goes on")
  }

  @Test func `R8: what the server has made of it is an override`() {
    var harness = Self.served()
    harness.command(.chooseRoute(RouteID("hdmi:HDMI")))
    harness.ourStream { $0.sink = 2 }
    harness.advance(.seconds(5))
    #expect(harness.engine.sounds && harness.state.wish == Wish(.play, because: .user))
    #expect(harness.announced.map(\.reason) == [.override])
    #expect(harness.state.snapshot.routes.first(where: \.isCurrent)?.id == RouteID("hdmi:HDMI"))
  }

  @Test func `R8: chosen while there is no stream, it goes there when there is one`() {
    var harness = Self.served()
    harness.command(.pause)
    harness.advance(.seconds(60))
    harness.facts.server?.streams = []
    harness.publish()
    harness.command(.chooseRoute(RouteID("hdmi:HDMI")))
    #expect(Self.orders(harness).isEmpty)
    harness.facts.server?.streams = [InterruptionRuleTests.ours]
    harness.publish()
    #expect(Self.orders(harness) == [.moveStream(toSink: "hdmi")])
    harness.publish()
    #expect(Self.orders(harness).count == 1)
  }

  @Test func `R8: without a server the jacks say where a card plays`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.chooseRoute(RouteID("speaker:PCH")))
    harness.command(.chooseRoute(RouteID("headphones:PCH")))
    #expect(harness.answers == [.commandFailed, .success] && Self.orders(harness).isEmpty)
  }

  @Test func `R8, R13: listening privately no public route can be chosen`() {
    var harness = Self.served { $0.listensPrivately = true }
    harness.command(.chooseRoute(RouteID("speaker:PCH")))
    harness.command(.chooseRoute(RouteID("bluetooth:00:11:22:33:44:55")))
    #expect(harness.answers == [.deviceNotFound, .success])
    #expect(Self.orders(harness) == [.moveStream(toSink: "bluez")])
  }

  @Test func `the list has what is there and what has a level of its own`() {
    var settings = SessionSettings()
    settings.maximums = [RouteID("speaker:PCH"): Level(percent: 50)]
    let usb = Route(port: .usbAudio, id: RouteID("usb:D7"), name: "DAC", privacy: .unknown)
    var volume = VolumeBook()
    volume.setLevel(Level(percent: 33), of: usb, under: settings)
    volume.setMuted(true, usb)
    var harness = CoreHarness(jacks: [("Headphone Jack", true)], settings: settings, volume: volume)
    harness.launch()
    #expect(
      harness.state.snapshot.routes == [
        RouteSummary(
          id: RouteID("headphones:PCH"), name: "Headphones – HDA Intel", port: .headphones, level: Level(percent: 60),
          isAvailable: true, isCurrent: true),
        RouteSummary(
          id: RouteID("speaker:PCH"), name: "Speaker – HDA Intel", port: .builtInSpeaker, level: Level(percent: 50),
          cap: Level(percent: 50), isAvailable: true, speakerLevel: Level(percent: 50)),
        RouteSummary(id: RouteID("usb:D7"), level: Level(percent: 33), isMuted: true),
      ])
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    let headphones = harness.state.snapshot.routes.first { $0.id == RouteID("headphones:PCH") }
    #expect(headphones == nil, "it was never set, and is not there")
    harness.command(.setLevel(Level(percent: 20)))
    #expect(harness.state.snapshot.routes.first(where: \.isCurrent)?.level == Level(percent: 20))
  }
}
