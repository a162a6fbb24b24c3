internal import Glibc
public import PlayerCore

/// Sleeps until one of `descriptors` has an event or the time `deadline` has come, if there is one (poll(2)). A
/// deadline is never reported early: the remaining time is rounded up to whole milliseconds.
///
/// - Returns: whether each descriptor has an event, in their order; errors and hang-ups count as events.
/// - Throws: when the system cannot wait, which means that a descriptor was closed under us.
public func waitForEvents(
  _ descriptors: [PolledDescriptor], until deadline: MonotonicTime?
) throws(SystemCallError) -> [Bool] {
  var polled = descriptors.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
  try retrying("poll") {
    var milliseconds: Int32 = -1
    if let deadline {
      let left = (deadline - .now).wholeNanoseconds
      milliseconds = left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }
    return poll(&polled, nfds_t(polled.count), milliseconds)
  }
  return polled.map { $0.revents != 0 }
}
