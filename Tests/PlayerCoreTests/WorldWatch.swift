@testable import PlayerCore

/// Looks at every event of a run in a `SoundWorld` and notes what must never be. It knows what is really plugged and
/// where the sound really goes, and what each source has said of that; the core only knows the latter.
final class WorldWatch {
  var violations: [String] = []
  /// Judges what needs no knowledge of the world.
  private let basics = InvariantWatch()
  /// Lost while playing, as some source has said: until a command or its return nothing may be heard elsewhere (R1).
  private(set) var lost: RouteID?
  /// What R3 may resume, as long as the user says nothing (R4).
  private var resumable: RouteID?

  /// What the source that is about to speak knows to be gone.
  var told: RouteID?

  func look(at harness: CoreHarness, after event: Event, before: PlayerState, effects: [Effect]) {
    let state = harness.state
    if case .factsChanged = event, let told {
      self.told = nil
      // A plug that was not settled yet has not become the route (R9).
      let isInUse = told == before.routes.settled.id && told == before.routes.inUse.id
      if isInUse, before.wish.goal == .play { (lost, resumable) = (told, told) }
    }
    // Also silence for what was none may end in a resume: it is never wrong.
    if state.holds.contains(.snag), !before.holds.contains(.snag) { resumable = state.routes.settled.id }
    note(event, state, before)
    for effect in effects {
      basics.judge(effect, harness)
      if case .noteBounces = effect { lost = nil }
    }
    basics.judgeState(state, after: event, before: before, at: harness.now)
    judgeSound(harness)
    violations += basics.violations.map { "\(harness.milliseconds) ms: \($0)" }
    basics.violations = []
    if lost == state.routes.settled.id, lost == harness.engine.route.id, !state.routes.isLossPending { lost = nil }
  }

  private func note(_ event: Event, _ state: PlayerState, _ before: PlayerState) {
    if case .commandReceived(let command, let source) = event, before.commandCentre.admits(command, from: source),
      command.isTransport
    {
      resumable = nil
      if [.play, .togglePlayPause, .playEntry].contains(command.kind), !state.routes.isLossPending { lost = nil }
      return
    }
    guard before.wish.goal != .play, state.wish.goal == .play else { return }
    switch event {
    case .launched: break
    default:
      expect(state.wish.cause == .routeLost, "R5: plays by itself because of \(state.wish.cause)")
      expect(resumable == state.routes.settled.id, "R3, R4: resumed on \(state.routes.settled.id.text)")
    }
  }

  /// Also called when the sound goes elsewhere without anybody knowing.
  func judgeSound(_ harness: CoreHarness) {
    let state = harness.state
    let route = harness.engine.route
    guard harness.engine.isAudible, let gain = harness.engine.gain else { return }
    if let lost, route.port != .none {
      expect(
        route.id == lost, "\(harness.milliseconds) ms: R1: heard on \(route.id.text) after the loss of \(lost.text)")
    }
    for heard in [state.routes.settled, route] {
      let cap = (state.settings.maximums[heard.id] ?? state.settings.maximum).gain
      expect(gain <= cap, "\(harness.milliseconds) ms: R21: \(gain) is above the cap of \(heard.id.text)")
    }
  }

  /// Nothing happens any more, and every source has said all.
  func judgeRest(_ harness: CoreHarness, in world: SoundWorld) {
    let state = harness.state
    guard world.server.isRunning else { return }
    expect(
      state.routes.settled.id == world.route.id,
      "\(harness.milliseconds) ms: R31: shows \(state.routes.settled.id.text), the sound goes to \(world.route.id.text)"
    )
    expect(!state.routes.isUnsettled, "a change never settles")
    if harness.engine.sounds, let gain = harness.engine.gain {
      expect(
        gain <= state.volume.gain(of: state.routes.settled, under: state.settings),
        "R19: \(gain) on \(world.route.id.text)")
    }
  }

  func expect(_ isFine: Bool, _ text: @autoclosure () -> String) {
    if !isFine { violations.append(text()) }
  }
}
