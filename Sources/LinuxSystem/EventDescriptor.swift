internal import CLinux
internal import Glibc
internal import PlayerCore

/// An eventfd(2): one thread signals, another polls its descriptor and clears it. Safe on any thread;
/// signalling neither allocates nor blocks.
public final class EventDescriptor: Sendable {
  /// The descriptor to poll for reading.
  public let descriptor: Int32

  /// Opens one. Running out of descriptors at this point is fatal: nothing could be told to anybody.
  public init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(descriptor >= 0, "eventfd: no descriptor left")
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable.
  public func signal() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Makes the descriptor unreadable until the next `signal`.
  public func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Waits until it was signalled, and clears it; false if that took longer than `limit`.
  public func wait(_ limit: Duration) -> Bool {
    let deadline = MonotonicTime.now + limit
    repeat {
      let left = max((deadline - .now).wholeNanoseconds, 0)
      if waitUntilReadable(descriptor, milliseconds: Int32(clamping: (left + 999_999) / 1_000_000)) {
        clear()
        return true
      }
    } while MonotonicTime.now < deadline
    return false
  }
}
