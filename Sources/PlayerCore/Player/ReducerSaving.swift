/// What is saved of the session, and when; and what becomes of one that was saved.
extension PlayerState {
  /// What changes by itself, the place while music plays and what is learnt of files, is saved so long after it has
  /// changed: with the time that a disk takes, nothing saved is ever older than five seconds.
  static let saveInterval = Duration.seconds(4)
  /// Whatever happens so shortly before saves, too: one turn of the loop instead of two.
  static let saveSlack = Duration.milliseconds(500)

  /// The last session has been read, or there was none.
  mutating func openSession(_ saved: SavedSession?, at now: MonotonicTime, _ effects: inout [Effect]) {
    guard keepsSession == .awaited else { return }
    keepsSession = .kept
    if let saved, settings.restore != .off { restore(saved, at: now, &effects) }
    addWhatCameEarly(&effects)
  }

  mutating func refuseSession(_ reason: String, at now: MonotonicTime, _ effects: inout [Effect]) {
    keepsSession = .off
    addWhatCameEarly(&effects)
    say(reason, at: now)
  }

  /// What has been said and done since the start counts more than what was saved.
  private mutating func restore(_ saved: SavedSession, at now: MonotonicTime, _ effects: inout [Effect]) {
    let place = saved.place
    let isAlone = queue.entries.isEmpty
    if queue.repeatMode == .off { queue.repeatMode = place.repeatMode }
    if chosenCategory == settings.category, let saved = place.category {
      chosenCategory = saved
      observeMuteSwitch(at: now)
    }
    var ids: [QueueEntryID] = []
    let start = place.current ?? saved.queue.order?.first ?? 0
    changeQueue(&effects) { ids = $0.restore(saved.queue, current: start) }
    // What is shown first is read first.
    let sorted = ids.dropFirst(start) + ids.prefix(start)
    effects.append(.readFacts(sorted.compactMap { queue[$0]?.track }))
    guard isAlone else { return }
    saving = SessionSaving(place: place, arrangement: queue.arrangement, revision: queue.revision, jumps: jumps)
    guard let index = place.current, ids.indices.contains(index), let entry = queue[ids[index]] else {
      current = queue.first?.id
      return
    }
    move(to: entry, frame: place.frame)
    playhead.rate = place.rate
    // R5: nobody has asked this run of the player to play.
    wish = Wish(place.status == .stopped ? .stop : .pause, because: .user)
    if settings.restore == .playing, place.status == .playing {
      startsOn = place.route
      playOnAsSaved(at: now, &effects)
    } else {
      note(.restored(.paused))
    }
  }

  /// What played when it was saved plays on where nobody else hears it, and where it did: as after a sleep of the
  /// machine (R17). The first state that is seen decides (R10); what is plugged in later starts nothing (R5).
  mutating func playOnAsSaved(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard let route = startsOn, device ?? facts.output != nil else { return }
    startsOn = nil
    // As for every start, what is there now counts, settled or not.
    judge(routes.settleNow(at: now, under: settings), at: now, &effects)
    guard routes.settled.privacy == .wearerOnly else {
      return refuseToPlayOn(.pausedForOthers, at: now)
    }
    guard routes.settled.id == route else {
      return refuseToPlayOn(.pausedElsewhere, at: now)
    }
    wish = Wish(.play, because: .user)
    nextFadeIn = settings.resumeFade
    note(.restored(.playing))
  }

  private mutating func refuseToPlayOn(_ how: RestoredAs, at now: MonotonicTime) {
    note(.restored(how))
    say(how.text, at: now)
  }

  /// Has saved what is not as it was saved: the queue and jumps at once, what changes by itself within `saveInterval`.
  mutating func saveSession(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard keepsSession == .kept else {
      saving.dueAt = nil
      return
    }
    let place = savedPlace(at: now)
    let isArranged = queue.arrangement != saving.arrangement
    let isDue = saving.dueAt.map { now + Self.saveSlack >= $0 } ?? false
    let savesQueue = isArranged || (isDue && queue.revision != saving.revision)
    if savesQueue || isElsewhere(than: place) || (isDue && place != saving.place) {
      effects.append(.saveSession(place, queue: savesQueue ? queue : nil))
      saving.place = place
      saving.jumps = jumps
      saving.dueAt = nil
      if savesQueue { (saving.arrangement, saving.revision) = (queue.arrangement, queue.revision) }
    }
    if isDue { saving.dueAt = nil }
    let changes = playhead.advances || queue.revision != saving.revision
    saving.dueAt = changes ? saving.dueAt ?? now + Self.saveInterval : nil
  }

  /// Whether more has changed since `saving.place` than playing on does.
  private func isElsewhere(than place: SavedPlace) -> Bool {
    guard var expected = saving.place, jumps == saving.jumps else { return true }
    if playhead.advances { expected.frame = place.frame }
    return place != expected
  }

  /// What played before the machine slept, or was switched off, plays on like what played.
  private var savedStatus: PlaybackStatus {
    let plays = startsOn != nil || (wish.goal == .play && holds.isSubset(of: [.snag, .sleep]))
    return plays ? .playing : status
  }

  private func savedPlace(at now: MonotonicTime) -> SavedPlace {
    SavedPlace(
      current: current.flatMap { queue.index(of: $0) }, frame: playhead.frame(at: now), rate: playhead.rate,
      status: savedStatus, route: startsOn ?? routes.settled.id, repeatMode: queue.repeatMode,
      category: chosenCategory == settings.category ? nil : chosenCategory)
  }
}
