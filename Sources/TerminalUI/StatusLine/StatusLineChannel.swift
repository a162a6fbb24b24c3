internal import LinuxSystem
internal import PlayerCore

/// What goes between the main thread and the status line's.
final class StatusLineChannel: Sendable {
  enum Order: Sendable {
    case say(String)
    /// Take the line away; answered by `isCleared`.
    case clear
    /// Show it again.
    case show
    /// Take it away and end; answered by `hasEnded`.
    case stop
  }

  /// The newest snapshot only: a terminal that is slow misses some.
  let snapshots = LatestValue<Snapshot>()
  let orders = Mailbox<Order>()
  let isCleared = EventDescriptor()
  let hasEnded = EventDescriptor()
}
