internal import CLinux
internal import Glibc

/// Threads that go before all ordinary ones (sched(7)).
public enum RealTimeScheduling {
  /// The kernel's number of the calling thread (gettid(2)).
  public static var currentThread: Int32 { gettid() }

  /// Makes the calling thread real-time (SCHED_FIFO) with `priority`, 1 to 99. Programs that it starts are not.
  ///
  /// - Returns: whether the system allows it: by RLIMIT_RTPRIO, or to root.
  public static func makeCurrentThreadRealTime(priority: Int32) -> Bool {
    var parameters = sched_param()
    parameters.sched_priority = priority
    return sched_setscheduler(0, SCHED_FIFO | resetOnFork, &parameters) == 0
  }

  /// The highest priority that RLIMIT_RTPRIO allows (getrlimit(2)).
  public static var limit: Int {
    var limit = rlimit()
    guard getrlimit(resource(__RLIMIT_RTPRIO), &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Lets the kernel end the process when a real-time thread of it runs for `longest` without waiting for anything
  /// (RLIMIT_RTTIME), with a warning by SIGXCPU after half of that. A limit that is lower already stays.
  public static func limitRun(to longest: Duration) throws(SystemCallError) {
    var limit = rlimit()
    try retrying("getrlimit") { getrlimit(resource(__RLIMIT_RTTIME), &limit) }
    let (seconds, attoseconds) = longest.components
    let microseconds = rlim_t(seconds) * 1_000_000 + rlim_t(attoseconds / 1_000_000_000_000)
    limit.rlim_max = min(limit.rlim_max, microseconds)
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max / 2)
    try retrying("setrlimit") { setrlimit(resource(__RLIMIT_RTTIME), &limit) }
  }

  private static func resource(_ name: __rlimit_resource) -> __rlimit_resource_t { __rlimit_resource_t(name.rawValue) }
}

/// SCHED_RESET_ON_FORK, which <sched.h> hides without _GNU_SOURCE: children are ordinary again.
private let resetOnFork: Int32 = 0x4000_0000
