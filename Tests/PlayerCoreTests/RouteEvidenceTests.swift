import PlayerCore
import Testing

/// What is made of facts that contradict each other, come half read, or come from a server that has just started.
@Suite struct RouteEvidenceTests {
  /// Behind a server that plays to `sinks`, for three seconds.
  private static func playing(
    _ jack: Bool = false, on sinks: [SinkFacts], others: [CardFacts] = [], bluetooth: [BluetoothFacts] = [],
    switches: [SwitchFacts] = [], levels: [String: Int] = [:]
  ) -> CoreHarness {
    var volume = VolumeBook()
    for (id, percent) in levels {
      let route = Route(port: .virtual, id: RouteID(id), name: id, privacy: .unknown)
      volume.setLevel(Level(percent: percent), of: route, under: SessionSettings())
    }
    var harness = CoreHarness(jacks: [("Headphone Jack", jack)], volume: volume)
    harness.device = .unnamed
    harness.engine.device.card = nil
    harness.facts.cards += others
    harness.facts.bluetooth = bluetooth
    harness.facts.switches = switches
    harness.facts.server = LabMachine.server(sinks, ours: sinks[0].index)
    harness.launch(tracks: 9)
    return harness
  }

  private static func tell(_ harness: inout CoreHarness, _ server: ServerFacts?) {
    harness.facts.server = server
    harness.publish()
  }

  @Test func `R10: what the server says for the first time has not happened`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.device = .unnamed
    harness.engine.device.card = nil
    harness.facts.cards.append(
      CardFacts(
        index: CardIndex(1), stableID: "Dock", name: "Dock", bus: .usb,
        jacks: [JackFacts(name: "Headphone Jack", plugged: true)]))
    harness.launch(quietTimeOver: false)
    #expect(harness.state.routes.settled.id.text == "headphones:PCH+headphones:Dock", "R34: any of them")
    harness.advance(.milliseconds(80))
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onHeadphones], ours: 0))
    #expect(harness.state.routes.settled.id.text == "headphones:PCH")
    harness.advance(.seconds(5))
    #expect(harness.announced.isEmpty && harness.engine.sounds)
    #expect(harness.heard.count <= 2, "not interrupted")
  }

  @Test func `a server that is found later tells what had been unknown`() {
    var harness = CoreHarness()
    harness.device = .unnamed
    harness.engine.device.card = nil
    harness.launch()
    harness.facts.bluetooth = [LabMachine.buds]
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.bluetoothSink(), LabMachine.onSpeaker], ours: 58))
    harness.advance(.seconds(2))
    #expect(harness.announced.map(\.reason) == [.unknown])
    #expect(harness.state.snapshot.route.port == .bluetoothA2DP && harness.engine.sounds)
  }

  @Test func `R6: the first edge lowers the level, before the server has switched`() {
    var harness = RouteEvidenceTests.playing(
      on: [LabMachine.onSpeaker], levels: ["speaker:PCH": 80, "headphones:PCH": 20])
    #expect(harness.engine.gain == Level(percent: 80).gain)
    harness.plug("Headphone Jack", true)
    #expect(harness.engine.gain == Level(percent: 20).gain)
    harness.advance(.milliseconds(100))
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onHeadphones], ours: 0))
    harness.advance(.milliseconds(490))
    #expect(harness.engine.gain == Level(percent: 20).gain && harness.announced.isEmpty)
    harness.advance(.milliseconds(20))
    #expect(harness.announced.map(\.current.id.text) == ["headphones:PCH"])
    #expect(harness.announced.map(\.reason) == [.newDeviceAvailable])
  }

  @Test func `a server that keeps to the speaker has the last word`() {
    var harness = RouteEvidenceTests.playing(
      on: [LabMachine.onSpeaker], levels: ["speaker:PCH": 80, "headphones:PCH": 20])
    harness.plug("Headphone Jack", true)
    harness.advance(.milliseconds(499))
    #expect(harness.engine.gain == Level(percent: 20).gain)
    harness.advance(.seconds(5))
    #expect(harness.engine.gain == Level(percent: 80).gain)
    #expect(harness.announced.isEmpty)
    #expect(harness.state.snapshot.route.port == .builtInSpeaker)
  }

  @Test func `R3: lost headphones do not play on before the server has switched to them`() {
    var harness = RouteEvidenceTests.playing(true, on: [LabMachine.onHeadphones])
    harness.plug("Headphone Jack", false)
    #expect(!harness.engine.isAudible)
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onSpeaker], ours: 0))
    harness.advance(.seconds(2))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(20))
    #expect(!harness.engine.isAudible)
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onHeadphones], ours: 0))
    harness.advance(.milliseconds(700))
    #expect(harness.engine.sounds && harness.heard.allSatisfy { $0.route.port == .headphones })
  }

  @Test func `a switch that never moves does not keep headphones away for more than half a second`() {
    var harness = CoreHarness()
    harness.facts.switches = [LabMachine.headphoneSwitch(false)]
    harness.launch()
    harness.plug("Headphone Jack", true)
    harness.advance(.milliseconds(499))
    #expect(harness.announced.isEmpty)
    harness.advance(.milliseconds(600))
    #expect(harness.announced.map(\.reason) == [.newDeviceAvailable])
    #expect(harness.announced.map(\.current.jacks) == [["Headphone Jack"]])
    harness.plug("Headphone Jack", false)
    #expect(!harness.engine.isAudible, "the loss is seen at once")
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `a switch tells of headphones where the jack does not move`() {
    var harness = CoreHarness()
    harness.facts.switches = [LabMachine.headphoneSwitch(false)]
    harness.launch()
    harness.facts.switches = [LabMachine.headphoneSwitch(true)]
    harness.publish()
    harness.advance(.seconds(2))
    #expect(harness.announced.map(\.reason) == [.newDeviceAvailable])
    harness.facts.switches = [LabMachine.headphoneSwitch(false)]
    harness.publish()
    #expect(!harness.engine.isAudible)
  }

  @Test(arguments: ["USB", "Bluetooth"])
  func `R1, R3: a stopped server's word brings back nothing that has gone`(what: String) {
    let isUSB = what == "USB"
    let sink = isUSB ? LabMachine.usbSink() : LabMachine.bluetoothSink()
    var harness = RouteEvidenceTests.playing(
      on: [sink, LabMachine.onSpeaker], others: isUSB ? [LabMachine.usbHeadset] : [],
      bluetooth: isUSB ? [] : [LabMachine.buds])
    let before = harness.facts
    let route = harness.state.routes.settled
    harness.facts.cards.removeAll { $0.bus == .usb }
    for index in harness.facts.bluetooth.indices { harness.facts.bluetooth[index].isReachable = false }
    harness.publish()
    #expect(!harness.engine.isAudible, "the server still lists the sink")
    harness.advance(.seconds(2))
    #expect(harness.announced.map(\.reason) == [.oldDeviceUnavailable])
    harness.facts = before
    harness.publish()
    harness.advance(.seconds(20))
    #expect(!harness.engine.isAudible, "that is not where the plugged one plays")
    // It goes on: the old sink is removed, the new one is there.
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onSpeaker], ours: 0))
    harness.advance(.milliseconds(100))
    var new = sink
    new.index = 99
    RouteEvidenceTests.tell(&harness, LabMachine.server([new, LabMachine.onSpeaker], ours: 99))
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.heard.last?.route.id == route.id)
    #expect(harness.heard.allSatisfy { $0.route.id == route.id })
  }

  @Test func `a sink that outlives its card's short absence counts again, once the server has said more`() {
    var harness = RouteEvidenceTests.playing(
      on: [LabMachine.usbSink(), LabMachine.onSpeaker], others: [LabMachine.usbHeadset])
    let before = harness.facts
    harness.facts.cards.removeLast()
    harness.publish()
    harness.advance(.seconds(1))
    harness.facts = before
    harness.publish()
    harness.advance(.seconds(10))
    #expect(!harness.engine.isAudible)
    harness.facts.server?.streams[0].application = "cans"
    harness.publish()
    harness.advance(.seconds(3))
    #expect(harness.engine.sounds)
  }

  @Test func `what is read half way has not happened`() {
    // Our stream is not where new ones go.
    let sinks = [LabMachine.onHeadphones, LabMachine.networkSink]
    var harness = RouteEvidenceTests.playing(true, on: sinks)
    for ours: UInt32? in [0, nil, 77, 0] {
      RouteEvidenceTests.tell(&harness, LabMachine.server(sinks, ours: ours, defaultSink: LabMachine.networkSink.name))
      #expect(!harness.state.routes.isUnsettled)
      harness.advance(.seconds(2))
      #expect(harness.engine.sounds == (ours == 0), "R14: silent while the stream is on no sink")
    }
    // Nor that the device was let go of, or opened.
    RouteEvidenceTests.tell(&harness, LabMachine.server(sinks, defaultSink: LabMachine.networkSink.name))
    harness.advance(.seconds(2))
    #expect(harness.announced.isEmpty && harness.engine.sounds)
  }

  @Test func `R8: a port chosen by hand that PipeWire cannot use pauses nothing`() {
    var harness = RouteEvidenceTests.playing(true, on: [LabMachine.onHeadphones])
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onHeadphones], ours: .some(nil)))
    harness.advance(.seconds(1))
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onSpeakerByHand], ours: .some(nil)))
    harness.advance(.seconds(1))
    #expect(!harness.engine.isAudible && harness.announced.isEmpty)
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onHeadphones], ours: 0))
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.announced.isEmpty)
  }

  @Test func `a server that starts anew has lost and chosen nothing`() {
    var harness = RouteEvidenceTests.playing(true, on: [LabMachine.onHeadphones])
    RouteEvidenceTests.tell(&harness, nil)
    harness.advance(.seconds(2))
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.stopgap], ours: .some(nil)))
    harness.advance(.seconds(2))
    var sink = LabMachine.onHeadphones
    sink.index = 20
    RouteEvidenceTests.tell(&harness, LabMachine.server([sink], ours: 20))
    harness.advance(.seconds(2))
    #expect(harness.announced.isEmpty && harness.engine.sounds)
    // The jack counts all the time.
    RouteEvidenceTests.tell(&harness, nil)
    harness.plug("Headphone Jack", false)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(!harness.engine.isAudible, "nobody knows where that would be heard")
    RouteEvidenceTests.tell(&harness, LabMachine.server([sink], ours: 20))
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R1: a server that starts anew and plays elsewhere was chosen by nobody`() {
    var harness = RouteEvidenceTests.playing(
      on: [LabMachine.usbSink(), LabMachine.onSpeaker], others: [LabMachine.usbHeadset])
    RouteEvidenceTests.tell(&harness, nil)
    harness.advance(.seconds(2))
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onSpeaker, LabMachine.usbSink()], ours: 0))
    #expect(!harness.engine.isAudible, "the headset is still there, but the room would hear it")
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `a dummy that stays is no device`() {
    var harness = RouteEvidenceTests.playing(on: [LabMachine.onSpeaker])
    RouteEvidenceTests.tell(&harness, nil)
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.stopgap], ours: 34))
    harness.advance(.milliseconds(4_900))
    #expect(harness.state.snapshot.route.port == .builtInSpeaker)
    harness.advance(.seconds(2))
    #expect(harness.state.snapshot.route.port == .none)
  }

  @Test func `a stream that was moved by hand is expected there again, until the default sink changes`() {
    let sinks = [LabMachine.onHeadphones, LabMachine.usbSink()]
    var harness = RouteEvidenceTests.playing(true, on: sinks, others: [LabMachine.usbHeadset])
    RouteEvidenceTests.tell(&harness, LabMachine.server(sinks, ours: 1))
    harness.advance(.seconds(1))
    #expect(harness.announced.map(\.reason) == [.override])
    RouteEvidenceTests.tell(&harness, LabMachine.server(sinks))
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.route.port == .usbHeadset)
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.networkSink] + sinks))
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.route.port == .network)
  }

  @Test func `R1: the stream is moved off a port, and only then that has vanished`() {
    var harness = RouteEvidenceTests.playing(
      on: [LabMachine.usbSink(), LabMachine.onSpeaker], others: [LabMachine.usbHeadset])
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onSpeaker, LabMachine.usbSink()], ours: 0))
    harness.advance(.milliseconds(40))
    RouteEvidenceTests.tell(&harness, LabMachine.server([LabMachine.onSpeaker], ours: 0))
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    #expect(harness.announced.map(\.reason) == [.oldDeviceUnavailable])
  }
}
