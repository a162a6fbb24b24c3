/// What is told of commands: what they met, and what they came to.
extension PlayerState {
  /// The rules that `command` meets, as things are before it is done.
  func rulesMet(by command: Command, from source: CommandSource, at now: MonotonicTime) -> [Int] {
    var rules: [Int] = []
    if command.isTransport, pendingResume != nil { rules.append(4) }
    if isIdle(command) { rules.append(24) }
    if holds.contains(.stuck) { rules.append(28) }
    switch command {
    case .play where wish.goal == .play && !holds.subtracting([.snag, .stuck, .mute]).isEmpty: rules.append(15)
    case .play where lossMetPlayback && routes.isLossPending: rules.append(9)
    case .previousTrack where playhead.rate.duration(of: playhead.frame(at: now)) > .seconds(3): rules.append(26)
    case .setLevel(let level) where level > volume.cap(of: routes.settled, under: settings): rules.append(21)
    case .changeLevel(let step) where step > 0:
      if volume.level(of: routes.settled, under: settings) == volume.cap(of: routes.settled, under: settings) {
        rules.append(21)
      }
      if volume.isMuted(routes.settled) { rules.append(35) }
    default: break
    }
    let isOfHeadset = source == .avrcp && [.play, .pause, .togglePlayPause].contains(command.kind)
    return isOfHeadset ? rules + [27] : rules
  }

  /// Whether it does nothing to playback (R24).
  private func isIdle(_ command: Command) -> Bool {
    switch command {
    case .play: wish.goal == .play && holds.isEmpty
    case .pause: wish.goal != .play
    default: false
    }
  }

  /// What `command` has come to, after it has met `rules`.
  func note(on command: Command, from source: CommandSource, _ status: CommandStatus, rules: [Int]) -> CommandNote {
    var note = CommandNote(command: command, source: source, status: status, rules: rules, outcome: nil)
    if status == .success {
      let outcomes = [outcome(of: command, rules), rules.contains(4) ? "what had gone resumes no more" : nil]
      let known = outcomes.compactMap(\.self)
      note.outcome = known.isEmpty ? nil : known.joined(separator: "; ")
    } else if !commandCentre.admits(command, from: source) {
      (note.outcome, note.rules) = ("switched off in the settings", [])
    } else if isOff(command, from: source) {
      (note.outcome, note.rules) = ("off while something is recorded", [29])
    } else {
      note.outcome = text(of: status)
      if status == .deviceNotFound, privacyProblem != nil { note.rules.append(13) }
    }
    return note
  }

  private func outcome(of command: Command, _ rules: [Int]) -> String? {
    switch command.kind {
    case .play where rules.contains(24): "plays already"
    case .pause where rules.contains(24): "is silent already"
    case .play where rules.contains(15): "whatever held it"
    case .togglePlayPause: wish.goal == .play ? "play" : "pause"
    case .previousTrack where rules.contains(26): "back to this track's start"
    case .nextTrack, .previousTrack, .playEntry: current.flatMap { queue[$0] }.map { queueNumber(of: $0).text }
    case .skip, .changePlaybackPosition: "at \(playhead.rate.duration(of: playhead.frame).decimalText) s"
    case .level:
      "\(volume.level(of: routes.settled, under: settings).percent) %"
        + (rules.contains(21) ? ", the most that is allowed there" : "")
    case .mute where command == .toggleMute: volume.isMuted(routes.settled) ? "muted" : "not muted"
    case .changeRepeatMode where command == .cycleRepeatMode: queue.repeatMode.rawValue
    case .changeShuffleMode where command == .toggleShuffleMode: queue.shuffles ? "on" : "off"
    case .changePrivateListening where command == .togglePrivateListening: listensPrivately ? "on" : "off"
    case .changeRoutePolicy: message?.text
    default: nil
    }
  }

  /// The place of a track; its title only if the settings ask for names.
  func queueNumber(of entry: QueueEntry) -> QueueNumber {
    QueueNumber(
      number: (queue.index(of: entry.id) ?? 0) + 1, title: settings.timelineNames ? entry.displayTitle : nil)
  }
}
