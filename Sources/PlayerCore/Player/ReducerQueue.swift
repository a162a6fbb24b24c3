/// Commands that change the queue while it is played.
extension PlayerState {
  /// The command: before the last session has been read it waits for that, or it would come first.
  mutating func add(_ items: [QueueItem], at place: QueuePlace, _ effects: inout [Effect]) -> CommandStatus {
    guard !items.isEmpty else { return .noSuchContent }
    if keepsSession == .awaited, queue.entries.isEmpty {
      earlyAdditions.append(Addition(items: items, place: place))
      return .success
    }
    return insert(items, at: place, &effects)
  }

  /// Adds what was to be added before the last session had been read.
  mutating func addWhatCameEarly(_ effects: inout [Effect]) {
    let early = earlyAdditions
    earlyAdditions = []
    for addition in early { _ = insert(addition.items, at: addition.place, &effects) }
  }

  mutating func insert(
    _ items: [QueueItem], at place: QueuePlace, _ effects: inout [Effect]
  ) -> CommandStatus {
    guard !items.isEmpty else { return .noSuchContent }
    var new: [QueueEntryID] = []
    changeQueue(&effects) { [current] in new = $0.insert(items, at: place, current: current) }
    effects.append(.readFacts(new.compactMap { queue[$0]?.track }))
    if current == nil, let first = new.first.flatMap({ queue[$0] }) { move(to: first) }
    return .success
  }

  mutating func play(
    _ items: [QueueItem], at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    if let there = queue.run(of: items) { return play(there, at: now, &effects) }
    let before = queue.entries.count
    let index = current.flatMap { queue.index(of: $0) }.map { $0 + 1 } ?? before
    let status = insert(items, at: .next, &effects)
    return status == .success ? play(queue.entries[index].id, at: now, &effects) : status
  }

  mutating func remove(
    _ ids: [QueueEntryID], at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    let leaving = queue.entries(named: ids)
    guard !leaving.isEmpty else { return .noSuchContent }
    guard let current, leaving.contains(current) else {
      changeQueue(&effects) { $0.remove(leaving) }
      return .success
    }
    let heir = queue.successor(of: current, without: leaving)
    queue.remove(leaving)
    if let heir {
      move(to: heir)
      restart(at: now, &effects)
      return .success
    }
    // What plays has gone and nothing follows: silence, and the queue stands at its start.
    stop(because: .user, at: now, &effects)
    self.current = nil
    if let first = queue.first { move(to: first) }
    return .success
  }

  mutating func move(_ ids: [QueueEntryID], to index: Int, _ effects: inout [Effect]) -> CommandStatus {
    let moving = queue.entries(named: ids)
    guard !moving.isEmpty else { return .noSuchContent }
    changeQueue(&effects) { $0.move(moving, to: index) }
    return .success
  }

  /// The engine has joined on a track, or reports of one, that has been taken out of the queue meanwhile: the track
  /// that follows the current one now takes its place.
  mutating func goOnWithoutRemoved(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard let current, queue[current] != nil, let next = queue.following(current) else {
      note(.queueEnded)
      return stop(because: .endOfQueue, at: now, &effects)
    }
    move(to: next)
    restart(at: now, &effects)
  }
}
