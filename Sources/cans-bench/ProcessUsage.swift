internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// What a running process has used so far.
enum ProcessUsage {
  /// Seconds of CPU, user and system, of all its threads.
  static func cpuSeconds(_ process: Int32) throws(BenchError) -> Double {
    // The same as utime + stime in /proc/PID/stat, but in nanoseconds instead of ticks of 10 ms.
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw BenchError("process \(process) has gone")
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds of CPU of all children of this process that have ended and were waited for.
  static var cpuSecondsOfChildren: Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Its share of memory in megabytes (2²⁰ bytes): pages that n processes map count 1/n (PSS).
  static func megabytes(_ process: Int32) throws -> Double {
    let path = FilePath(bytes: Array("/proc/\(process)/smaps_rollup".utf8))
    let text = String(decoding: try FileContents.read(path) ?? [], as: UTF8.self)
    let words = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }?.split(separator: " ") ?? []
    guard words.count > 1, let kilobytes = Double(words[1]) else { throw BenchError("\(path.text) tells no PSS") }
    return kilobytes / 1_024
  }
}
