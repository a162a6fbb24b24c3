import AudioDevices
import LinuxSystem
import PlayerCore
import TestSupport

/// The time of the whole world. Waiting on it takes none: it notes for how long was to be
/// waited, and the world decides.
final class WorldClock: SimulationClock {
  private let clock = FakeClock()
  private let wanted = Guarded<Int32>(0)

  var now: MonotonicTime { clock.now }

  func advance(to time: MonotonicTime) { if time > now { clock.advance(by: time - now) } }

  func wait(wake descriptor: Int32, milliseconds: Int32) { wanted.withLock { $0 = milliseconds } }

  /// What the last `wait` asked for.
  var lastWait: Int32 { wanted.withLock { $0 } }
}
