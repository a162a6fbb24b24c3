/// What follows the current track, and how: without a gap, or faded into, and how loud beside its neighbours.
extension PlayerState {
  /// `entry` as the engine is to play it.
  func track(of entry: QueueEntry) -> Track {
    var track = entry.track
    track.replayGain = settings.replayGain.rule(isAmongItsAlbum: queue.isAmongItsAlbum(entry.id))
    if entry.part != nil { track.loudness = entry.facts.replayGain }
    return track
  }

  /// Tells the engine what follows, when that may have changed while it plays.
  mutating func announceNext(_ effects: inout [Effect]) {
    guard let current, phase == .playing || phase == .preparing else { return }
    effects.append(.engine(setNext(after: current)))
  }

  /// Learns something of a track: if that bears on how it is joined, the engine is told; and if on how
  /// loud the current one is to be, that begins anew as long as it is not heard. Later the loudness stays:
  /// it must not jump within a track.
  mutating func learn(of id: QueueEntryID, _ effects: inout [Effect], _ change: (inout QueueEntry) -> Void) {
    changeQueue(&effects) { $0.update(id, change) }
  }

  /// Changes the queue, which keeps its current track: if that bears on the current track or on
  /// what follows, the engine is told.
  mutating func changeQueue(_ effects: inout [Effect], _ change: (inout PlayQueue) -> Void) {
    guard let current, phase == .playing || phase == .preparing else { return change(&queue) }
    let (before, next) = (queue[current].map(track), setNext(after: current))
    change(&queue)
    if phase == .preparing, queue[current].map(track) != before {
      prepare(&effects)
    } else if setNext(after: current) != next {
      announceNext(&effects)
    }
  }

  /// The order that names what follows `id`.
  func setNext(after id: QueueEntryID) -> EngineOrder {
    guard let entry = queue[id], let following = queue.following(id) else {
      return .setNext(generation, nil, overlap: .zero)
    }
    return .setNext(generation, track(of: following), overlap: overlap(from: entry, to: following))
  }

  /// How much of `entry` and `following` is heard at once. An album's tracks follow each other as it was made; and of a
  /// track that is not twice as long as the overlap less than half would be heard alone.
  private func overlap(from entry: QueueEntry, to following: QueueEntry) -> Duration {
    guard settings.crossfade > .zero, !queue.isAlbumOrder(entry.id, following.id),
      let first = entry.facts.duration, let second = following.facts.duration,
      min(first, second) >= settings.crossfade * 2
    else { return .zero }
    return settings.crossfade
  }
}
