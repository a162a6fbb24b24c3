import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import InputDevices

/// Devices come and go, are allowed and forbidden; presses of those that are open are told.
@Suite struct KeyWatchTests {
  private final class Log {
    var reports: [KeyMonitor.Report] = []
    var devices: [String] { reports.last { if case .devices = $0 { true } else { false } }.map(names) ?? [] }

    private func names(_ report: KeyMonitor.Report) -> [String] {
      if case .devices(let devices) = report { devices.map(\.name) } else { [] }
    }
  }

  private static let headset = InputDeviceFacts(name: "HDA Headset", phys: "ALSA", keys: [164, 582])
  private static let keyboard = InputDeviceFacts(name: "Keyboard", bus: .usb, keys: Set(1...200))

  private let system = FakeInputSystem()
  private let log = Log()

  private func watch(_ setting: MediaKeys) -> KeyWatch {
    KeyWatch(system, setting) { [log] in log.reports.append($0) }
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
}
