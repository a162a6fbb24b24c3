import LinuxSystem
import MessageBus
import PlayerCore
import TestSupport
import Testing

/// The machine's bus as a player follows it, with fakes of its services (R3, R17).
@Suite(.serialized, .enabled(if: BusMock.isHere, "python3-dbusmock is not installed")) struct SystemBusTests {
  private let bus: PrivateBus
  private let system: SystemBus

  init() throws {
    bus = try PrivateBus()
    system = SystemBus(address: bus.address, from: .now)
  }

  /// Takes a loop's turns until `condition` holds; says whether it does.
  private func runs(until condition: () throws -> Bool) rethrows -> Bool {
    try waits(atMost: MPRISRig.limit) {
      _ = system.process()
      return try condition()
    }
  }

  /// Takes turns until something has happened, and returns it.
  private func event() -> Event? {
    var events: [Event] = []
    _ = runs {
      events += system.takeEvents()
      return !events.isEmpty
    }
    return events.count == 1 ? events[0] : nil
  }

  private func buds(
    _ port: PlayerCore.Port = .bluetoothA2DP, isReachable: Bool = true, battery: Int? = nil,
    loss: BluetoothFacts.Loss? = nil
  ) -> [BluetoothFacts] {
    [
      BluetoothFacts(
        address: BlueZMock.address, name: "Buds", port: port, isReachable: isReachable, battery: battery, loss: loss)
    ]
  }

  @Test(arguments: [
    ("Timeout", BluetoothFacts.Loss.timedOut), ("Remote", .byDevice), ("Local", .byComputer), (nil, nil),
  ])
  func `R3: a headset comes with its battery, goes by its transport, and says why`(
    reason: String?, loss: BluetoothFacts.Loss?
  ) throws {
    let bluez = try BlueZMock(on: bus)
    try bluez.connect()
    #expect(runs { system.bluetooth == buds() })
    try bluez.addBattery(70)
    #expect(runs { system.bluetooth == buds(battery: 70) })
    try bluez.changeBattery(69)
    #expect(runs { system.bluetooth == buds(battery: 69) })
    try bluez.removeTransport()
    #expect(runs { system.bluetooth == buds(isReachable: false, battery: 69) })
    try bluez.disconnect(reason: reason)
    #expect(runs { system.bluetooth == buds(isReachable: false, loss: loss) })
    try bluez.connect()
    #expect(runs { system.bluetooth == buds() })
    try bluez.forget()
    #expect(runs { system.bluetooth == [] })
  }

  @Test func `what is connected already is found, and what plays to this computer is no way out of it`() throws {
    let telephone = try BlueZMock(on: bus, profiles: ["110a", "111f"])
    try telephone.connect(profile: "110b")
    try isConnected()
    #expect(!waits(atMost: .milliseconds(300)) { system.process() })
    telephone.stop()
    let computer = try BlueZMock(on: bus, profiles: ["110a", "110b"])
    try computer.connect(profile: "110b")
    #expect(runs { system.bluetooth == buds(isReachable: false) })
    try computer.connect(profile: "110a")
    #expect(runs { system.bluetooth == buds() })
    computer.stop()
    let headset = try BlueZMock(on: bus, profiles: ["184e", "1850"])
    try headset.connect(profile: "2bc9")
    #expect(runs { system.bluetooth == buds(.bluetoothLE) })
  }

  @Test func `a headset for calls only is there while it is connected`() throws {
    let bluez = try BlueZMock(on: bus, profiles: ["111e"])
    try bluez.connect(profile: nil)
    #expect(runs { system.bluetooth == buds(.bluetoothHFP) })
    try bluez.disconnect(reason: "Remote")
    #expect(runs { system.bluetooth == buds(.bluetoothHFP, isReachable: false, loss: .byDevice) })
  }

  @Test func `with BlueZ every headset goes, and comes when it is back; with the bus all knowledge goes`() throws {
    let bluez = try BlueZMock(on: bus)
    try bluez.connect()
    #expect(runs { system.bluetooth == buds() })
    bluez.stop()
    #expect(runs { system.bluetooth == buds(isReachable: false) })
    let again = try BlueZMock(on: bus)
    #expect(runs { system.bluetooth == [] })
    try again.connect()
    #expect(runs { system.bluetooth == buds() })
    bus.stop()
    #expect(runs { system.bluetooth == [] })
    try bus.start()
    let third = try BlueZMock(on: bus)
    try third.connect()
    #expect(runs { system.bluetooth == buds() })
  }

  @Test func `nobody else's signals count`() throws {
    let login = try LoginMock(on: bus)
    system.delaySleep()
    #expect(try runs { try login.inhibitors.contains("cans") })
    // A signal that is sent to one connection needs no subscription to arrive.
    let numbers = try names().filter { $0.hasPrefix(":") }
    for number in numbers {
      let child = try ChildProcess(
        [
          "busctl", "--address=\(bus.address)", "emit", "--destination=\(number)", "/org/freedesktop/login1",
          "org.freedesktop.login1.Manager", "PrepareForSleep", "b", "true",
        ], environment: ["PATH": "/usr/bin:/bin"])
      #expect(child.exitStatus(within: MPRISRig.limit) == 0, "\(child.errors)")
    }
    try login.announceShutdown(true)
    #expect(event() == .shutdownAnnounced)
  }

  /// Waits until the bus has let it in.
  private func isConnected() throws {
    system.delaySleep()
    let login = try LoginMock(on: bus)
    #expect(try runs { try login.inhibitors.contains("cans") })
    system.allowSleep()
  }

  private func names() throws -> [String] {
    let child = try ChildProcess(
      ["busctl", "--address=\(bus.address)", "list", "--no-legend"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(child.exitStatus(within: MPRISRig.limit) == 0)
    return child.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `R17: sleep waits until it is allowed, and the next one waits again`() throws {
    system.delaySleep()
    let login = try LoginMock(on: bus)
    #expect(try runs { try login.inhibitors.contains(#""sleep:shutdown" "cans""#) })
    #expect(try login.inhibitors.contains(#""delay""#))
    try login.announceSleep(true)
    #expect(event() == .sleepAnnounced)
    #expect(try login.inhibitors.contains("cans"))
    system.allowSleep()
    let allowed = MonotonicTime.now
    #expect(try waits(atMost: MPRISRig.limit) { try !login.inhibitors.contains("cans") })
    #expect(.now - allowed < .seconds(1))
    try login.announceSleep(false)
    #expect(event() == .wokeUp)
    system.delaySleep()
    #expect(try runs { try login.inhibitors.contains("cans") })
    try login.announceShutdown(true)
    #expect(event() == .shutdownAnnounced)
    system.stop()
    #expect(try waits(atMost: MPRISRig.limit) { try !login.inhibitors.contains("cans") })
  }

  @Test func `an allowance overtakes the answer to an older wish`() throws {
    let login = try LoginMock(on: bus)
    system.delaySleep()
    #expect(try runs { try login.inhibitors.contains("cans") })
    for _ in 0..<20 {
      system.delaySleep()
      _ = system.process()
      system.allowSleep()
    }
    try login.announceSleep(true)
    #expect(event() == .sleepAnnounced)
    #expect(try waits(atMost: MPRISRig.limit) { try !login.inhibitors.contains("cans") })
  }

  @Test func `R17: a login1 that was started again is asked again, and the end of a sleep is not missed`() throws {
    system.delaySleep()
    let login = try LoginMock(on: bus)
    #expect(try runs { try login.inhibitors.contains("cans") })
    try login.announceSleep(true)
    #expect(event() == .sleepAnnounced)
    login.stop()
    let again = try LoginMock(on: bus)
    #expect(event() == .wokeUp)
    #expect(try runs { try again.inhibitors.contains("cans") })
  }

  @Test func `without its services it rests`() throws {
    try isConnected()
    #expect(runs { waitForNothing() })
    #expect(waitForNothing() && system.bluetooth == [] && system.takeEvents() == [])
  }

  /// Whether there is nothing to do for a while.
  private func waitForNothing() -> Bool {
    (try? waitForEvents(system.pollDescriptors, until: .now + .milliseconds(200))) == [false]
      && (system.deadline.map { $0 - .now > .seconds(1) } ?? true)
  }
}
