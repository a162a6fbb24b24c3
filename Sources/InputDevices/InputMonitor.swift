public import LinuxSystem
public import PlayerCore

/// Listens to media keys and headset buttons, and follows the switches of jacks, on a thread of its own: opening a
/// device may wait until that has woken up. It publishes what is pressed and what is plugged, and judges nothing.
public final class InputMonitor: Sendable {
  /// What there is to tell of keys.
  public enum Report: Equatable, Sendable {
    /// These devices are listened to now.
    case devices([PressDevice])
    /// A key was pressed or let go.
    case press(Press)
  }

  /// What was pressed, and which devices there are, in order.
  public let reports = Mailbox<Report>()
  /// The state of all switches that may be read, whenever it has changed; before the first change there are none.
  public let switches = LatestValue<[SwitchFacts]>()
  private let ending = EventDescriptor()

  /// Starts listening to keys as `setting` wants it, and, if wanted, to switches. Where there is nothing to listen to,
  /// or no permission, nothing is reported.
  public init(keys setting: MediaKeys, switches followsSwitches: Bool) {
    guard setting != .off || followsSwitches else { return }
    let (reports, switches, ending) = (reports, switches, ending)
    // The thread keeps what it needs; nobody waits for it.
    _ = Thread(name: "keys", stackSize: 256 * 1024) {
      guard let system = try? LinuxInputSystem() else { return }
      let watch = InputWatch(
        system, keys: setting, switches: followsSwitches, report: reports.post, reportSwitches: switches.put)
      while true {
        let polled = [ending.descriptor] + watch.descriptors
        let hasEvent = try? waitForEvents(polled.map(PolledDescriptor.init(readable:)), until: nil)
        guard let hasEvent, !hasEvent[0] else { return }
        watch.process()
      }
    }
  }

  /// Ends the thread, as soon as it is free.
  public func stop() { ending.signal() }

  deinit { ending.signal() }
}
