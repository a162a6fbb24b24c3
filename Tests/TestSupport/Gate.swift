internal import LinuxSystem
internal import PlayerCore

/// A door in the way of a thread: while it is shut, whoever comes there stands still. What a device or a disk
/// that does not answer looks like.
public final class Gate: Sendable {
  /// Readable while it is open.
  private let isOpen = EventDescriptor()
  private let visitors = EventDescriptor()

  /// An open gate.
  public init() { open() }

  /// Lets everybody pass.
  public func open() { isOpen.signal() }

  /// Lets nobody pass, and forgets who came before.
  public func shut() {
    visitors.clear()
    isOpen.clear()
  }

  /// Passes the gate, once it is open. A test that forgets to open it goes on after a minute.
  public func pass() {
    visitors.signal()
    waitUntilReadable(isOpen.descriptor, milliseconds: 60_000)
  }

  /// Waits until somebody has come since it was shut; false after `limit`.
  public func hasVisitor(within limit: Duration) -> Bool { visitors.wait(limit) }
}
