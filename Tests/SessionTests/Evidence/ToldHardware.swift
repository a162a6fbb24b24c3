import AudioDevices
import LinuxSystem
import PlayerCore

/// Monitors that know what a recording tells them.
@MainActor
final class ToldHardware: HardwareMonitor {
  private(set) var facts: Facts
  private var told: Facts

  init(_ facts: Facts) {
    self.facts = facts
    told = facts
  }

  /// From the loop's next turn on this is known, too.
  func tell(_ change: (inout Facts) -> Void) { change(&told) }

  var pollDescriptors: [PolledDescriptor] { [] }
  var deadline: MonotonicTime? { told == facts ? nil : MonotonicTime(nanoseconds: 0) }

  func process() -> Bool {
    defer { facts = told }
    return told != facts
  }
}
