import InputDevices
import LinuxSystem
import PlayerCore

/// Media keys and headset buttons: hands presses to the core, which knows what they mean. The loop waits for them on
/// behalf of `InputSource`.
final class KeysRemote: Remote {
  private let input: InputSource

  init(_ input: InputSource) { self.input = input }

  let pollDescriptors: [PolledDescriptor] = []
  let deadline: MonotonicTime? = nil

  func process(_ desk: CommandDesk) {
    for report in input.takeReports() {
      switch report {
      case .devices(let devices): desk.send(.pressDevicesChanged(devices))
      case .press(let press): desk.send(.pressed(press))
      }
    }
  }

  func show(_ snapshot: Snapshot) {}
  func stop() {}
}
