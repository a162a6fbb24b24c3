import TestSupport

@testable import PlayerCore

/// Looks at every event of a run and notes what must never be, by a model of its own that
/// knows the rules and not the code.
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
  /// When a session manager paused what played, unless the user has said anything since (R11).
  private var managedAt: Int64?
  private var now: Int64 = 0
  private var looks = 0
  /// When the button of a cable was pressed last, as long as nothing has ended what that began (R26).
  private var lastButton: MonotonicTime?
  /// Whether the machine waits to sleep.
  private var sleepers = 0
  /// Requests for the card without an answer, and whether it is reserved.
  private var askers = 0
  private var isReserved = false
  private var commands = 0
  private var answers = 0
  /// What has been saved.
  private var kept: (queue: SavedQueue?, place: SavedPlace)?

  func look(at harness: CoreHarness, after event: Event, before: PlayerState, effects: [Effect]) {
    now = harness.milliseconds
    note(event, harness, before)
    for effect in effects { judge(effect, harness) }
    judgeSound(harness)
    judgeState(harness.state, after: event, before: before, at: harness.now)
    judgeSaved(harness.state, at: harness.now)
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
      // R25: that was a press, and is decided upon already.
      if harness.state.presses.words == before.presses.words { return }
      (resumable, managedAt) = (nil, nil)
      let plays = [.play, .togglePlayPause, .playEntry].contains(command.kind)
      if plays, !harness.state.routes.isLossPending { lost = nil }
      lastButton = nil
    case .pressed(let press): note(press, harness, before)
    case .pressDevicesChanged(let devices):
      if !devices.contains(.cable) { lastButton = nil }
      expect(harness.state.wish.goal != .play || before.wish.goal == .play, "R24: music by a device that is gone")
    case .pauseRequested: commands += 1
    case .reservationLost: isReserved = false
    case .engineReported(.deviceLost(let of, _, _)) where of == before.generation: noteDeviceLoss(before)
    case .engineReported(.openFailed(let of, .noDevice)) where of == before.generation: noteDeviceLoss(before)
    case .sessionOpened(let saved) where before.keepsSession == .awaited:
      kept = (saved?.queue ?? SavedQueue(PlayQueue()), saved?.place ?? SavedPlace(current: nil))
    case .holdEnded(let hold, false): if before.holds.contains(hold) { resumable = nil }
    case .sleepAnnounced, .shutdownAnnounced: sleepers = 1
    case .wokeUp: sleepers = 0
    case .reservationRequested: askers += 1
    default: break
    }
    notePressedCommands(harness.state, before)
    if case .pauseRequested(let process) = event { notePause(by: process, harness.state, before) }
    if before.wish.goal == .play || harness.state.wish.goal != .play { return }
    switch event {
    case .commandReceived, .launched, .pressed: break
    case _ where mayPlay(harness.state, before, at: harness.now): lastButton = nil
    case .sessionOpened, .factsChanged, .deviceProbed:
      if harness.state.wish.cause == .routeLost { fallthrough }
      let route = harness.state.routes.settled
      expect(harness.state.settings.restore == .playing, "R5: restored, and played by itself")
      expect(route.privacy == .wearerOnly && route == harness.engine.route, "R5, R17: played on \(route.id)")
    default:
      expect(harness.state.wish.cause == .routeLost, "play by itself because of \(harness.state.wish.cause)")
      expect(
        resumable == harness.state.routes.settled.id,
        "R3, R5: resumed on \(harness.state.routes.settled.id), not \(String(describing: resumable))")
    }
  }

  private func note(_ press: Press, _ harness: CoreHarness, _ before: PlayerState) {
    guard !before.commandCentre.disabledSources.contains(press.device == .buds ? .avrcp : .mediaKeys) else { return }
    if press.device == .cable, [.media, .playPause].contains(press.key), press.motion == .down {
      lastButton = before.routes.isUnsettled ? nil : harness.now
    }
    guard before.wish.goal != .play, harness.state.wish.goal == .play else { return }
    let isDown = press.motion == .down && [.play, .playPause, .media].contains(press.key)
    expect(
      isDown || mayPlay(harness.state, before, at: harness.now), "R24: \(press.key) \(press.motion) has started music")
    expect(press.device != .cable || !before.routes.isUnsettled, "R5: a plug has started music")
  }

  /// What presses command is the user's word like any other (R4).
  private func notePressedCommands(_ state: PlayerState, _ before: PlayerState) {
    guard state.presses.words != before.presses.words else { return }
    (resumable, managedAt) = (nil, nil)
    if state.wish.goal == .play, !state.routes.isLossPending { lost = nil }
  }

  /// Whether the button of a cable may have made the wish to play: by a press whose window ends, or by one that was
  /// none, as the plug was leaving; then it is silent (R26).
  private func mayPlay(_ state: PlayerState, _ before: PlayerState, at now: MonotonicTime) -> Bool {
    guard let lastButton, now - lastButton <= .seconds(8) else { return false }
    return state.presses.words != before.presses.words || state.holds.contains(.snag)
  }

  /// A session manager's pause is the user's word unless a loss follows (R11).
  private func notePause(by process: String, _ state: PlayerState, _ before: PlayerState) {
    if !state.settings.sessionManagers.contains(process) {
      (resumable, managedAt) = (nil, nil)
    } else if before.wish.goal == .play, state.wish == Wish(.pause, because: .user) {
      (resumable, managedAt) = (nil, now)
    }
  }

  /// Whether a loss now is what a session manager has paused for.
  private var isManaged: Bool { managedAt.map { now <= $0 + 1_501 } ?? false }

  private func noteDeviceLoss(_ before: PlayerState) {
    let settled = before.routes.settled
    let hasVanished = presentSince[settled.id] == nil && settled.port != .builtInSpeaker && settled.port != .none
    let route = hasVanished ? settled : used
    guard before.wish.goal == .play || isManaged, route.port != .builtInSpeaker, route.port != .none else { return }
    lost = route.id
    resumable = route.id
  }

  private func noteFacts(_ harness: CoreHarness, _ before: PlayerState) {
    let available = Route.available(in: harness.facts, device: harness.device)
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
    if vanished, wasUsed, settled.port != .builtInSpeaker, settled.port != .none,
      before.wish.goal == .play || isManaged, harness.state.settings.onUnplug != .continue
    {
      // A change that was settled by the very same event was no loss: the old route had been left for good.
      if harness.state.routes.settled.id == settled.id {
        lost = settled.id
        resumable = settled.id
      }
    }
    // Two moves within half a second may be a loss for the core that is none here: silence is never wrong.
    let isSnag = harness.state.holds.contains(.snag) && !before.holds.contains(.snag)
    let isLoss = harness.state.routes.isLossPending && !before.routes.isLossPending
    if isSnag || (isManaged && isLoss), !available.contains(settled.id) {
      resumable = settled.id
    }
    presentSince = Dictionary(uniqueKeysWithValues: available.map { ($0, presentSince[$0] ?? harness.now) })
  }

  func judge(_ effect: Effect, _ harness: CoreHarness) {
    switch effect {
    case .announce(let change):
      if let lastAnnounced { expect(change.previous == lastAnnounced, "R31: the chain of announced routes is broken") }
      let isOfCategory = change.reason == .categoryChange
      expect((change.previous == change.current) == isOfCategory, "R31: announced what did not change")
      lastAnnounced = change.current
    case .noteBounces: lost = nil
    case .allowSleep:
      sleepers -= 1
      expect(sleepers == 0, "R17: allowed a sleep that nobody asked for")
    case .answerReservation(let isGranted):
      askers = 0
      if isGranted {
        isReserved = false
        expect(!harness.engine.isOpen, "R14: gave a card that is open")
      }
    case .reserveCard:
      expect(!isReserved, "R14: reserved twice")
      isReserved = true
    case .releaseReservation:
      expect(isReserved, "R14: released what is not reserved")
      isReserved = false
      expect(!harness.engine.isOpen, "R14: released a card that is open")
    case .answer: answers += 1
    case .saveSession(let place, let queue):
      expect(harness.state.keepsSession == .kept, "saved before the last session was read")
      kept = (queue.map { SavedQueue($0) } ?? kept?.queue, place)
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
    if state.listensPrivately, harness.engine.sounds {
      expect(route.privacy == .wearerOnly, "R13: heard on \(route.id.text)")
    }
    guard harness.engine.sounds, let gain = harness.engine.gain else { return }
    expect(state.shouldSound && state.phase == .playing, "sounds in phase \(state.phase), wish \(state.wish)")
    for heard in [state.routes.settled, route] {
      let limit = state.volume.gain(of: heard, under: state.settings)
      expect(gain <= limit, "R6, R19, R21: \(gain) on \(route.id.text), but \(heard.id.text) allows \(limit)")
      let cap = (state.settings.maximums[heard.id] ?? state.settings.maximum).gain
      expect(gain <= cap, "R21: \(gain) is above the cap")
    }
  }

  func judgeState(_ state: PlayerState, after event: Event, before: PlayerState, at now: MonotonicTime) {
    if let deadline = state.nextDeadline { expect(deadline > now, "a deadline of the past stands after \(event)") }
    expect(state.holds.contains(.interruption) != state.interruption.causes.isEmpty, "R14: \(state.interruption)")
    if !state.isDeviceClosed { return judgeShown(state) }
    expect(sleepers == 0, "R17: the machine waits for a closed device")
    expect(askers == 0, "R14: \(askers) wait for a closed card")
    judgeShown(state)
  }

  private func judgeShown(_ state: PlayerState) {
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

  /// What is saved is what is, but for what changes by itself, which is less than five seconds old.
  private func judgeSaved(_ state: PlayerState, at now: MonotonicTime) {
    guard state.keepsSession == .kept else { return }
    guard let kept, let queue = kept.queue else { return expect(false, "nothing is saved") }
    func sources(_ queue: SavedQueue) -> [PlayQueue.Source] { queue.items.map(PlayQueue.Source.init) }
    let present = SavedQueue(state.queue)
    expect(sources(queue) == sources(present) && queue.order == present.order, "another queue is saved")
    let place = kept.place
    expect(place.current == state.current.flatMap { state.queue.index(of: $0) }, "another track is saved")
    let plays = state.startsOn != nil || (state.wish.goal == .play && state.holds.isSubset(of: [.snag, .sleep]))
    expect(place.status == (plays ? .playing : state.status), "saved as \(place.status)")
    expect(place.repeatMode == state.queue.repeatMode, "another repeat mode is saved")
    let heard = state.playhead.frame(at: now)
    let (limit, tolerance) = state.playhead.advances ? (Duration.seconds(5), Duration.milliseconds(50)) : (.zero, .zero)
    let rate = state.playhead.rate
    let fits = (place.frame - rate.frames(in: tolerance)...place.frame + rate.frames(in: limit)).contains(heard)
    expect(fits, "\(place.frame) is saved, and heard is \(heard)")
  }

  /// R24: `play` while playing and `pause` while paused change nothing that is heard, and succeed.
  private func judgeIdempotence(_ harness: CoreHarness) {
    let command: Command
    switch (harness.state.wish.goal, harness.state.holds.isEmpty) {
    case (.play, true): command = .play
    case (.pause, _), (.stop, _): command = .pause
    default: return
    }
    let before = harness.state
    var state = before
    // Who no longer waits for a card gives it up.
    let effects = reduce(&state, .commandReceived(command, from: .mpris), at: harness.now)
      .withoutTimeline.filter { $0 != .releaseReservation }
    guard state.commandCentre.admits(command, from: .mpris) else { return }
    // A restored player that was about to play on has been told not to.
    let isRestoring = before.startsOn != nil
    expect(isRestoring || effects == [.answer(command, to: .mpris, .success)], "R24: \(command) did \(effects)")
    expect(state.wish.goal == harness.state.wish.goal && state.phase == harness.state.phase, "R24: \(command)")
  }
}

extension FakeEngine {
  /// The frame of the file that `track` begins with.
  func start(of track: Track) -> Int64 { track.part?.start.frame(at: file(of: track).rate).value ?? 0 }
}
