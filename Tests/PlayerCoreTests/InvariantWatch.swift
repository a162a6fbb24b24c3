import PlayerCore

/// Looks at every event of a run and notes what must never be, by a model of its own that knows the rules and not the code.
final class InvariantWatch {
  var violations: [String] = []
  private var generation = Generation(0)
  private var lastAnnounced: Route?
  /// Lost while playing: until a command or its return, nothing may be heard anywhere else (R1).
  private var lost: RouteID?
  /// What R3 may resume.
  private var resumable: RouteID?
  /// A route that was left for one that had been there for long, and when (R1, R8).
  private var left: (route: Route, at: MonotonicTime)?
  /// The route in use by the facts.
  private var used = Route.nowhere
  private var presentSince: [RouteID: MonotonicTime] = [:]
  private var now: Int64 = 0
  private var looks = 0
  private var commands = 0
  private var answers = 0

  func look(at harness: CoreHarness, after event: Event, before: PlayerState, effects: [Effect]) {
    now = harness.milliseconds
    note(event, harness, before)
    for effect in effects { judge(effect, harness) }
    judgeSound(harness)
    judgeState(harness.state, after: event, before: before, at: harness.now)
    looks += 1
    if looks.isMultiple(of: 5) { judgeIdempotence(harness) }
  }

  /// All that was heard, in the end: frames follow each other but for commands.
  func judgePlaces(_ harness: CoreHarness) {
    let heard = harness.heard
    for (one, next) in zip(heard, heard.dropFirst()) where one.moves == next.moves {
      let file = harness.engine.file(of: one.track)
      let isOver = one.frames.upperBound == (file.breaksAt ?? file.length).value
      // A file that was divided goes on as a part of itself.
      let isDivided = one.track.path == next.track.path && one.track.part == nil && next.track.part != nil
      let goesOn =
        (one.entry == next.entry || isDivided)
        && one.frames.upperBound + harness.engine.start(of: one.track)
          == next.frames.lowerBound + harness.engine.start(of: next.track)
      let isNext = next.frames.lowerBound == 0 && (isOver || harness.state.settings.onUnplug == .stop)
      expect(goesOn || isNext, "from \(one.entry) \(one.frames) to \(next.entry) \(next.frames) without a command")
    }
    expect(commands == answers, "\(commands) commands and \(answers) answers")
  }

  private func expect(_ isFine: Bool, _ text: @autoclosure () -> String) {
    if !isFine { violations.append("\(now) ms: \(text())") }
  }

  private func note(_ event: Event, _ harness: CoreHarness, _ before: PlayerState) {
    switch event {
    case .factsChanged: noteFacts(harness, before)
    case .commandReceived(let command, let source):
      commands += 1
      guard before.commandCentre.admits(command, from: source), command.isTransport else { return }
      resumable = nil
      let plays = [.play, .togglePlayPause, .playEntry].contains(command.kind)
      if plays, !harness.state.routes.isLossPending { lost = nil }
    case .engineReported(.deviceLost(let of, _, _)) where of == before.generation: noteDeviceLoss(before)
    case .engineReported(.openFailed(let of, .noDevice)) where of == before.generation: noteDeviceLoss(before)
    case .holdEnded(let hold, false): if before.holds.contains(hold) { resumable = nil }
    default: break
    }
    if before.wish.goal == .play || harness.state.wish.goal != .play { return }
    switch event {
    case .commandReceived, .launched: break
    default:
      expect(harness.state.wish.cause == .routeLost, "play by itself because of \(harness.state.wish.cause)")
      expect(
        resumable == harness.state.routes.settled.id,
        "R3, R5: resumed on \(harness.state.routes.settled.id), not \(String(describing: resumable))")
    }
  }

  private func noteDeviceLoss(_ before: PlayerState) {
    let route = before.routes.settled
    guard before.wish.goal == .play, route.port != .builtInSpeaker, route.port != .none else { return }
    lost = route.id
    resumable = route.id
  }

  private func noteFacts(_ harness: CoreHarness, _ before: PlayerState) {
    let available = Route.available(in: harness.facts, device: .card(CardIndex(0)))
    let settled = before.routes.settled
    let old = used
    let new = harness.engine.route
    used = new
    if new.id != old.id {
      let wasThere = presentSince[new.id].map { $0 + .milliseconds(500) <= harness.now } ?? false
      left = wasThere && old.id == settled.id ? (old, harness.now) : nil
    }
    let vanished = presentSince[settled.id] != nil && !available.contains(settled.id)
    let wasUsed = old.id == settled.id || (left?.route.id == settled.id && before.routes.settled.id == settled.id)
    if vanished, wasUsed, settled.port != .builtInSpeaker, settled.port != .none, before.wish.goal == .play,
      harness.state.settings.onUnplug != .continue
    {
      // A change that was settled by the very same event was no loss: the old route had been left for good.
      if harness.state.routes.settled.id == settled.id {
        lost = settled.id
        resumable = settled.id
      }
    }
    // Two moves within half a second may be a loss for the core that is none here: silence is never wrong.
    if harness.state.holds.contains(.snag), !before.holds.contains(.snag), !available.contains(settled.id) {
      resumable = settled.id
    }
    presentSince = Dictionary(uniqueKeysWithValues: available.map { ($0, presentSince[$0] ?? harness.now) })
  }

  private func judge(_ effect: Effect, _ harness: CoreHarness) {
    switch effect {
    case .announce(let change):
      if let lastAnnounced { expect(change.previous == lastAnnounced, "R31: the chain of announced routes is broken") }
      expect(change.previous != change.current, "R31: announced what did not change")
      lastAnnounced = change.current
    case .noteBounces: lost = nil
    case .answer: answers += 1
    case .engine(.prepare(let of, _, _)), .engine(.silence(let of, _)):
      expect(of > generation, "an order that does not raise the generation")
      generation = of
    case .engine(.begin(let of, _, _)), .engine(.setNext(let of, _, _)):
      expect(of == generation, "an order for a generation that is not in force")
    default: break
    }
  }

  private func judgeSound(_ harness: CoreHarness) {
    let state = harness.state
    let route = harness.engine.route
    if let lost, harness.engine.isAudible {
      expect(route.id == lost, "R1: heard on \(route.id.text) after the loss of \(lost.text)")
    }
    if lost == state.routes.settled.id, lost == route.id, !state.routes.isLossPending { lost = nil }
    guard harness.engine.sounds, let gain = harness.engine.gain else { return }
    expect(state.shouldSound && state.phase == .playing, "sounds in phase \(state.phase), wish \(state.wish)")
    for heard in [state.routes.settled, route] {
      let limit = state.volume.gain(of: heard, under: state.settings)
      expect(gain <= limit, "R6, R19, R21: \(gain) on \(route.id.text), but \(heard.id.text) allows \(limit)")
      let cap = (state.settings.maximums[heard.id] ?? state.settings.maximum).gain
      expect(gain <= cap, "R21: \(gain) is above the cap")
    }
  }

  private func judgeState(_ state: PlayerState, after event: Event, before: PlayerState, at now: MonotonicTime) {
    if let deadline = state.nextDeadline { expect(deadline > now, "a deadline of the past stands after \(event)") }
    if state.phase == .playing { expect(state.shouldSound, "phase playing, but \(state.wish) \(state.holds)") }
    if state.holds.contains(.snag) { expect(state.routes.isLossPending, "a snag without a loss") }
    if state.routes.isLossPending, state.wish.goal == .play { expect(state.holds.contains(.snag), "R9: no snag") }
    let snapshot = state.snapshot
    let isShownPlaying = state.wish.goal == .play && state.holds.isSubset(of: [.snag])
    expect((snapshot.status == .playing) == isShownPlaying, "R31: shown as \(snapshot.status)")
    expect((snapshot.status == .stopped) == (state.wish.goal == .stop), "R31: shown as \(snapshot.status)")
    expect(snapshot.playhead.advances == false || state.phase == .playing, "the playhead runs in \(state.phase)")
    expect(snapshot.route == state.routes.settled, "R31: another route is shown")
  }

  /// R24: `play` while playing and `pause` while paused change nothing that is heard, and succeed.
  private func judgeIdempotence(_ harness: CoreHarness) {
    let command: Command
    switch (harness.state.wish.goal, harness.state.holds.isEmpty) {
    case (.play, true): command = .play
    case (.pause, _), (.stop, _): command = .pause
    default: return
    }
    var state = harness.state
    let effects = reduce(&state, .commandReceived(command, from: .mpris), at: harness.now)
    guard state.commandCentre.admits(command, from: .mpris) else { return }
    expect(effects == [.answer(command, to: .mpris, .success)], "R24: \(command) did \(effects)")
    expect(state.wish.goal == harness.state.wish.goal && state.phase == harness.state.phase, "R24: \(command)")
  }
}

extension FakeEngine {
  /// The frame of the file that `track` begins with.
  func start(of track: Track) -> Int64 { track.part?.start.frame(at: file(of: track).rate).value ?? 0 }
}
