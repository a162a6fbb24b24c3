/// What other programs do that makes the music wait, until they have done: R14, R15.
extension PlayerState {
  /// Holds whose end is others' to tell. One that nobody ends is over after half an hour, and leaves a pause (R15).
  private static let othersHolds: [Hold] = [.interruption, .server, .sleep]
  private static let holdLimit = Duration.seconds(1800)

  /// When a hold that nobody ends is over.
  var holdDeadline: MonotonicTime? { heldSince.values.min().map { $0 + Self.holdLimit } }

  /// `cause` interrupts from now on. Several may at once: the hold lasts until the last one ends.
  mutating func interrupt(because cause: Interruption, at now: MonotonicTime) {
    // A card that is lost cannot be played on, whatever it is played for.
    guard chosenCategory.yields || cause == .reservation else {
      return note(.notInterrupted(cause, plays: shouldSound))
    }
    if interruption.causes.insert(cause).inserted { note(.interrupted(cause, plays: wish.goal == .play)) }
    begin(.interruption, at: now)
  }

  /// `cause` is over. If one of several that interrupted at once did not let playback go on, it does not go on.
  mutating func endInterruption(because cause: Interruption, shouldResume: Bool, at now: MonotonicTime) {
    guard interruption.causes.remove(cause) != nil else { return }
    if !shouldResume { interruption.resumes = false }
    guard interruption.causes.isEmpty else { return note(.interruptionOver(cause, .othersLast)) }
    note { state in
      state.end(.interruption, shouldResume: state.interruption.resumes, at: now)
      state.interruption = InterruptionState()
      return .interruptionOver(cause, state.wish.goal == .play ? .goesOn : .staysPaused)
    }
  }

  /// Begins a hold that others have told of.
  mutating func noteBegin(of hold: Hold, at now: MonotonicTime) {
    switch hold {
    case .interruption: interrupt(because: .command, at: now)
    case .sleep:
      if !holds.contains(.sleep) { note(.stopped(true)) }
      fallAsleep(at: now)
    default: begin(hold, at: now)
    }
  }

  /// Ends a hold that others have told of.
  mutating func noteEnd(of hold: Hold, shouldResume: Bool, at now: MonotonicTime) {
    if hold == .interruption {
      endInterruption(because: .command, shouldResume: shouldResume, at: now)
    } else {
      if hold == .sleep, holds.contains(.sleep) { note(.stopped(false)) }
      end(hold, shouldResume: shouldResume, at: now)
    }
  }

  /// R15: the user's play clears what holds it, and tries the device. The snag guard stays: silence comes before the
  /// last command; a device that does not answer cannot be tried; and a machine that is about to sleep sleeps first
  /// (R17).
  mutating func clearHolds() {
    holds.formIntersection(isSleepAwaited ? [.snag, .stuck, .mute, .sleep] : [.snag, .stuck, .mute])
    // What still holds was there when the user said so.
    if !holds.subtracting([.snag]).isEmpty { privacyBeforeHold = routes.settled.privacy }
    heldSince = heldSince.filter { holds.contains($0.key) }
    interruption = InterruptionState()
    isMovedByServer = false
    if !holds.contains(.sleep) { (sleep, wakesAt) = (nil, nil) }
    endBusy()
  }

  /// Ends what nobody has ended.
  mutating func letHoldsExpire(until now: MonotonicTime) {
    for hold in Self.othersHolds {
      guard let since = heldSince[hold], now >= since + Self.holdLimit else { continue }
      end(hold, shouldResume: false, at: now)
      note(.holdExpired(hold, isPaused: wish.goal == .pause))
      switch hold {
      case .interruption: interruption = InterruptionState()
      case .sleep: (sleep, wakesAt) = (nil, nil)
      default: isMovedByServer = false
      }
    }
  }

  mutating func begin(_ hold: Hold, at now: MonotonicTime) {
    if holds.subtracting([.snag, .busy]).isEmpty { privacyBeforeHold = routes.settled.privacy }
    holds.insert(hold)
    if Self.othersHolds.contains(hold) { heldSince[hold] = now }
  }

  /// A hold that ends without resume leaves a pause, with the cause that the wish had (RULES, Words); so does one in
  /// which the user had another say, or the route became less private (R15).
  mutating func end(_ hold: Hold, shouldResume: Bool, at now: MonotonicTime) {
    guard holds.remove(hold) != nil else { return }
    heldSince[hold] = nil
    if hold == .busy { endBusy() }
    let isAsPrivate = privacyBeforeHold.map { !routes.settled.privacy.isLess(than: $0) } ?? false
    // R5: what the interruption ended for good, no plug-in starts.
    if !shouldResume { pendingResume = nil }
    if shouldResume, isAsPrivate {
      nextFadeIn = settings.resumeFade
    } else if wish.goal == .play {
      wish.goal = .pause
    }
    resumeIfReturned(at: now)
  }

  /// A hold has ended: a resume that waited for that may be due, or its window starts now (R33).
  mutating func resumeIfReturned(at now: MonotonicTime) {
    guard holds.isEmpty, let resume = pendingResume else { return }
    if resume.until == nil { pendingResume?.until = now + resume.window }
    welcomeBack()
  }
}

// MARK: - Facts of other programs

extension PlayerState {
  /// The facts are others than `before`: what of that interrupts, or ends. What is there when it is looked at for the
  /// first time was there before, and no edge.
  mutating func noteOthers(since before: Facts, at now: MonotonicTime) {
    if let server = facts.server {
      let calls = server.calls
      if let known = before.server?.calls, !calls.isSubset(of: known) { interrupt(because: .call, at: now) }
      // A server that was restarted says anew who speaks.
      if calls.isEmpty { endInterruption(because: .call, shouldResume: true, at: now) }
      if let known = before.server?.notifications, !server.notifications.isSubset(of: known) {
        note(.notificationHeard(plays: shouldSound))
      }
    }
    notePlayers(since: before, at: now)
    noteOwnStream(since: before, at: now)
  }

  private mutating func notePlayers(since before: Facts, at now: MonotonicTime) {
    guard let playing = facts.playingPlayers else { return }
    if settings.yieldsToPlayers, let known = before.playingPlayers {
      let started = playing.subtracting(known).subtracting(resumedPlayers)
      if !started.isEmpty {
        interrupt(because: .player, at: now)
        if interruption.causes.contains(.player) { interruption.players.formUnion(started) }
      }
    }
    resumedPlayers.subtract(playing)
    notePausedPlayers()
    // One that stops to play may go on at once; one that played all the time is no matter.
    interruption.players.formIntersection(playing)
    if interruption.players.isEmpty { endInterruption(because: .player, shouldResume: true, at: now) }
  }

  /// R14: our stream is on no sink while the server moves it. Its device stays open: only the stream itself says when
  /// that is over. Whether it is corked says nothing: that is its owner's word, and we are the owner.
  private mutating func noteOwnStream(since before: Facts, at now: MonotonicTime) {
    let isMoving = facts.server?.isMovingOurs ?? false
    if isMovedByServer, !isMoving {
      isMovedByServer = false
      note(.streamMoving(false))
      end(.server, shouldResume: true, at: now)
    } else if phase == .playing, isMoving, before.server?.isMovingOurs == false {
      isMovedByServer = true
      note(.streamMoving(true))
      begin(.server, at: now)
    }
  }
}

extension Facts {
  /// The names of the other players that play; nil: nobody has looked.
  var playingPlayers: Set<String>? { players.map { Set($0.filter(\.isPlaying).map(\.name)) } }
}

extension ServerFacts {
  /// Whether our stream is on no sink that there is; nil: there is no such stream.
  var isMovingOurs: Bool? {
    streams.first(where: \.isOurs).map { ours in !sinks.contains { $0.index == ours.sink } }
  }

  /// The streams of others that are calls, and heard (R14).
  var calls: Set<UInt32> {
    othersStreams { $0 == "phone" || $0 == "communication" }
  }

  /// The streams of others that are short sounds of the desktop, and heard (R16).
  var notifications: Set<UInt32> {
    othersStreams { $0 == "event" || $0 == "notification" }
  }

  private func othersStreams(with isMeant: (String) -> Bool) -> Set<UInt32> {
    Set(streams.filter { !$0.isOurs && !$0.isCorked && $0.role.map(isMeant) ?? false }.map(\.index))
  }
}
