import LinuxSystem
import PlayerCore

/// The state and the one way to change it: every event goes through `reduce`, and its effects are run in order before the
/// next event is looked at.
final class Session {
  private(set) var state: PlayerState
  private let run: (Effect, MonotonicTime) -> Void

  /// A session that hands its effects to `run`.
  init(state: PlayerState, run: @escaping (Effect, MonotonicTime) -> Void) {
    self.state = state
    self.run = run
  }

  /// Notes whether the device is simulated, which the screen says and nothing decides by.
  func note(_ simulation: Simulation) { state.simulation = simulation }

  /// Reduces `event`, which happened just now.
  func send(_ event: Event) {
    let now = MonotonicTime.now
    for effect in reduce(&state, event, at: now) { run(effect, now) }
  }
}
