/// What raw presses mean (R23–R27). They become commands here, and pass the same gate as all others.
extension PlayerState {
  private static let levelStep = 5
  /// A held volume key repeats as fast as the keyboard does; so fast nobody can let go in time.
  private static let levelPace = Duration.milliseconds(150)
  private static let scanStep = Duration.seconds(5)
  private static let scanPace = Duration.milliseconds(500)
  /// An older press was meant for a moment that is over: the process was stopped.
  private static let pressLimit = Duration.seconds(2)
  /// A headset may say PLAY by itself when it is connected, and the sound does not go there yet (R5).
  private static let greeting = Duration.seconds(2)
  /// A headset that goes so soon after it has started the music said farewell (R24).
  private static let farewell = Duration.seconds(2)

  mutating func take(_ press: Press, at now: MonotonicTime, _ effects: inout [Effect]) {
    var press = press
    press.time = min(press.time, now)
    guard !commandCentre.disabledSources.contains(press.device.source) else { return }
    switch press.motion {
    case .up: release(press, at: now, &effects)
    case .repeat:
      let isDue = presses.lastLevel.map { now - $0 >= Self.levelPace } ?? true
      if press.key == .volumeUp || press.key == .volumeDown, isDue { push(press, at: now, &effects) }
    case .down:
      guard now - press.time <= Self.pressLimit else { return }
      let duplicate = presses.duplicates.pair(press, at: now)
      // A plug on its way in or out presses buttons that nobody pressed (R5).
      if press.device.kind == .cable, routes.isUnsettled { return }
      if let duplicate, !undo(duplicate, for: press) { return }
      push(press, at: now, &effects)
    }
  }

  /// What only waited for its time.
  mutating func letPressesWait(until now: MonotonicTime, _ effects: inout [Effect]) {
    if let button = presses.button, now >= button.sequence.deadline { endSequence(at: now, &effects) }
    if let scan = presses.scan, now >= scan.next { continueScan(scan, at: now, &effects) }
  }

  /// Which devices are listened to now. Nothing comes any more of what was begun on one that is gone.
  mutating func notePressDevices(_ devices: [PressDevice], at now: MonotonicTime) {
    let ids = Set(devices.map(\.id))
    presses.connected = Dictionary(
      devices.map { ($0.id, presses.connected[$0.id] ?? now) }, uniquingKeysWith: { first, _ in first })
    presses.devices = devices
    if let button = presses.button, !ids.contains(button.sequence.lastPress.device.id) { presses.button = nil }
    if let scan = presses.scan, !ids.contains(scan.press.device.id) { presses.scan = nil }
    if let start = presses.start, !ids.contains(start.device.id) { takeBack(start, at: now) }
  }

  /// R5, R26: the route is about to change: a button that was pressed meanwhile was not meant. What a plug on its way
  /// out has paused is the loss's to pause (R1, R3).
  mutating func forgetPresses() {
    if let button = presses.button, !button.starts, wish == button.after, routes.isLossPending { wish = button.before }
    presses.dropWhatIsPending()
  }

  /// Notes since when music has been heard.
  mutating func notePlaying(at now: MonotonicTime) {
    presses.playsSince = phase == .playing ? presses.playsSince ?? now : nil
  }

  private mutating func push(_ press: Press, at now: MonotonicTime, _ effects: inout [Effect]) {
    if press.isOneButton, settings.pressWindow > .zero { return pushOneButton(press, at: now, &effects) }
    let source = press.device.source
    let command: Command
    switch press.key {
    case .playPause, .media:
      if press.device.kind == .avrcp { presses.habits.noteWordForPause(of: press.device.name) }
      command = .togglePlayPause
    case .play: command = meansPause(press, at: now) ? .pause : .play
    case .pause:
      presses.habits.noteWordForPause(of: press.device.name)
      command = .pause
    case .stop: command = .stop
    case .next: command = .nextTrack
    case .previous: command = .previousTrack
    case .volumeUp, .volumeDown:
      presses.lastLevel = now
      command = .changeLevel(press.key == .volumeUp ? Self.levelStep : -Self.levelStep)
    case .mute: command = .toggleMute
    case .fastForward, .rewind: return beginScan(press, forward: press.key == .fastForward, at: now, &effects)
    }
    if isGreeting(press, at: now), command == .play || command == .togglePlayPause {
      return note(.greeting(press.device.name))
    }
    if command.isTransport { presses.dropWhatIsPending() }
    let before = wish
    tellIfRefused(obey(command, from: source, at: now, &effects), at: now)
    if press.device.kind == .avrcp, before.goal != .play, wish.goal == .play {
      presses.start = PressState.Start(device: press.device, at: now, before: before, words: presses.words)
    }
  }

  /// Whether a headset says something as it is connected, and nothing plays that it could mean.
  private func isGreeting(_ press: Press, at now: MonotonicTime) -> Bool {
    guard press.device.kind == .avrcp, wish.goal != .play else { return false }
    return presses.connected[press.device.id].map { now - $0 < Self.greeting } ?? false
  }

  private mutating func meansPause(_ press: Press, at now: MonotonicTime) -> Bool {
    guard press.device.kind == .avrcp else { return false }
    return presses.habits.meansPause(
      playFrom: press.device.name, playsSince: presses.playsSince, connected: presses.connected[press.device.id],
      at: now)
  }

  /// A command came first, and this press is the same one: what it did to the wish is undone, and the press decides
  /// (R25). False: there is nothing left to decide.
  private mutating func undo(_ obeyed: PressDuplicates.Obeyed, for press: Press) -> Bool {
    note(.duplicate(obeyed.command.kind))
    guard [.togglePlayPause, .play, .pause].contains(obeyed.command.kind) else { return false }
    let isLastWord = obeyed.words == presses.words && wish == obeyed.after
    if isLastWord, obeyed.route == routes.settled.id, !routes.isUnsettled {
      wish = obeyed.before
      presses.button = obeyed.button
    }
    return true
  }

  /// R24: a headset that is being switched off may say PLAY with its last breath. What it has started ends with it,
  /// and does not come back either.
  private mutating func takeBack(_ start: PressState.Start, at now: MonotonicTime) {
    presses.start = nil
    guard now - start.at <= Self.farewell, start.words == presses.words else { return }
    guard wish == Wish(.play, because: .headset) || wish == Wish(.pause, because: .routeLost) else { return }
    pendingResume = nil
    note(.farewell(start.device.name))
    wish = start.before.goal == .pause ? start.before : Wish(.pause, because: .headset)
  }

  private mutating func tellIfRefused(_ status: CommandStatus, at now: MonotonicTime) {
    explain(status, at: now)
  }
}

// MARK: - The one button of a cable (R26)

extension PlayerState {
  private mutating func pushOneButton(_ press: Press, at now: MonotonicTime, _ effects: inout [Effect]) {
    if presses.button?.sequence.continues(with: press) == true {
      presses.button?.sequence.push(press, now: now)
      return
    }
    endSequence(at: now, &effects)
    presses.dropWhatIsPending()
    let before = wish
    // A press that pauses acts at once; one that would start sound waits, so that a double press makes no blip.
    if before.goal == .play {
      tellIfRefused(obey(.togglePlayPause, from: press.device.source, by: [26], at: now, &effects), at: now)
    }
    let sequence = ButtonSequence(press, at: now, window: settings.pressWindow)
    presses.button = OneButton(sequence: sequence, before: before, after: wish)
  }

  private mutating func release(_ press: Press, at now: MonotonicTime, _ effects: inout [Effect]) {
    if let scan = presses.scan?.press, scan.device.id == press.device.id, scan.key == press.key { presses.scan = nil }
    guard press.isOneButton, presses.button?.sequence.lastPress.device.id == press.device.id else { return }
    guard let verdict = presses.button?.sequence.release(at: press.time, now: now), let button = presses.button else {
      return
    }
    conclude(verdict, of: button, at: now, &effects)
  }

  private mutating func endSequence(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard let button = presses.button else { return }
    presses.button = nil
    if let verdict = button.sequence.verdictAtEnd { conclude(verdict, of: button, at: now, &effects) }
  }

  private mutating func conclude(
    _ verdict: ButtonSequence.Verdict, of button: OneButton, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    let press = button.sequence.lastPress
    let source = press.device.source
    switch verdict {
    case .single:
      // Whatever else has started the music by now has done what this press was for.
      guard button.starts, wish.goal != .play else { return }
      tellIfRefused(obey(.togglePlayPause, from: source, by: [26], at: now, &effects), at: now)
    case .double, .triple:
      let command = verdict == .double ? Command.nextTrack : .previousTrack
      restoreWish(before: button, for: command, from: source)
      tellIfRefused(obey(command, from: source, by: [26], at: now, &effects), at: now)
    case .doubleHeld, .tripleHeld:
      restoreWish(before: button, for: .skip(.zero), from: source)
      beginScan(press, forward: verdict == .doubleHeld, at: now, &effects)
    }
  }

  /// The first press has paused, but it was the beginning of something else.
  private mutating func restoreWish(before button: OneButton, for command: Command, from source: CommandSource) {
    guard !button.starts, wish == button.after, commandCentre.admits(command, from: source) else { return }
    wish = button.before
    nextFadeIn = Self.startFade
  }
}

// MARK: - Fast-forward and rewind

extension PlayerState {
  private mutating func beginScan(
    _ press: Press, forward: Bool, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    let step = forward ? Self.scanStep : .zero - Self.scanStep
    presses.scan = PressState.Scan(press: press, step: step, next: now, entry: current)
    if let scan = presses.scan { continueScan(scan, at: now, &effects) }
  }

  private mutating func continueScan(_ scan: PressState.Scan, at now: MonotonicTime, _ effects: inout [Effect]) {
    presses.scan = nil
    // The track has ended under it.
    guard current == scan.entry else { return }
    let status = obey(.skip(scan.step), from: scan.press.device.source, at: now, &effects)
    tellIfRefused(status, at: now)
    let isAtStart = scan.step < .zero && playhead.frame(at: now) == .zero
    guard status == .success, current == scan.entry, !isAtStart else { return }
    presses.scan = scan
    presses.scan?.next = now + Self.scanPace
  }
}
