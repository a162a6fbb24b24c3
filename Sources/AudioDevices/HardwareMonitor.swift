public import LinuxSystem
public import PlayerCore

/// A source of facts about cards, jacks and devices: real ones (`RouteMonitor`) or simulated
/// ones (`SimulatedHardware`). It knows nothing of playback and decides nothing. Main thread
/// only; no member blocks or sleeps.
@MainActor
public protocol HardwareMonitor: AnyObject {
  /// What is true now.
  var facts: Facts { get }

  /// The descriptors to poll, with the events to poll for. They change when `process` finds cards coming or going.
  var pollDescriptors: [PolledDescriptor] { get }

  /// When `process` is to be called even if no descriptor is ready; nil: never.
  var deadline: MonotonicTime? { get }

  /// Takes in all that has happened. Call it when a descriptor is ready, in whatever way, or at the deadline.
  ///
  /// - Returns: whether `facts` has changed.
  func process() -> Bool
}
