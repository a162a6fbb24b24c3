/// A recording that another program of ours makes while this one plays: R29, R30.
extension PlayerState {
  mutating func beginRecording(_ effects: inout [Effect]) {
    guard !isRecording else { return }
    isRecording = true
    note(.recordingBegan)
    announce(.categoryChange, &effects)
  }

  mutating func endRecording(lostMicrophone: Bool, _ effects: inout [Effect]) {
    guard isRecording else { return }
    isRecording = false
    note(.recordingEnded(lostMicrophone: lostMicrophone))
    announce(lostMicrophone ? .noSuitableRouteForCategory : .categoryChange, &effects)
  }

  /// R29: while something is recorded a button on a cable or a bus starts no music that the microphone would hear. The
  /// keyboard and the command line are the listener's own hand, and levels are no remote commands.
  func isOff(_ command: Command, from source: CommandSource) -> Bool {
    guard isRecording, command != .stop, command.kind != .level, command.kind != .mute else { return false }
    return source == .mpris || source == .mediaKeys || source == .avrcp
  }

  /// R30: the headset microphones that have come to rest, or gone.
  mutating func settleMicrophones(at now: MonotonicTime, _ effects: inout [Effect]) {
    for change in microphones.settle(at: now, under: settings) {
      note(.microphone(change))
      effects.append(.announceMicrophone(change))
    }
  }

  /// Something has changed that is told like a change of route, and the route has not.
  mutating func announce(_ reason: RouteChangeReason, _ effects: inout [Effect]) {
    effects.append(.announce(RouteChange(reason: reason, previous: routes.settled, current: routes.settled)))
  }
}
