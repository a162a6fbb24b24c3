/// What a cue sheet inside a file means: its tracks take the place of the queue's entry. Files are read while the music
/// plays already, so the entry may be the current one.
extension PlayerState {
  /// Takes in that `sheet` was found in the file of `id`, of which `file` is known. A sheet that names a track behind
  /// the file's end is that of another file, from which this one was cut, and one of a single track says nothing new.
  mutating func noteSheet(
    _ sheet: [QueueItem], in file: TrackFacts, of id: QueueEntryID, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    guard let entry = queue[id], entry.part == nil, entry.problem == nil,
      let parts = parts(
        of: file, by: sheet, length: entry.isRemembered ? file.length : entry.facts.length ?? file.length)
    else { return noteFacts(file, of: id, &effects) }
    guard id == current else {
      changeQueue(&effects) { $0.divide(id, into: parts, heir: 0) }
      return
    }
    let heard = playhead.frame(at: now)
    let rate = file.format?.rate ?? playhead.rate
    let heir = parts.lastIndex { $0.part.map { $0.start.frame(at: rate) <= heard } ?? false } ?? 0
    queue.divide(id, into: parts, heir: heir)
    let place = queue.place(of: Position(entry: id, frame: heard))
    if outputTrack == id { outputTrack = place.entry }
    current = place.entry
    playhead = Playhead(frame: place.frame, at: now, rate: rate, advances: playhead.advances)
    goOnInPart(at: now, &effects)
  }

  /// The engine plays, or is about to play, the whole of the file of which the current track is a part: it changes over
  /// at the place where it is, fading as for a seek, so that it ends where the part does.
  mutating func goOnInPart(at now: MonotonicTime, _ effects: inout [Effect]) {
    switch phase {
    case .playing:
      silence(fadeOut: Self.jumpFade, at: now, &effects)
      nextFadeIn = Self.startFade
    case .preparing: prepare(&effects)
    case .idle, .silencing, .silent: break  // `steer` prepares the part.
    }
  }

  /// What `sheet` makes of a file with these facts and this length; nil if it is not to be followed.
  private func parts(of file: TrackFacts, by sheet: [QueueItem], length: FrameCount?) -> [QueueItem]? {
    guard sheet.count > 1, let rate = file.format?.rate else { return nil }
    var parts = sheet
    for index in parts.indices {
      guard let part = parts[index].part else { return nil }
      let (start, count) = part.frames(at: rate, of: length)
      if let length, start >= length { return nil }
      parts[index].facts = file.named(by: parts[index].facts)
      parts[index].facts.length = count
    }
    return parts
  }
}
