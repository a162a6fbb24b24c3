/// Other players that are paused while this one plays: R37.
extension PlayerState {
  /// Whether it plays or would, but for what ends in a moment: a snag is no start.
  var plays: Bool {
    wish.goal == .play && holds.isDisjoint(with: [.interruption, .sleep, .mute, .server]) && current != nil
  }

  /// What this player has begun or ended since it was like `before` bears on the others.
  mutating func directOthers(since before: (plays: Bool, wish: Wish), _ effects: inout [Effect]) {
    guard settings.interruptsOthers else { return }
    if plays, !before.plays {
      resumedPlayers = []
      startedUnaware = true
    }
    if !plays { startedUnaware = false }
    if startedUnaware, let playing = facts.playingPlayers {
      startedUnaware = false
      pauseOthers(playing.subtracting(pausedPlayers.keys), &effects)
    } else if before.wish.goal == .play, wish.goal != .play, endsForOthers, !pausedPlayers.isEmpty {
      let names = pausedPlayers.keys.sorted()
      pausedPlayers = [:]
      resumedPlayers = Set(names)
      note(.othersResumed(names.map(\.playerName)))
      effects.append(.resumePlayers(names))
    }
  }

  private mutating func pauseOthers(_ names: Set<String>, _ effects: inout [Effect]) {
    guard !names.isEmpty else { return }
    for name in names { pausedPlayers[name] = .some(nil) }
    note(.othersPaused(names.sorted().map(\.playerName)))
    effects.append(.pausePlayers(names.sorted()))
  }

  /// Whether the others may be heard now: not in the room that headphones were just lost in, nor during a call.
  private var endsForOthers: Bool {
    wish.cause != .routeLost && wish.cause != .deviceError && holds.isDisjoint(with: [.interruption, .sleep, .mute])
  }

  /// Who has been paused by us and has changed since by itself, or by its user, is left alone.
  mutating func notePausedPlayers() {
    guard let players = facts.players else { return }
    for (name, since) in pausedPlayers {
      let status = players.first { $0.name == name }?.status
      switch (since, status) {
      case (nil, .playing?), (.paused?, .paused?): break
      case (nil, .paused?): pausedPlayers[name] = .some(.paused)
      default: pausedPlayers[name] = nil
      }
    }
  }
}

extension String {
  /// What of a name on the bus is the player's: "vlc" of "org.mpris.MediaPlayer2.vlc".
  fileprivate var playerName: String { String(trimmingPrefix("org.mpris.MediaPlayer2.")) }
}
