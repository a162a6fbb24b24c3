/// The handlers of the command centre (R23, R24) and what the user's last word does to a pending resume (R4).
extension PlayerState {
  mutating func receive(
    _ command: Command, from source: CommandSource, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    let status: CommandStatus
    if source == .mpris, commandCentre.admits(command, from: source), presses.duplicates.swallow(command, at: now) {
      // R25: it was pressed, and is decided upon already.
      status = .success
      note(.duplicate(command.kind))
    } else {
      let (before, button) = (wish, presses.button)
      if command.isTransport { presses.dropWhatIsPending() }
      status = obey(command, from: source, at: now, &effects)
      if source == .mpris, status == .success {
        presses.duplicates.note(
          PressDuplicates.Obeyed(
            command: command, at: now, before: before, after: wish, button: button, route: routes.settled.id,
            words: presses.words))
      }
    }
    // A command that fails for a reason of its own has said it.
    let isSaid = status == .commandFailed && message?.until == now + Self.messageLasts
    if source == .keyboard, !isSaid { explain(status, at: now) }
    effects.append(.answer(command, to: source, status))
  }

  /// Lets a command through the gate (R23), does it, and notes it. `rules`: those that made it of presses.
  mutating func obey(
    _ command: Command, from source: CommandSource, by rules: [Int] = [], at now: MonotonicTime,
    _ effects: inout [Effect]
  ) -> CommandStatus {
    let met = rulesMet(by: command, from: source, at: now)
    var status = CommandStatus.commandFailed
    note { state in
      status = state.admit(command, from: source, at: now, &effects)
      return .commanded(state.note(on: command, from: source, status, rules: rules + met))
    }
    return status
  }

  private mutating func admit(
    _ command: Command, from source: CommandSource, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    guard commandCentre.admits(command, from: source), !isOff(command, from: source) else { return .commandFailed }
    if command.isTransport {
      pendingResume = nil
      startsOn = nil
      commandedSinceLoss = true
      privacyBeforeHold = nil
      managedPauseAt = nil
      presses.words &+= 1
    }
    // R27: a bud that is taken out or put in.
    return handle(command, because: source == .avrcp ? .headset : .user, at: now, &effects)
  }

  private mutating func handle(
    _ command: Command, because cause: WishCause, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    switch command {
    case .play: return play(because: cause, at: now, &effects)
    case .pause:
      // Already paused: nothing happens to playback, but the last word is now the user's (R4, R24).
      if wish.goal != .stop { wish = Wish(.pause, because: cause) }
      endBusy()
      return .success
    case .togglePlayPause:
      return handle(wish.goal == .play ? .pause : .play, because: cause, at: now, &effects)
    case .stop:
      stop(because: .user, at: now, &effects)
      return .success
    case .nextTrack:
      guard let current else { return .noActionableNowPlayingItem }
      guard let next = queue.next(after: current) else { return .noSuchContent }
      return jump(to: next, at: now, &effects)
    case .previousTrack:
      guard let current, let entry = queue[current] else { return .noActionableNowPlayingItem }
      let heard = playhead.rate.duration(of: playhead.frame(at: now))
      // R26: later than 3 s into a track, previous restarts it.
      if heard > .seconds(3) { return jump(to: entry, at: now, &effects) }
      return jump(to: queue.previous(before: current) ?? entry, at: now, &effects)
    case .playEntry(let id): return play(id, because: cause, at: now, &effects)
    case .skip(let distance):
      return seek(to: playhead.rate.duration(of: playhead.frame(at: now)) + distance, at: now, &effects)
    case .changePlaybackPosition(let time): return seek(to: time, at: now, &effects)
    case .setLevel(let level): return setLevel(level, &effects)
    case .changeLevel(let step):
      let route = routes.settled
      if step > 0 { volume.setMuted(false, route) }
      let bounded = min(max(step, -100), 100)
      return setLevel(Level(percent: volume.level(of: route, under: settings).percent + bounded), &effects)
    case .setMute(let isMuted): return setMute(isMuted, &effects)
    case .toggleMute: return setMute(!volume.isMuted(routes.settled), &effects)
    case .changeRepeatMode(let mode): return setRepeat(mode, &effects)
    case .cycleRepeatMode:
      let next: RepeatMode =
        switch queue.repeatMode {
        case .off: .all
        case .all: .one
        case .one: .off
        }
      return setRepeat(next, &effects)
    case .changeShuffleMode(let on): return setShuffle(on, &effects)
    case .toggleShuffleMode: return setShuffle(!queue.shuffles, &effects)
    case .insert(let items, let place): return add(items, at: place, &effects)
    case .playItems(let items): return play(items, at: now, &effects)
    case .removeEntries(let ids): return remove(ids, at: now, &effects)
    case .moveEntries(let ids, let index): return move(ids, to: index, &effects)
    case .clearQueue:
      let status = remove(queue.entries.map(\.id), at: now, &effects)
      // Nothing to take out is as wanted.
      return status == .noSuchContent ? .success : status
    case .changePrivateListening(let isOn):
      listensPrivately = isOn
      return .success
    case .togglePrivateListening:
      listensPrivately.toggle()
      return .success
    case .chooseRoute(let id): return choose(id, at: now, &effects)
    case .cycleRoutePolicy(let policy, let id): return cycle(policy, of: id, at: now, &effects)
    case .changeCategory(let category):
      guard Category.allCases.contains(category) else { return .commandFailed }
      change(to: category, at: now, &effects)
      return .success
    }
  }

  /// Plays the queue's entry `id` from its start.
  mutating func play(
    _ id: QueueEntryID, because cause: WishCause = .user, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    // What was chosen may have been divided since.
    guard let entry = queue[queue.place(of: Position(entry: id, frame: .zero)).entry] else { return .noSuchContent }
    let status = jump(to: entry, at: now, &effects)
    return status == .success ? play(because: cause, at: now, &effects) : status
  }

  private mutating func play(
    because cause: WishCause, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    guard let current, queue[current] != nil else { return .noActionableNowPlayingItem }
    // What others would hear is refused, whatever else might keep it silent (R13).
    if listensPrivately, wish.goal != .play {
      if !routes.isLossPending { judge(routes.settleNow(at: now, under: settings), at: now, &effects) }
      if let problem = privacyProblem {
        say(problem, because: .privacy, at: now)
        return .deviceNotFound
      }
    }
    if wish.goal != .play {
      if lossMetPlayback, routes.isLossPending, wish.cause == .user || wish.cause == .headset {
        // Paused and played again within the snag guard's time: as silent as without these presses.
        holds.insert(.snag)
      } else {
        // Nothing sounds, so an unsettled route is simply the route: playback starts on
        // what is there now, at its level.
        judge(routes.settleNow(at: now, under: settings), at: now, &effects)
      }
      wish = Wish(.play, because: cause)
      nextFadeIn = Self.startFade
    }
    clearHolds()
    renewPatience(at: now)
    return .success
  }

  /// Makes `entry` current from its start, keeping play or pause; a stopped player stays stopped.
  private mutating func jump(
    to entry: QueueEntry, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    move(to: entry)
    // Stopped at another track is the user's doing, whatever stopped it before.
    if wish.goal == .stop { wish.cause = .user }
    restart(at: now, &effects)
    return .success
  }

  /// A stopped player has no place to move from.
  private mutating func seek(
    to time: Duration, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    guard let current, let entry = queue[current], wish.goal != .stop else { return .noActionableNowPlayingItem }
    guard let rate = entry.facts.format?.rate else { return .commandFailed }
    let frame = rate.frames(in: max(time, .zero))
    if let length = entry.facts.length, frame >= length {
      if let next = queue.next(after: current) { return jump(to: next, at: now, &effects) }
      move(to: entry, frame: length)
    } else {
      move(to: entry, frame: frame)
    }
    restart(at: now, &effects)
    return .success
  }

  /// The place has changed by command: what plays goes on from there. It fades out first, so that it does not click;
  /// where nothing is heard yet there is nothing to fade (R22).
  mutating func restart(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard shouldSound else { return }
    switch phase {
    case .playing:
      silence(fadeOut: Self.jumpFade, at: now, &effects)
      keepsHeardPlace = false
      nextFadeIn = Self.startFade
    case .preparing:
      nextFadeIn = Self.startFade
      prepare(&effects)
    case .idle, .silencing, .silent: break  // `steer` prepares the new place.
    }
  }

  private mutating func setLevel(_ level: Level, _ effects: inout [Effect]) -> CommandStatus {
    guard routes.settled.port != .none else { return .deviceNotFound }
    // R35: only unmute and volume-up make a muted route sound again.
    if level > volume.level(of: routes.settled, under: settings) { volume.setMuted(false, routes.settled) }
    volume.setLevel(level, of: routes.settled, under: settings)
    return volumeChanged(&effects)
  }

  private mutating func setMute(_ isMuted: Bool, _ effects: inout [Effect]) -> CommandStatus {
    guard routes.settled.port != .none else { return .deviceNotFound }
    volume.setMuted(isMuted, routes.settled)
    return volumeChanged(&effects)
  }

  private mutating func volumeChanged(_ effects: inout [Effect]) -> CommandStatus {
    applyGain(&effects)
    effects.append(.saveVolume(volume))
    return .success
  }

  private mutating func setRepeat(_ mode: RepeatMode, _ effects: inout [Effect]) -> CommandStatus {
    queue.repeatMode = mode
    announceNext(&effects)
    return .success
  }

  private mutating func setShuffle(_ on: Bool, _ effects: inout [Effect]) -> CommandStatus {
    queue.setShuffle(on, current: current)
    announceNext(&effects)
    return .success
  }

  /// Silence, the device let go, and the place back at the track's start. After a loss there is no fade (R22).
  mutating func stop(because cause: WishCause, at now: MonotonicTime, _ effects: inout [Effect]) {
    wish = Wish(.stop, because: cause)
    endBusy()
    switch phase {
    case .playing where cause != .routeLost: silence(fadeOut: Self.pauseFade, at: now, &effects)
    case .silencing where cause != .routeLost: break  // `steer` lets go once it is silent.
    default: letGoOfDevice(&effects)
    }
    rest(at: .zero)
    keepsHeardPlace = false
  }

  mutating func endBusy() {
    holds.remove(.busy)
    busy = nil
  }
}

extension CommandStatus {
  /// What went wrong, for people; nil after success.
  var text: String? {
    switch self {
    case .success: nil
    case .noSuchContent: "nothing more to play there"
    case .noActionableNowPlayingItem: "nothing is playing"
    case .deviceNotFound: "no device to play on"
    case .commandFailed: "not possible now"
    }
  }
}
