import Glibc
import LinuxSystem
import Testing

/// What calendars and clocks show, and where standard error goes.
struct WallClockTests {
  @Test func `a moment is shown in the user's time zone`() {
    var seconds = time_t(1_764_590_605)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let shown = LocalTime(milliseconds: 1_764_590_605_987)
    #expect(shown.date.hasPrefix("2025-") && shown.date.count == 10)
    #expect(shown.time.split(separator: ":").compactMap { Int32($0) } == [parts.tm_hour, parts.tm_min, parts.tm_sec])
    #expect(shown.time.count == 8)
  }

  @Test func `a day is the one that the user's calendar shows`() {
    // A day and a bit apart, so that every hour of the day comes.
    for step in 0..<60 {
      let moment = 1_764_590_605_987 + Int64(step) * 90_061_000
      let date = LocalTime(milliseconds: moment).date.split(separator: "-").compactMap { Int32($0) }
      var parts = tm()
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (date[0] - 1_900, date[1] - 1, date[2])
      #expect(LocalTime.day(at: moment) == Int(timegm(&parts)) / 86_400)
    }
  }

  @Test func `the clock goes on`() {
    let before = WallClock.now
    #expect(before > 1_700_000_000_000 && WallClock.now >= before)
  }

  @Test func `a message for the journal has its level before it`() { #expect(Journal.line("a – b") == "<6>a – b\n") }
}
