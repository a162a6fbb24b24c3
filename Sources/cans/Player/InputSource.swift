import InputDevices
import LinuxSystem
import PlayerCore

/// The machine's input devices: what their switches say is plugged, and for `KeysRemote` what is pressed there.
final class InputSource: FactSource {
  /// Looking for devices has time until the first picture is there.
  nonisolated static let usualPatience = Duration.milliseconds(150)

  private let setting: MediaKeys
  private let followsSwitches: Bool
  private let patience: Duration
  private var monitor: InputMonitor?
  private var startsAt: MonotonicTime?
  private var switches: [SwitchFacts] = []

  /// A source that begins to look for devices so long after `begin`; for media keys as `setting` wants them, and with
  /// switches if `followsSwitches`: those of the machine say nothing of simulated hardware.
  init(keys setting: MediaKeys, switches followsSwitches: Bool, patience: Duration = InputSource.usualPatience) {
    self.setting = setting
    self.followsSwitches = followsSwitches
    self.patience = patience
  }

  var pollDescriptors: [PolledDescriptor] {
    guard let monitor else { return [] }
    return [monitor.switches.descriptor, monitor.reports.descriptor].map(PolledDescriptor.init(readable:))
  }

  var deadline: MonotonicTime? { monitor == nil ? startsAt : nil }

  func process() -> Bool {
    if monitor == nil, let startsAt, startsAt <= .now {
      monitor = InputMonitor(keys: setting, switches: followsSwitches)
    }
    guard let new = monitor?.switches.take(), new != switches else { return false }
    switches = new
    return true
  }

  func contribute(to facts: inout Facts) { facts.switches += switches }

  func follow(_ state: PlayerState) { begin() }

  /// Looks for devices, unless nothing of them matters.
  func begin() {
    if startsAt == nil, setting != .off || followsSwitches { startsAt = .now + patience }
  }

  func stop() { monitor?.stop() }

  /// What was pressed since the last call, and which devices with keys there are, in order.
  func takeReports() -> [InputMonitor.Report] { monitor?.reports.takeAll() ?? [] }
}
