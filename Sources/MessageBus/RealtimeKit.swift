internal import LinuxSystem
internal import PlayerCore

/// rtkit: the service that gives threads of ordinary users a real-time priority
/// (`org.freedesktop.RealtimeKit1`; its README).
public enum RealtimeKit {
  private static let service = BusService(
    name: "org.freedesktop.RealtimeKit1", path: "/org/freedesktop/RealtimeKit1",
    interface: "org.freedesktop.RealtimeKit1")

  /// Makes `thread` of this process real-time (SCHED_RR), with `priority` or what rtkit allows at most. Waits for
  /// answers, for some seconds at most; not for the thread of a loop.
  ///
  /// rtkit demands that a real-time thread which runs on without waiting is stopped by the kernel after 0.2 s. The
  /// limit is set here for the whole process, with a warning by SIGXCPU after half of that.
  ///
  /// - Parameter address: another bus than the system's.
  /// - Returns: the priority.
  public static func makeRealTime(
    thread: Int32, priority: Int, address: String? = nil
  ) throws(BusError) -> Int {
    let bus = try BusConnection(address: address)
    let longestRun = try bus.property("RTTimeUSecMax", type: CChar(UInt8(ascii: "x")), of: service)
    let highest = try bus.property("MaxRealtimePriority", type: CChar(UInt8(ascii: "i")), of: service)
    let granted = min(priority, Int(highest))
    guard granted > 0, longestRun > 0 else { throw .refused("no real-time priority to give") }
    do {
      try RealTimeScheduling.limitRun(to: .microseconds(longestRun))
    } catch {
      throw .failed(code: error.code)
    }
    try bus.call("MakeThreadRealtime", UInt64(thread), UInt32(granted), of: service)
    return granted
  }
}
