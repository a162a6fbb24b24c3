/// Where playback is, so that an observer who follows the playhead by the clock can be told when that leads astray.
struct Place {
  /// What the engine's reports may correct without being a jump: no ear or eye follows it.
  private static let tolerance = Duration.milliseconds(50)

  private let entry: QueueEntryID?
  private let time: Duration

  /// The place of `state` at `now`.
  init(of state: PlayerState, at now: MonotonicTime) {
    entry = state.current
    time = state.playhead.rate.duration(of: state.playhead.frame(at: now))
  }

  /// Whether `state` is at another place than playing on leads to: in the same track elsewhere, or
  /// in another one not at its start.
  func isLeft(by state: PlayerState, at now: MonotonicTime) -> Bool {
    let new = Place(of: state, at: now)
    let expected = new.entry == entry ? time : .zero
    let distance = new.time - expected
    return distance > Self.tolerance || distance < .zero - Self.tolerance
  }
}
