/// The tracks to play, in the order shown and in the order played.
public struct PlayQueue: Equatable, Sendable {
  /// The entries, in the order shown.
  public private(set) var entries: [QueueEntry] = []
  /// How the queue repeats.
  public var repeatMode = RepeatMode.off
  /// Whether tracks are played in random order.
  public private(set) var shuffles = false
  /// Indexes into `entries`, in the order played.
  private var order: [Int] = []
  private var placeInOrder: [QueueEntryID: Int] = [:]
  private var nextNumber: UInt32 = 1
  private var random: SplitMix64

  /// An empty queue whose random orders follow from `seed`.
  public init(seed: UInt64 = 0) { random = SplitMix64(seed: seed) }

  /// The entry `id`, if it is in the queue.
  public subscript(id: QueueEntryID) -> QueueEntry? { placeInOrder[id].map { entries[order[$0]] } }

  /// The first track to play.
  public var first: QueueEntry? { order.first.map { entries[$0] } }

  /// Adds files, or parts of them, at the end.
  public mutating func append(_ items: [QueueItem]) {
    for item in items { entries.append(makeEntry(of: item)) }
    reorder(startingWith: nil)
  }

  /// Puts `parts` of an entry's file in its place; nothing happens if it is not in the queue. In random order the part
  /// `heir` is played in the entry's turn, and the others at any time after it.
  mutating func divide(_ id: QueueEntryID, into parts: [QueueItem], heir: Int) {
    guard let turn = placeInOrder[id] else { return }
    let index = order[turn]
    let new = parts.map { makeEntry(of: $0, dividedFrom: id) }
    var turns = order.map { entries[$0].id }
    entries.replaceSubrange(index...index, with: new)
    guard shuffles else { return reorder(startingWith: nil) }
    turns[turn] = new[heir].id
    for part in new where part.id != new[heir].id {
      turns.insert(part.id, at: Int.random(in: turn + 1...turns.count, using: &random))
    }
    placeInOrder = Dictionary(uniqueKeysWithValues: turns.enumerated().map { ($1, $0) })
    order = entries.indices.sorted { placeInOrder[entries[$0].id]! < placeInOrder[entries[$1].id]! }
  }

  /// Where `position` is in the queue as it is now: if its entry has been divided, in the part that holds the frame, and
  /// before the first part at the start of that.
  func place(of position: Position) -> Position {
    if placeInOrder[position.entry] != nil { return position }
    var found: Position?
    for entry in entries where entry.dividedFrom == position.entry {
      guard let part = entry.part, let rate = entry.facts.format?.rate else { continue }
      let frame = position.frame - part.start.frame(at: rate)
      if found == nil || frame >= .zero { found = Position(entry: entry.id, frame: max(.zero, frame)) }
    }
    return found ?? position
  }

  /// Changes what is known about an entry; nothing happens if it is not in the queue.
  public mutating func update(_ id: QueueEntryID, _ change: (inout QueueEntry) -> Void) {
    guard let place = placeInOrder[id] else { return }
    change(&entries[order[place]])
  }

  /// Switches random order on, with `current` as its first track, or off.
  public mutating func setShuffle(_ on: Bool, current: QueueEntryID?) {
    shuffles = on
    reorder(startingWith: current)
  }

  /// The track to play when `id` has ended by itself; it honours `repeatMode`. Tracks with a problem are passed over.
  public func following(_ id: QueueEntryID) -> QueueEntry? {
    if repeatMode == .one, let same = self[id], same.problem == nil { return same }
    return next(after: id)
  }

  /// The next track that can be played; after the last one the first again, if the queue repeats. A single track on repeat
  /// follows itself.
  public func next(after id: QueueEntryID) -> QueueEntry? { neighbour(of: id, step: 1) }

  /// The track before, likewise.
  public func previous(before id: QueueEntryID) -> QueueEntry? { neighbour(of: id, step: -1) }

  /// Whether `id` is played in the order shown and next to a track of the same album.
  public func isAmongItsAlbum(_ id: QueueEntryID) -> Bool {
    guard !shuffles, let place = placeInOrder[id] else { return false }
    let album = entries[order[place]].facts
    return [place - 1, place + 1].contains {
      order.indices.contains($0) && entries[order[$0]].facts.isOfSameAlbum(as: album)
    }
  }

  /// Whether `next` comes right after `id` on one album: by their places there, or else in the order shown.
  public func isAlbumOrder(_ id: QueueEntryID, _ next: QueueEntryID) -> Bool {
    guard let index = placeInOrder[id].map({ order[$0] }), let nextIndex = placeInOrder[next].map({ order[$0] }),
      entries[index].facts.isOfSameAlbum(as: entries[nextIndex].facts)
    else { return false }
    if let place = entries[index].facts.albumPlace, let nextPlace = entries[nextIndex].facts.albumPlace {
      return nextPlace.follows(place)
    }
    return nextIndex == index + 1
  }

  private func neighbour(of id: QueueEntryID, step: Int) -> QueueEntry? {
    guard let place = placeInOrder[id] else { return nil }
    let count = order.count
    for distance in 1...count {
      let there = place + step * distance
      if repeatMode != .all, !(0..<count).contains(there) { return nil }
      let entry = entries[order[(there % count + count) % count]]
      if entry.problem == nil { return entry }
    }
    return nil
  }

  private mutating func makeEntry(of item: QueueItem, dividedFrom whole: QueueEntryID? = nil) -> QueueEntry {
    defer { nextNumber += 1 }
    return QueueEntry(
      id: QueueEntryID(nextNumber), path: item.path, part: item.part, dividedFrom: whole, facts: item.facts)
  }

  private mutating func reorder(startingWith current: QueueEntryID?) {
    order = Array(entries.indices)
    if shuffles {
      order.shuffle(using: &random)
      if let current, let place = order.firstIndex(where: { entries[$0].id == current }) { order.swapAt(0, place) }
    }
    placeInOrder = Dictionary(uniqueKeysWithValues: order.enumerated().map { (entries[$1].id, $0) })
  }
}
