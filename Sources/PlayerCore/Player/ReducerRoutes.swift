/// What changes of route mean for the music: R1–R12, R19, R20, R33.
extension PlayerState {
  mutating func observeRoute(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard let device = device ?? facts.output else { return }
    let before = (present: knownRoutes.present, used: [routes.settled.id, routes.latest.id])
    noteRoutes(device: device)
    judge(routes.observe(facts, device: device, at: now, under: settings), at: now, &effects)
    noteElsewhere(since: before.present, used: before.used)
    // Only now, as the level of what the server has named is in force.
    if facts.server != nil, !routes.isUnsettled { awaitServerNoMore(&effects) }
    playOnAsSaved(at: now, &effects)
  }

  mutating func judge(_ verdicts: [RouteWatch.Verdict], at now: MonotonicTime, _ effects: inout [Effect]) {
    for verdict in verdicts {
      switch verdict {
      case .began(let route):
        if route.port != .none { note(.began(levelled(route))) }
        relax(&effects)
      case .contactLost:
        forgetPresses()
        beginLoss(at: now, &effects)
      case .contactBack(let bounces):
        holds.remove(.snag)
        if lossMetPlayback { note(.contactBack(routes.settled, bounces: bounces, plays: shouldSound)) }
        lossMetPlayback = false
        managedPauseAt = nil
        effects.append(.noteBounces(bounces))
        relax(&effects)
        welcomeBack()
      case .contactGained(let candidate):
        forgetPresses()
        beCautious(about: candidate, &effects)
      case .gainWithdrawn:
        if cautiousGain != nil, shouldSound { note(.gainWithdrawn) }
        relax(&effects)
        welcomeBack()
      case .changed(let change, let lost):
        effects.append(.announce(change))
        note { state in
          let outcome = state.follow(change, lost: lost, at: now, &effects)
          return .routeChanged(change, outcome, state.levelled(change.current))
        }
      }
    }
  }

  /// What a settled change of route does to the music.
  private mutating func follow(
    _ change: RouteChange, lost: Bool, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> RouteOutcome {
    // Also if the user paused since the first edge, or the device's failure was reported first: it was playing.
    if lost, lossMetPlayback { owesSpeakerReset = true }
    resetSpeaker(change.current, &effects)
    holds.remove(.snag)
    var outcome: RouteOutcome = wish.goal == .play ? .goesOn : .stillSilent
    if !lost {
      if wish == Wish(.pause, because: .routeLost), pendingResume?.route == change.current.id { outcome = .awaited }
      welcomeBack()
    } else if wish.goal == .play || managedPauseAt != nil {
      // R1; otherwise R2. The wish may have changed since the first edge: then it was the user's, and counts.
      outcome = pauseForLoss(of: change.previous, at: now, &effects)
    } else if wish.cause == .routeLost {
      outcome = .pausedBefore
    }
    lossMetPlayback = false
    relax(&effects)
    return outcome
  }

  /// R9: the first unplug edge silences whatever is wanted to play, in every phase (R33).
  private mutating func beginLoss(at now: MonotonicTime, _ effects: inout [Effect]) {
    commandedSinceLoss = false
    if !isPausedForLoss(at: now) { managedPauseAt = nil }
    guard wish.goal == .play || managedPauseAt != nil else { return }
    lossMetPlayback = true
    lossAt = now
    // A server that is about to send the stream elsewhere may play on what it has rendered, even if told to stop.
    if facts.isStreamOrphaned { effects.append(.discardStream) }
    if wish.goal == .play {
      holds.insert(.snag)
      note(.contactLost(routes.settled, wasHeard: phase == .playing))
    }
  }

  /// R20: the speaker that a loss leads to starts at `speaker-volume`, also if there was no device in between. Other
  /// public routes keep their own level.
  private mutating func resetSpeaker(_ route: Route, _ effects: inout [Effect]) {
    guard owesSpeakerReset, route.port != .none else { return }
    owesSpeakerReset = false
    guard route.port == .builtInSpeaker, let level = volume.speakerLevel(of: route.id, under: settings) else { return }
    volume.setLevel(level, of: route, under: settings)
    note(.speakerReset(route, volume.level(of: route, under: settings)))
    effects.append(.saveVolume(volume))
  }

  /// What `on-unplug` says about a loss while playing, and whether the route's return resumes (R3, R4).
  mutating func pauseForLoss(of lost: Route, at now: MonotonicTime, _ effects: inout [Effect]) -> RouteOutcome {
    let isManaged = managedPauseAt != nil
    lostRoute = lost
    lossAt = now
    managedPauseAt = nil
    switch listensPrivately ? .pause : volume.onUnplug(of: lost.id, under: settings) {
    case .continue: return .continued
    case .stop:
      stop(because: .routeLost, at: now, &effects)
      return .stopped
    case .pause:
      wish = Wish(.pause, because: .routeLost)
      endBusy()
      let window = commandedSinceLoss ? nil : resumeWindow(of: lost)
      if let window {
        pendingResume = PendingResume(route: lost.id, window: window, until: holds.isEmpty ? now + window : nil)
      }
      return isManaged ? .pausedByManager(window: window) : .paused(window: window, underHold: !holds.isEmpty)
    }
  }

  /// R3: if the lost route is back, for good and no less private than a listener expects of it, playback resumes; under
  /// a hold only when that has ended (R33), for which the window stands still.
  mutating func welcomeBack() {
    let route = routes.settled
    guard let resume = pendingResume, resume.route == route.id, !routes.isLossPending,
      wish == Wish(.pause, because: .routeLost), route.privacy == .wearerOnly || route.port == .usbAudio,
      privacyProblem == nil,
      resume.unseenLossAt.map({ routes.hasReturned(route.id, since: $0) }) ?? true
    else { return }
    if holds.isEmpty {
      resumeAfterReturn()
    } else {
      if resume.until != nil { note(.returnWaits(route)) }
      pendingResume?.until = nil
    }
  }

  private mutating func resumeAfterReturn() {
    pendingResume = nil
    wish = Wish(.play, because: .routeLost)
    nextFadeIn = settings.resumeFade
    note(.resumed(routes.settled, fade: settings.resumeFade))
  }

  /// R6: at the first plug edge the level becomes the lower of the present and the new route's, at once.
  private mutating func beCautious(about candidate: Route, _ effects: inout [Effect]) {
    let before = gain
    cautiousGain = .lower(before, volume.cappedGain(of: candidate, under: settings))
    guard gain != before else { return }
    if shouldSound { note(.levelLowered(for: candidate)) }
    applyGain(over: Self.cautionRamp, &effects)
  }

  /// The route is settled: its own level counts (R19).
  private mutating func relax(_ effects: inout [Effect]) {
    cautiousGain = nil
    applyGain(&effects)
  }

  /// Lets a change of gain be heard (R22, R36); while nothing sounds, `begin` carries the gain.
  mutating func applyGain(over ramp: Duration = PlayerState.levelRamp, _ effects: inout [Effect]) {
    guard phase == .playing, shouldSound else { return }
    effects.append(.engine(.setGain(gain, ramp: ramp)))
  }
}
