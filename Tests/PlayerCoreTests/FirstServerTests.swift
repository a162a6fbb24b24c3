import Testing

@testable import PlayerCore

/// R19: a start behind a sound server that has not said yet where the sound goes.
@Suite struct FirstServerTests {
  private static let speaker = RouteID("speaker:default")
  private static let buds = RouteID("bluetooth:00:11:22:33:44:55")
  private static let server = ServerFacts(
    name: "PulseAudio", defaultSink: "buds",
    sinks: [SinkFacts(index: 1, name: "buds", device: .bluetooth(address: "00:11:22:33:44:55"))],
    streams: [StreamFacts(index: 10, isOurs: true, sink: 1)])

  private func started(levels: [RouteID: Level]) -> CoreHarness {
    var harness = CoreHarness(jacks: [("Headphone Jack", false)], volume: VolumeBook(levels: levels))
    harness.device = .unnamed
    harness.engine.device.card = nil
    harness.launch(quietTimeOver: false)
    harness.advance(.milliseconds(50))
    return harness
  }

  private func gains(_ harness: CoreHarness) -> [Gain] {
    harness.effects.compactMap { effect in
      switch effect {
      case .engine(.begin(_, let gain, _)): gain.gain
      case .engine(.setGain(let gain, _)): gain.gain
      default: nil
      }
    }
  }

  @Test func `no frame is louder than the softest route, until the server has named one`() {
    let levels = [Self.speaker: Level(percent: 90), Self.buds: Level(percent: 20)]
    var harness = started(levels: levels)
    #expect(gains(harness).last == Level(percent: 20).gain)
    harness.facts.bluetooth = [BluetoothFacts(address: "00:11:22:33:44:55", name: "Buds")]
    harness.facts.server = Self.server
    harness.publish()
    harness.advance(.seconds(5))
    #expect(harness.state.routes.settled.id == Self.buds)
    #expect(gains(harness).allSatisfy { $0 <= Level(percent: 20).gain }, "\(gains(harness))")
  }

  @Test func `a server that says nothing is waited for no longer than sensing flaps`() {
    var harness = started(levels: [Self.speaker: Level(percent: 90), Self.buds: Level(percent: 20)])
    harness.advance(.seconds(3))
    #expect(gains(harness).last == Level(percent: 90).gain)
    harness.command(.pause)
    harness.advance(.seconds(1))
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(gains(harness).last == Level(percent: 90).gain, "once is enough")
  }

  @Test func `where no other level is known, and on a card of its own, nothing is softer`() {
    #expect(gains(started(levels: [:])).last == Level(percent: 70).gain)
    var card = CoreHarness(volume: VolumeBook(levels: [Self.buds: Level(percent: 20)]))
    card.launch()
    #expect(gains(card).last == Level(percent: 70).gain)
  }
}
