import Testing

@testable import PlayerCore

/// R1 behind a sound server: a device that goes while our stream plays to it.
struct OrphanedStreamTests {
  private static let usb = CardFacts(
    index: CardIndex(1), stableID: "usb-1", name: "USB Audio", bus: .usb, hasCapture: true)

  /// Playing behind a server that has both cards, to the sink of one.
  private func playing(to card: Int) -> CoreHarness {
    var harness = CoreHarness()
    harness.facts.cards.append(Self.usb)
    let sinks = (0...1).map { index in
      SinkFacts(index: UInt32(index), name: "sink\(index)", device: .card(CardIndex(index)))
    }
    harness.facts.server = ServerFacts(
      name: "pulseaudio", defaultSink: "sink\(card)", sinks: sinks,
      streams: [StreamFacts(index: 7, isOurs: true, sink: UInt32(card))])
    harness.facts.output = .unnamed
    harness.publish()
    harness.send(.launched([QueueItem(path: FilePath("/music/1.flac"))], plays: true))
    harness.advance(.seconds(3))
    return harness
  }

  @Test func `what a server has for a card that is pulled is discarded at once`() {
    var harness = playing(to: 1)
    #expect(harness.state.routes.settled.id == RouteID(.usb, of: "usb-1"))
    #expect(!harness.effects.contains(.discardStream))
    harness.facts.cards.removeLast()
    harness.publish()
    #expect(harness.effects.count { $0 == .discardStream } == 1)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.wish == Wish(.pause, because: .routeLost))
    #expect(harness.effects.count { $0 == .discardStream } == 1)
  }

  @Test func `it is kept when another card is pulled, or a plug`() {
    var harness = playing(to: 0)
    harness.facts.cards.removeLast()
    harness.publish()
    harness.facts.cards[0].jacks[0].plugged = true
    harness.publish()
    harness.advance(.seconds(3))
    harness.facts.cards[0].jacks[0].plugged = false
    harness.publish()
    harness.advance(.seconds(3))
    #expect(harness.state.snapshot.wish == Wish(.pause, because: .routeLost))
    #expect(!harness.effects.contains(.discardStream))
  }
}
