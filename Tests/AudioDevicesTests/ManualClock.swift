import AudioDevices
import LinuxSystem
import PlayerCore
import Synchronization

/// A clock that stands still unless it is moved or waited on: waiting takes no time, but moves it by as much.
final class ManualClock: SimulationClock {
  private let nanoseconds = Atomic<Int64>(1_000_000_000)

  var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

  func advance(by duration: Duration) { nanoseconds.add(duration.wholeNanoseconds, ordering: .relaxed) }

  func wait(wake descriptor: Int32, milliseconds: Int32) {
    if descriptor >= 0, waitUntilReadable(descriptor, milliseconds: 0) { return }
    if milliseconds > 0 { advance(by: .milliseconds(milliseconds)) }
  }
}
