import InputDevices
import LinuxSystem
import PlayerCore

/// Media keys and headset buttons: hands presses to the core, which knows what they mean.
final class KeysRemote: Remote {
  /// Looking for devices has time until the first picture is there.
  private static let patience = Duration.milliseconds(150)

  private let setting: MediaKeys
  private var monitor: KeyMonitor?
  private var startsAt: MonotonicTime?

  init(_ setting: MediaKeys) { self.setting = setting }

  var pollDescriptors: [PolledDescriptor] {
    monitor.map { [PolledDescriptor(readable: $0.reports.descriptor)] } ?? []
  }

  var deadline: MonotonicTime? { monitor == nil ? startsAt : nil }

  func process(_ desk: CommandDesk) {
    if monitor == nil, let startsAt, startsAt <= .now { monitor = KeyMonitor(setting) }
    for report in monitor?.reports.takeAll() ?? [] {
      switch report {
      case .devices(let devices): desk.send(.pressDevicesChanged(devices))
      case .press(let press): desk.send(.pressed(press))
      }
    }
  }

  func show(_ snapshot: Snapshot) {
    if setting != .off, startsAt == nil { startsAt = .now + Self.patience }
  }

  func stop() { monitor?.stop() }
}
