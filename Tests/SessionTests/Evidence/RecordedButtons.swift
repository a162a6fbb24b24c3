import LinuxSystem
import PlayerCore
import TestSupport

@testable import InputDevices

/// Input devices whose keys do again what was recorded, listened to by the player's own watch.
@MainActor
final class RecordedButtons {
  private let trace: Trace
  private let world: World
  private let system: Replay

  init(_ trace: Trace, _ world: World) {
    (self.trace, self.world) = (trace, world)
    system = Replay(trace.inputDevices)
  }

  /// What the devices do, in order of time.
  var steps: [(time: Duration, body: () -> Void)] {
    guard !trace.inputDevices.isEmpty else { return [] }
    let watch = InputWatch(
      system, keys: .headsets, switches: false,
      report: { [world] report in
        MainActor.assumeIsolated {
          switch report {
          case .devices(let devices): world.send(.pressDevicesChanged(devices))
          case .press(let press): world.send(.pressed(press))
          }
        }
      }, reportSwitches: { _ in })
    var steps: [(time: Duration, body: () -> Void)] = trace.keys.map { key in
      (
        key.time,
        { [self] in
          guard let motion = [0: PressMotion.up, 1: .down, 2: .repeat][key.value] else { return }
          system.readers[key.node]?.pending = [KeyReading(code: key.code, motion: motion, time: world.now)]
          watch.process()
        }
      )
    }
    for device in trace.inputDevices {
      if let gone = device.goneAt {
        steps.append(
          (
            gone,
            { [self] in
              system.remove(device.node)
              watch.process()
            }
          ))
      }
    }
    return steps
  }

  private final class Replay: InputSystem {
    private var devices: [String: InputDeviceFacts] = [:]
    private(set) var readers: [String: Reader] = [:]
    private var told: Set<String> = []

    init(_ recorded: [Trace.InputDevice]) {
      for device in recorded {
        let bus = [0: InputDeviceFacts.Bus.none, 3: .usb, 5: .bluetooth][device.bus] ?? .other
        devices[device.node] = InputDeviceFacts(
          name: device.name, bus: bus, phys: device.phys, isVirtual: device.isVirtual,
          keys: InputDeviceFacts.bits(device.keys))
      }
    }

    var descriptors: [Int32] { [] }
    func changes() -> Set<String>? {
      defer { told = [] }
      return told
    }
    func names() -> Set<String> { Set(devices.keys) }
    func isReadable(_ name: String) -> Bool { devices[name] != nil }
    func facts(of name: String) -> InputDeviceFacts? { devices[name] }
    func open(_ name: String, keys: Set<UInt16>, switches: Set<UInt16>) throws(SystemCallError) -> any InputReader {
      let reader = Reader()
      readers[name] = reader
      return reader
    }
    func remove(_ name: String) {
      devices[name] = nil
      readers[name]?.isGone = true
      told.insert(name)
    }
  }

  private final class Reader: InputReader {
    let switches: [UInt16: Bool] = [:]
    var pending: [KeyReading] = []
    var isGone = false
    var descriptor: Int32 { -1 }
    func read() -> [KeyReading]? {
      defer { pending = [] }
      return isGone ? nil : pending
    }
  }
}
