/// A session manager that pauses all players because the headphones went: that is the loss
/// once more, not the user (R11).
extension PlayerState {
  /// So long before and after a loss a session manager's pause is because of it.
  private static let sameLoss = Duration.milliseconds(1500)

  mutating func pause(by process: String, at now: MonotonicTime, _ effects: inout [Effect]) {
    let isManager = settings.sessionManagers.contains(process)
    if isManager, commandCentre.admits(.pause, from: .mpris), isLosing || isRecent(lossAt, at: now) {
      note(.managerPaused(process: process))
      // What a loss does has been done, or is about to be.
      effects.append(.answer(.pause, to: .mpris, .success))
      return
    }
    let wasPlaying = wish.goal == .play
    receive(.pause, from: .mpris, at: now, &effects)
    // It may have noticed the loss sooner: then what comes next is the loss itself.
    if isManager, wasPlaying, wish == Wish(.pause, because: .user) { managedPauseAt = now }
  }

  /// Whether the wish to pause is a session manager's, from so short a time ago that a loss at `now` is its reason.
  func isPausedForLoss(at now: MonotonicTime) -> Bool { isRecent(managedPauseAt, at: now) }

  /// Whether a loss that met playback is not confirmed yet.
  private var isLosing: Bool { routes.isLossPending && lossMetPlayback }

  private func isRecent(_ time: MonotonicTime?, at now: MonotonicTime) -> Bool {
    time.map { now <= $0 + Self.sameLoss } ?? false
  }
}
