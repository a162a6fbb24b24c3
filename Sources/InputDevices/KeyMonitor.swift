public import LinuxSystem
public import PlayerCore

/// Listens to media keys and headset buttons, on a thread of its own: opening a device may wait until that has woken
/// up. It publishes what is pressed, and judges nothing.
public final class KeyMonitor: Sendable {
  /// What there is to tell.
  public enum Report: Equatable, Sendable {
    /// These devices are listened to now.
    case devices([PressDevice])
    /// A key was pressed or let go.
    case press(Press)
  }

  /// What was pressed, and which devices there are, in order.
  public let reports = Mailbox<Report>()
  private let ending = EventDescriptor()

  /// Starts listening. Where there is nothing to listen to, or no permission, nothing is reported.
  public init(_ setting: MediaKeys) {
    guard setting != .off else { return }
    let (reports, ending) = (reports, ending)
    // The thread keeps what it needs; nobody waits for it.
    _ = Thread(name: "keys", stackSize: 256 * 1024) {
      guard let system = try? LinuxInputSystem() else { return }
      let watch = KeyWatch(system, setting) { reports.post($0) }
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
