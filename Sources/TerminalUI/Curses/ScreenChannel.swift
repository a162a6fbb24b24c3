internal import LinuxSystem
internal import PlayerCore

/// What goes between the main thread and the screen's.
final class ScreenChannel: Sendable {
  /// What the main thread wants of the screen besides showing snapshots.
  enum Order: Sendable {
    /// The terminal may have another size.
    case resize
    /// Give the terminal back; answered by `terminalIsFree`.
    case leave
    /// Take it again.
    case enter
    /// Give it back and end; answered by `hasEnded`.
    case stop
  }

  /// The newest snapshot only: a terminal that is slow misses some.
  let snapshots = LatestValue<Snapshot>()
  let timelines = LatestValue<TimelineBook>()
  let orders = Mailbox<Order>()
  /// Readable once the screen has given the terminal back on an order.
  let terminalIsFree = EventDescriptor()
  /// Readable once it is about to end, with the terminal given back.
  let hasEnded = EventDescriptor()
}
