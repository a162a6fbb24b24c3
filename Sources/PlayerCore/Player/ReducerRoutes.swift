/// What changes of route mean for the music: R1–R12, R19, R20, R33.
extension PlayerState {
  mutating func observeRoute(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard let device = device ?? facts.output else { return }
    let route = Route.resolve(facts, device: device)
    let available = Route.available(in: facts, device: device)
    judge(routes.observe(route, available: available, at: now, under: settings), at: now, &effects)
  }

  mutating func judge(_ verdicts: [RouteWatch.Verdict], at now: MonotonicTime, _ effects: inout [Effect]) {
    for verdict in verdicts {
      switch verdict {
      case .began: break
      case .contactLost: beginLoss()
      case .contactBack(let bounces):
        holds.remove(.snag)
        effects.append(.noteBounces(bounces))
      case .contactGained(let candidate): beCautious(about: candidate, &effects)
      case .gainWithdrawn: relax(&effects)
      case .changed(let change, let lost):
        effects.append(.announce(change))
        if lost {
          confirmLoss(of: change.previous, to: change.current, at: now, &effects)
        } else {
          welcome(change.current, at: now)
        }
        relax(&effects)
      }
    }
  }

  /// R9: the first unplug edge silences whatever is wanted to play, in every phase (R33).
  private mutating func beginLoss() {
    commandedSinceLoss = false
    if wish.goal == .play { holds.insert(.snag) }
  }

  /// R1, R2, R12, R20. The wish may have changed since the first edge: then it was the user's, and counts.
  private mutating func confirmLoss(
    of lost: Route, to route: Route, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    holds.remove(.snag)
    guard wish.goal == .play else { return }
    if route.privacy != .wearerOnly, let level = settings.speakerLevel {
      volume.setLevel(level, of: route, under: settings)
    }
    pauseForLoss(of: lost, at: now, &effects)
  }

  /// What `on-unplug` says about a loss while playing, and whether the route's return resumes (R3, R4).
  mutating func pauseForLoss(of lost: Route, at now: MonotonicTime, _ effects: inout [Effect]) {
    switch settings.onUnplug {
    case .continue: return
    case .stop: stop(because: .routeLost, &effects)
    case .pause:
      wish = Wish(.pause, because: .routeLost)
      endBusy()
      guard lost.privacy != .everybody, settings.onPlug == .resume, !commandedSinceLoss,
        settings.resumeWindow > .zero
      else { return }
      pendingResume = PendingResume(route: lost.id, until: holds.isEmpty ? now + settings.resumeWindow : nil)
    }
  }

  /// R3: the lost route is back, and no less private than a listener expects of it.
  private mutating func welcome(_ route: Route, at now: MonotonicTime) {
    guard let resume = pendingResume, resume.route == route.id, wish == Wish(.pause, because: .routeLost) else {
      return
    }
    guard route.privacy == .wearerOnly || route.port == .usbAudio else { return }
    if holds.isEmpty { resumeAfterReturn() } else { pendingResume?.hasReturned = true }
  }

  mutating func resumeAfterReturn() {
    pendingResume = nil
    wish = Wish(.play, because: .routeLost)
    nextFadeIn = settings.resumeFade
  }

  /// R6: at the first plug edge the level becomes the lower of the present and the new route's, at once.
  private mutating func beCautious(about candidate: Route, _ effects: inout [Effect]) {
    let before = gain
    cautiousGain = min(before, volume.gain(of: candidate, under: settings))
    if gain != before { applyGain(&effects) }
  }

  /// The route is settled: its own level counts (R19).
  private mutating func relax(_ effects: inout [Effect]) {
    cautiousGain = nil
    applyGain(&effects)
  }

  /// Lets a change of gain be heard (R22, R36); while nothing sounds, `begin` carries the gain.
  mutating func applyGain(_ effects: inout [Effect]) {
    guard phase == .playing, shouldSound else { return }
    effects.append(.engine(.setGain(gain, ramp: Self.levelRamp)))
  }
}
