/// What the player is used for, and the mute switch of a telephone: R29.
extension PlayerState {
  mutating func change(to category: Category, at now: MonotonicTime, _ effects: inout [Effect]) {
    guard category != chosenCategory else { return }
    chosenCategory = category
    if !isRecording { announce(.categoryChange, &effects) }
    observeMuteSwitch(at: now)
  }

  /// R29: the switch has been turned on, and does not matter.
  mutating func noteMuteSwitch(since before: Facts) {
    if facts.isMuteSwitchOn, !before.isMuteSwitchOn, !chosenCategory.obeysMuteSwitch {
      note(.muteIgnored(plays: shouldSound))
    }
  }

  /// R29: the last terminal that showed the player has gone.
  mutating func leaveTerminal(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard chosenCategory.endsWithTerminal else { return }
    if wish.goal != .stop { note(.terminalLeft) }
    stop(because: .user, at: now, &effects)
  }

  /// Silence while the switch is on: no command ends it, nor does time.
  mutating func observeMuteSwitch(at now: MonotonicTime) {
    if facts.isMuteSwitchOn, chosenCategory.obeysMuteSwitch {
      if !holds.contains(.mute) {
        note(.muteSwitch(isOn: true))
        begin(.mute, at: now)
      }
    } else {
      if holds.contains(.mute) { note(.muteSwitch(isOn: false)) }
      end(.mute, shouldResume: true, at: now)
    }
  }
}

extension Facts {
  fileprivate var isMuteSwitchOn: Bool { switches.contains { $0.kind == .mute && $0.isOn } }
}
