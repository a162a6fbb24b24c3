import Testing

@testable import PlayerCore

/// The card by arrangement with other programs (R14).
@Suite struct ReservationRuleTests {
  private static let card = CardIndex(0)

  private static func reservations(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      switch effect {
      case .reserveCard, .releaseReservation, .answerReservation, .engine(.prepare), .engine(.release): true
      default: false
      }
    }
  }

  private static func isPrepare(_ effect: Effect) -> Bool { if case .engine(.prepare) = effect { true } else { false } }

  /// Playing to the card itself.
  private static func playing(device: String = "hw:0,0") -> CoreHarness {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.setDeviceName(device)
    harness.engine.device.isDirect = device.hasPrefix("hw")
    harness.launch()
    return harness
  }

  @Test(arguments: ["hw:0,0", "plughw:CARD=PCH"]) func `R14: the card is asked for before it is opened`(name: String) {
    let harness = Self.playing(device: name)
    let effects = Self.reservations(harness.effects)
    #expect(effects.first == .reserveCard(Self.card))
    #expect(effects.dropFirst().first.map(Self.isPrepare) == true)
    #expect(effects.filter { $0 == .reserveCard(Self.card) }.count == 1)
  }

  @Test func `R14: a card is asked for by its name before anybody has looked where the device goes`() {
    var state = PlayerState(settings: SessionSettings())
    state.deviceName = "hw:0,0"
    state.namedCard = Self.card
    let effects = reduce(
      &state, .launched([QueueItem(path: FilePath("/music/1.flac"))], plays: true), at: CoreHarness.start)
    #expect(Self.reservations(effects).first == .reserveCard(Self.card))
    #expect(Self.reservations(effects).contains(where: Self.isPrepare))
  }

  @Test(arguments: ["default", "dmix:0", "pulse"]) func `R14: where others can play as well nothing is reserved`(
    name: String
  ) {
    var harness = Self.playing(device: name)
    harness.command(.stop)
    harness.advance(.seconds(60))
    #expect(!harness.effects.contains(.reserveCard(Self.card)) && !harness.effects.contains(.releaseReservation))
  }

  @Test func `R14: a name that turns out to be the card itself is reserved as soon as that is known`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.engine.device.isDirect = true
    harness.launch()
    #expect(harness.effects.contains(.reserveCard(Self.card)))
  }

  @Test func `R14, R32: let go of, it is anybody's; and asked for anew`() {
    var harness = Self.playing()
    harness.command(.pause)
    harness.advance(.seconds(40))
    let effects = Self.reservations(harness.effects)
    #expect(effects.suffix(2) == [.engine(.release), .releaseReservation])
    harness.command(.play)
    #expect(Self.reservations(harness.effects).dropLast().last == .reserveCard(Self.card))
  }

  @Test func `R14: a busy card is waited for by its reservation, and opened as soon as it is given`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.setDeviceName("hw:0,0")
    harness.engine.openFailures = Array(repeating: .busy, count: 5)
    harness.launch(quietTimeOver: false)
    #expect(harness.state.holds == [.busy])
    #expect(!harness.effects.contains(.releaseReservation))
    harness.engine.openFailures = []
    harness.send(.reservationGranted)
    #expect(harness.engine.sounds)
    #expect(harness.effects.filter { $0 == .reserveCard(Self.card) }.count == 1)
  }

  @Test func `R14: a card that cannot be had in half a minute is nobody's`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.setDeviceName("hw:0,0")
    harness.engine.openFailures = Array(repeating: .busy, count: 100)
    harness.launch(quietTimeOver: false)
    harness.advance(.seconds(40))
    #expect(harness.state.wish == Wish(.pause, because: .deviceError))
    #expect(Self.reservations(harness.effects).last == .releaseReservation)
  }

  @Test(arguments: [(Int(PlayerState.reservationPriority), false), (Int(PlayerState.reservationPriority) + 1, true)])
  func `R14: who wants it more is given it, once it is closed`(priority: Int, isGranted: Bool) {
    var harness = Self.playing()
    harness.engine.reportDelay = .milliseconds(20)
    harness.send(.reservationRequested(by: "Ardour", priority: priority))
    #expect(harness.effects.contains(.answerReservation(granted: true)) == false)
    harness.advance(.seconds(1))
    #expect(harness.effects.contains(.answerReservation(granted: isGranted)))
    #expect(harness.effects.contains(.answerReservation(granted: !isGranted)) == false)
    #expect(harness.engine.isOpen == !isGranted)
    guard isGranted else { return }
    // It is theirs: there is nothing to give up.
    #expect(!harness.effects.contains(.releaseReservation))
    harness.send(.reservationGranted)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
    #expect(harness.effects.filter { $0 == .reserveCard(Self.card) }.count == 2)
  }

  @Test func `R14: who asks while it is paused is given it, and it stays paused`() {
    var harness = Self.playing()
    harness.command(.pause)
    harness.advance(.seconds(1))
    harness.send(.reservationRequested(by: "Ardour", priority: 100))
    harness.advance(.seconds(1))
    #expect(harness.effects.last { Self.reservations([$0]) != [] } == .answerReservation(granted: true))
    harness.send(.reservationGranted)
    harness.advance(.seconds(1))
    #expect(harness.state.wish.goal == .pause && harness.state.holds.isEmpty)
  }

  @Test func `R14, R15: the user plays before it is closed: it is not given`() {
    var harness = Self.playing()
    harness.engine.reportDelay = .milliseconds(300)
    harness.send(.reservationRequested(by: "Ardour", priority: 100))
    harness.command(.play)
    harness.advance(.seconds(2))
    #expect(harness.effects.contains(.answerReservation(granted: false)))
    #expect(harness.engine.sounds && harness.state.holds.isEmpty)
  }

  @Test func `R14, R18: a device that does not close is not given, and whoever asked is told`() {
    var harness = Self.playing()
    harness.engine.reportDelay = .seconds(100)
    harness.send(.reservationRequested(by: "Ardour", priority: 100))
    harness.advance(.milliseconds(2_100))
    #expect(harness.effects.contains(.answerReservation(granted: false)))
    #expect(!harness.state.holds.contains(.interruption))
  }

  @Test func `R14: who has the card and does not give it interrupts, and is named`() {
    var harness = Self.playing()
    harness.send(.reservationLost(to: "JACK"))
    #expect(harness.state.snapshot.message == "JACK has the sound card")
    harness.advance(.seconds(1))
    #expect(!harness.engine.isOpen && !harness.effects.contains(.releaseReservation))
    harness.send(.reservationGranted)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }
}
