internal import Glibc

/// The time that people read from clocks, to milliseconds. It may be set back: never measure with it.
public enum WallClock {
  /// Milliseconds since 1970 (CLOCK_REALTIME).
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// A moment as calendars and clocks of the user's time zone show it (localtime_r(3)).
public struct LocalTime: Hashable, Sendable {
  /// "2026-12-01".
  public let date: String
  /// "14:03:22".
  public let time: String

  /// The day on the user's calendar so many milliseconds after the beginning of 1970; 1970-01-01 is 0.
  public static func day(at milliseconds: Int64) -> Int {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    // The same calendar day, as if it were of universal time.
    parts.tm_hour = 12
    return Int(timegm(&parts)) / 86_400
  }

  /// What they show so many milliseconds after the beginning of 1970.
  public init(milliseconds: Int64) {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    date = "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
