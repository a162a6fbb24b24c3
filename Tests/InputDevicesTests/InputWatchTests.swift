import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import InputDevices

/// Devices come and go, are allowed and forbidden; presses and plugs of those that are open are told.
@Suite struct InputWatchTests {
  private final class Log {
    var reports: [InputMonitor.Report] = []
    var switches: [[SwitchFacts]] = []
    var devices: [String] { reports.last { if case .devices = $0 { true } else { false } }.map(names) ?? [] }

    private func names(_ report: InputMonitor.Report) -> [String] {
      if case .devices(let devices) = report { devices.map(\.name) } else { [] }
    }
  }

  private static let headset = InputDeviceFacts(name: "HDA Headset", phys: "ALSA", keys: [164, 582])
  private static let keyboard = InputDeviceFacts(name: "Keyboard", bus: .usb, keys: Set(1...200))

  private let system = FakeInputSystem()
  private let log = Log()

  private func watch(_ setting: MediaKeys, switches: Bool = false) -> InputWatch {
    InputWatch(
      system, keys: setting, switches: switches, report: { [log] in log.reports.append($0) },
      reportSwitches: { [log] in log.switches.append($0) })
  }

  @Test func `a keyboard is opened only if all media keys are wanted, and then for those alone`() throws {
    system.nodes = ["event0": .init(facts: Self.keyboard), "event1": .init(facts: Self.headset)]
    _ = watch(.headsets)
    #expect(system.opened.map(\.name) == ["event1"] && log.devices == ["HDA Headset"])
    #expect(system.opened[0].keys == [164])
    _ = watch(.all)
    let keyboard = try #require(system.opened.first { $0.name == "event0" })
    #expect(keyboard.keys == [113, 114, 115, 163, 164, 165, 166, 168, 200])
  }

  @Test func `what may not be read is not even looked at, and nobody is told`() {
    system.nodes = ["event0": .init(facts: Self.headset, isReadable: false)]
    let watch = watch(.all)
    watch.process()
    #expect(system.lookedAt.isEmpty && system.opened.isEmpty && log.reports.isEmpty)
    #expect(watch.descriptors == [1_000])
  }

  @Test func `permission that is given later opens, and permission that is taken closes`() {
    system.nodes = ["event0": .init(facts: Self.headset, isReadable: false)]
    let watch = watch(.headsets)
    system.nodes["event0"]?.isReadable = true
    system.told = ["event0"]
    watch.process()
    #expect(log.devices == ["HDA Headset"] && watch.descriptors == [1_000, 1])
    system.nodes["event0"]?.isReadable = false
    system.told = ["event0"]
    watch.process()
    #expect(log.reports.last == .devices([]) && watch.descriptors == [1_000])
  }

  @Test func `a device that udev is not done with is opened when it is`() {
    system.nodes = ["event0": .init(facts: nil)]
    let watch = watch(.headsets)
    #expect(log.reports.isEmpty)
    system.nodes["event0"]?.facts = Self.headset
    system.told = nil
    watch.process()
    #expect(log.devices == ["HDA Headset"])
  }

  @Test func `a device that cannot be opened is tried again when its node changes`() {
    system.nodes = [
      "event0": .init(facts: Self.headset, openFailure: SystemCallError(operation: "open", code: ENODEV))
    ]
    let watch = watch(.headsets)
    watch.process()
    #expect(log.reports.isEmpty)
    system.nodes["event0"]?.openFailure = nil
    system.told = ["event0"]
    watch.process()
    #expect(log.devices == ["HDA Headset"])
  }

  @Test func `presses are told with their device, key, motion and time`() throws {
    system.nodes = ["event0": .init(facts: Self.headset)]
    let watch = watch(.headsets)
    let reader = try #require(system.readers["event0"])
    let times = [1_000, 2_000, 3_000].map { MonotonicTime(nanoseconds: $0) }
    reader.pending = [
      KeyReading(code: 164, motion: .down, time: times[0]), KeyReading(code: 30, motion: .down, time: times[1]),
      KeyReading(code: 164, motion: .up, time: times[2]),
    ]
    watch.process()
    let device = PressDevice(id: 1, kind: .cable, name: "HDA Headset")
    #expect(
      log.reports == [
        .devices([device]), .press(Press(.playPause, .down, on: device, at: times[0])),
        .press(Press(.playPause, .up, on: device, at: times[2])),
      ], "whatever the kernel delivers, only media keys go further")
  }

  @Test func `another device under the name of one that is gone is another device`() throws {
    system.nodes = ["event0": .init(facts: Self.headset)]
    let watch = watch(.all)
    system.readers["event0"]?.isGone = true
    system.nodes["event0"]?.facts = Self.keyboard
    watch.process()
    #expect(log.reports.last == .devices([PressDevice(id: 2, kind: .keyboard, name: "Keyboard")]))
    system.readers["event0"]?.isGone = true
    system.nodes = [:]
    watch.process()
    #expect(log.reports.last == .devices([]) && watch.descriptors == [1_000])
  }

  @Test func `what is heard, forbidden and left out is listed, and none of it opened`() {
    system.nodes = [
      "event0": .init(facts: Self.headset), "event1": .init(facts: Self.keyboard, isReadable: false),
      "event2": .init(facts: InputDeviceFacts(name: "Mouse", keys: [272])), "event3": .init(facts: nil),
    ]
    let headset = ListedButtons(name: "HDA Headset", kind: .cable, state: .heard)
    let keyboard = ListedButtons(name: "Keyboard", kind: .keyboard, state: .notWanted)
    #expect(listedButtons(of: system, under: .headsets) == [headset, keyboard])
    let forbidden = ListedButtons(name: "Keyboard", kind: .keyboard, state: .noPermission)
    #expect(listedButtons(of: system, under: .all) == [headset, forbidden])
    #expect(system.opened.isEmpty)
  }

  @Test func `headsets of the same kind are told apart`() {
    system.nodes = ["event0": .init(facts: Self.headset), "event1": .init(facts: Self.headset)]
    _ = watch(.headsets)
    guard case .devices(let devices) = log.reports.last else { return #expect(Bool(false), "no devices") }
    #expect(Set(devices.map(\.id)).count == 2)
  }

  private static let jack = InputDeviceFacts(
    name: "HDA Intel Headphone", phys: "ALSA", isOfSoundCard: true, card: CardIndex(0), keys: [], switches: [2, 7])

  private static func plug(_ kind: SwitchFacts.Kind, _ isOn: Bool, of device: String = "HDA Intel Headphone")
    -> SwitchFacts
  {
    SwitchFacts(device: device, card: CardIndex(0), kind: kind, isOn: isOn)
  }

  @Test func `what is plugged when a jack is opened is its first state, and every change is told once`() throws {
    system.nodes = ["event0": .init(facts: Self.jack, areOn: [2])]
    let watch = watch(.off, switches: true)
    #expect(system.opened[0].keys == [] && system.opened[0].switches == [2, 7])
    #expect(log.switches == [[Self.plug(.anything, false), Self.plug(.headphones, true)]])
    watch.process()
    #expect(log.switches.count == 1, "nothing has happened")
    let reader = try #require(system.readers["event0"])
    reader.flipped = [2: false]
    watch.process()
    #expect(log.switches.dropFirst() == [[Self.plug(.anything, false), Self.plug(.headphones, false)]])
    #expect(log.reports.isEmpty, "it has no keys")
  }

  @Test func `a plug is told before new devices are opened`() throws {
    system.nodes = ["event0": .init(facts: Self.jack)]
    let watch = watch(.off, switches: true)
    system.readers["event0"]?.flipped = [2: true]
    system.nodes["event1"] = .init(facts: Self.headset)
    system.told = ["event1"]
    system.onLook = { [log] _ in
      #expect(log.switches.last == [Self.plug(.anything, false), Self.plug(.headphones, true)])
    }
    watch.process()
    #expect(system.lookedAt.last == "event1")
  }

  @Test func `a device that goes, or may not be read any more, takes its switches along`() {
    system.nodes = ["event0": .init(facts: Self.jack), "event1": .init(facts: Self.jack)]
    let watch = watch(.headsets, switches: true)
    #expect(log.switches.last?.count == 4)
    system.readers["event0"]?.isGone = true
    system.nodes["event0"] = nil
    watch.process()
    #expect(log.switches.last?.count == 2)
    system.nodes["event1"]?.isReadable = false
    system.told = ["event1"]
    watch.process()
    #expect(log.switches.last == [] && watch.descriptors == [1_000])
  }

  @Test func `a headset with buttons and a switch is opened once for both`() {
    var facts = Self.headset
    facts.switches = [2]
    system.nodes = ["event0": .init(facts: facts)]
    _ = watch(.headsets, switches: true)
    #expect(system.opened.count == 1 && system.opened[0].keys == [164] && system.opened[0].switches == [2])
    #expect(log.devices == ["HDA Headset"] && log.switches.last?.count == 1)
    _ = watch(.off, switches: true)
    #expect(system.opened.count == 2 && system.opened[1].keys == [])
    _ = watch(.off, switches: false)
    #expect(system.opened.count == 2)
  }

  @Test func `a keyboard is not opened for its switches, and not asked for them`() {
    var facts = Self.keyboard
    facts.switches = [2, 14]
    system.nodes = ["event0": .init(facts: facts)]
    _ = watch(.headsets, switches: true)
    #expect(system.opened.isEmpty)
    _ = watch(.all, switches: true)
    #expect(system.opened.count == 1 && system.opened[0].switches == [] && log.switches.isEmpty)
  }
}
