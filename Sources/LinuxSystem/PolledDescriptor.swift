internal import Glibc

/// A descriptor that a subsystem lends to the loop, with what to poll(2) it for.
public struct PolledDescriptor: Hashable, Sendable {
  /// The descriptor; it stays its owner's.
  public var descriptor: Int32
  /// POLLIN, POLLOUT … as in poll(2).
  public var events: Int16

  /// A descriptor to be polled for `events`.
  public init(_ descriptor: Int32, events: Int16) {
    self.descriptor = descriptor
    self.events = events
  }

  /// A descriptor to be polled for reading.
  public init(readable descriptor: Int32) { self.init(descriptor, events: Int16(POLLIN)) }
}

/// Sleeps until `descriptor` is readable or `milliseconds` have passed (negative: no limit). May return early. Returns
/// whether it is readable. Safe on any thread, the output thread included.
@discardableResult
public func waitUntilReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds) > 0
}
