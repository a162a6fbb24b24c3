internal import Glibc
public import PlayerCore

extension MonotonicTime {
  /// What CLOCK_MONOTONIC shows now (clock_gettime(2)). Safe on any thread, the output thread included.
  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
