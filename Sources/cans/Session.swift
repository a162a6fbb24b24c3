import LinuxSystem
import PlayerCore

/// The state and the one way to change it: every event goes through `reduce`, and its effects are run in order
/// before the next event is looked at.
final class Session {
  private(set) var state: PlayerState { didSet { shown = nil } }
  /// The snapshot of the present state, once it was asked for.
  private var shown: Snapshot?
  private let run: (Effect, MonotonicTime) -> Void

  /// A session that hands its effects to `run`.
  init(state: PlayerState, run: @escaping (Effect, MonotonicTime) -> Void) {
    self.state = state
    self.run = run
  }

  /// What observers see. Made once for each state: the loop turns more often than the state changes.
  var snapshot: Snapshot {
    if let shown { return shown }
    let new = state.snapshot
    shown = new
    return new
  }

  /// Notes whether the device is simulated, which the screen says and nothing decides by.
  func note(_ simulation: Simulation) { state.simulation = simulation }

  /// Reduces `event`, which happened just now.
  func send(_ event: Event) { _ = reduceNow(event) }

  /// Reduces the command, and returns the core's answer to it.
  func perform(_ command: Command, from source: CommandSource) -> CommandStatus {
    for case .answer(_, _, let status) in reduceNow(.commandReceived(command, from: source)) { return status }
    return .commandFailed
  }

  private func reduceNow(_ event: Event) -> [Effect] {
    let now = MonotonicTime.now
    let effects = reduce(&state, event, at: now)
    for effect in effects { run(effect, now) }
    return effects
  }
}
