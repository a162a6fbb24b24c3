internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// A program that is over as soon as it has begun: nothing but its own time may be measured.
enum BriefProgram {
  /// Runs `words` (looked up in PATH), its output thrown away, and returns the time from its start to its end.
  static func time(_ words: [String], environment: [String: String]) throws(BenchError) -> Duration {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    var status: Int32 = 0
    var (start, end) = (MonotonicTime.now, MonotonicTime.now)
    let failure = CStrings.with(words) { arguments in
      CStrings.with(environment.map { "\($0)=\($1)" }) { environment in
        start = .now
        let failure = posix_spawnp(&process, arguments[0]!, &actions, nil, arguments, environment)
        if failure == 0 { waitpid(process, &status, 0) }
        end = .now
        return failure
      }
    }
    guard failure == 0, status == 0 else { throw BenchError("\(words.joined(separator: " ")) fails") }
    return end - start
  }
}
