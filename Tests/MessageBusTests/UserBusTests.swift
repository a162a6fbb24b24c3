import LinuxSystem
import MessageBus
import PlayerCore
import TestSupport
import Testing

/// Cards and other players on the user's bus, with fakes of other programs (R14, R37).
@Suite(.serialized, .enabled(if: BusMock.isHere, "python3-dbusmock is not installed")) struct UserBusTests {
  private static let reservation = "org.freedesktop.ReserveDevice1"

  private let bus: PrivateBus
  private let user: UserBus
  private let card = CardIndex(1)

  init() throws {
    bus = try PrivateBus()
    user = UserBus(address: bus.address, from: .now, priority: 10, watchesPlayers: true)
  }

  private func runs(until condition: () throws -> Bool) rethrows -> Bool {
    try waits(atMost: MPRISRig.limit) {
      _ = user.process()
      return try condition()
    }
  }

  /// Takes turns until something has happened, and returns it.
  private func event() -> [Event] {
    var events: [Event] = []
    _ = runs {
      events += user.takeEvents()
      return !events.isEmpty
    }
    return events
  }

  /// Another program that has the card and answers those who ask for it.
  private func owner(says answer: String = "True", called name: String = "JACK") throws -> BusMock {
    let interface = Self.reservation
    let owner = try BusMock(
      name: "\(interface).Audio1", path: "/org/freedesktop/ReserveDevice1/Audio1", interface: interface, on: bus)
    try owner.mock("AddMethod", ["sssss", interface, "RequestRelease", "i", "b", "ret = \(answer)"])
    try owner.mock("AddProperty", ["ssv", interface, "ApplicationName", "s", name])
    return owner
  }

  /// busctl at work on our reservation while a loop takes its turns.
  private func busctl(_ arguments: [String]) throws -> ChildProcess {
    let target = [
      "\(Self.reservation).Audio1", "/org/freedesktop/ReserveDevice1/Audio1", Self.reservation,
    ]
    let child = try ChildProcess(
      ["busctl", "--address=\(bus.address)", "--timeout=10", arguments[0]] + target + arguments.dropFirst(),
      environment: ["PATH": "/usr/bin:/bin"])
    child.closeInput()
    return child
  }

  private func output(of child: ChildProcess) -> String {
    #expect(runs { child.exitStatus(within: .zero) != nil })
    return child.output + child.errors
  }

  @Test func `R14: a free card is reserved, says by whom, and is free afterwards`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    #expect(try output(of: busctl(["get-property", "Priority"])) == "i 10\n")
    #expect(try output(of: busctl(["get-property", "ApplicationName"])) == "s \"cans\"\n")
    #expect(try output(of: busctl(["get-property", "ApplicationDeviceName"])) == "s \"hw:1\"\n")
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    user.releaseReservation()
    #expect(try runs { try output(of: busctl(["get-property", "Priority"])).contains("provided by any") })
    #expect(user.takeEvents() == [])
  }

  @Test func `R14: whoever has the card is asked for it, and what it says counts`() throws {
    let willing = try owner()
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    #expect(try output(of: busctl(["get-property", "ApplicationName"])) == "s \"cans\"\n")
    user.releaseReservation()
    willing.stop()
    let busy = try owner(says: "False")
    user.reserve(card)
    #expect(event() == [.reservationLost(to: "JACK")])
    // It ends: then the player may try again.
    busy.stop()
    #expect(event() == [.reservationGranted])
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    #expect(try output(of: busctl(["get-property", "Priority"])) == "i 10\n")
  }

  @Test func `R14: given away when it is asked for, the card is told of when it is free again`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    let asker = try busctl(["call", "RequestRelease", "i", "20"])
    #expect(event() == [.reservationRequested(by: "busctl", priority: 20)])
    // The device is closed before the answer.
    user.answerReservation(granted: true)
    #expect(output(of: asker) == "b true\n")
    let other = try owner()
    #expect(runs { user.takeEvents() == [] && waitForNothing() })
    other.stop()
    #expect(event() == [.reservationGranted])
  }

  @Test func `R14: a card that nobody takes after all is free again`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    let asker = try busctl(["call", "RequestRelease", "i", "20"])
    #expect(event() == [.reservationRequested(by: "busctl", priority: 20)])
    user.answerReservation(granted: true)
    #expect(output(of: asker) == "b true\n")
    #expect(try output(of: busctl(["get-property", "Priority"])) == "i 10\n")
    #expect(event() == [.reservationGranted])
    #expect(try runs { try output(of: busctl(["get-property", "Priority"])).contains("provided by any") })
  }

  @Test func `R14: who gets no answer from the player gets no card`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    let asker = try busctl(["call", "RequestRelease", "i", "20"])
    #expect(event() == [.reservationRequested(by: "busctl", priority: 20)])
    // Another one at the same time need not wait.
    #expect(try output(of: busctl(["call", "RequestRelease", "i", "30"])) == "b false\n")
    #expect(output(of: asker) == "b false\n")
    user.answerReservation(granted: true)
    #expect(user.takeEvents() == [])
    #expect(try output(of: busctl(["get-property", "Priority"])) == "i 10\n")
  }

  @Test func `R14: a card that is taken by force is lost, and may be had again when it is free`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    let robber = try BusMock(
      name: "\(Self.reservation).Audio1", path: "/org/freedesktop/ReserveDevice1/Audio1",
      interface: Self.reservation, on: bus)
    #expect(event() == [.reservationLost(to: "another program")])
    robber.stop()
    #expect(event() == [.reservationGranted])
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    #expect(try output(of: busctl(["get-property", "Priority"])) == "i 10\n")
  }

  @Test func `R14: with another card the first one is free`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    user.reserve(CardIndex(0))
    #expect(event() == [.reservationGranted])
    #expect(try runs { try output(of: busctl(["get-property", "Priority"])).contains("provided by any") })
  }

  @Test func `R14: a bus that is started again knows the reservation`() throws {
    user.reserve(card)
    #expect(event() == [.reservationGranted])
    bus.stop()
    #expect(runs { user.deadline != nil })
    #expect(user.takeEvents() == [])
    try bus.start()
    #expect(try runs { try output(of: busctl(["get-property", "Priority"])) == "i 10\n" })
    #expect(user.takeEvents() == [])
  }

  @Test func `without a bus a card is anybody's`() {
    let alone = UserBus(address: "unix:path=/nonexistent/bus", from: .now, priority: 10, watchesPlayers: false)
    // Nobody needs it yet.
    #expect(alone.pollDescriptors == [] && alone.deadline == nil)
    alone.reserve(card)
    var events: [Event] = []
    #expect(
      waits(atMost: MPRISRig.limit) {
        _ = alone.process()
        events += alone.takeEvents()
        return !events.isEmpty
      })
    #expect(events == [.reservationGranted])
  }

  private func facts(_ players: [(String, Bool)]) -> [OtherPlayerFacts] {
    players.map { OtherPlayerFacts(name: "org.mpris.MediaPlayer2.\($0.0)", status: $0.1 ? .playing : .paused) }
  }

  @Test func `R37: other players are known while they are there, and do as they are told`() throws {
    let first = try PlayerMock("first", "Paused", on: bus)
    #expect(user.players == nil)
    // Before the connection this one is found, after it that one tells.
    #expect(runs { user.players != nil })
    #expect(user.players == facts([("first", false)]))
    let second = try PlayerMock("second", "Stopped", on: bus)
    try second.set("Playing")
    #expect(runs { user.players == facts([("first", false), ("second", true)]) })
    try first.set("Playing")
    #expect(runs { user.players == facts([("first", true), ("second", true)]) })
    user.pause(["org.mpris.MediaPlayer2.first", "org.mpris.MediaPlayer2.nobody"])
    #expect(runs { user.players == facts([("first", false), ("second", true)]) })
    user.resume(["org.mpris.MediaPlayer2.first"])
    #expect(runs { user.players == facts([("first", true), ("second", true)]) })
    first.stop()
    #expect(runs { user.players == facts([("second", true)]) })
    bus.stop()
    #expect(runs { user.players == nil })
  }

  @Test func `R37: neither this player nor one that mirrors others is another player`() throws {
    let rig = MPRISRig(address: bus.address)
    #expect(try rig.isNamed(on: bus))
    let mirror = try PlayerMock("playerctld", on: bus)
    let other = try PlayerMock("other", on: bus)
    rig.command(.play)
    rig.turn()
    #expect(runs { user.players == facts([("other", true)]) })
    #expect(runs { waitForNothing() })
    #expect(user.players == facts([("other", true)]))
    withExtendedLifetime((mirror, other)) {}
  }

  /// Whether there is nothing to do for a while.
  private func waitForNothing() -> Bool {
    (try? waitForEvents(user.pollDescriptors, until: .now + .milliseconds(200))) == [false]
  }
}
