/// The tracks to play, in the order shown and in the order played.
public struct PlayQueue: Equatable, Sendable {
  /// The entries, in the order shown.
  public internal(set) var entries: [QueueEntry] = [] { didSet { revision += 1 } }
  /// Rises with every change of `entries`.
  public private(set) var revision: UInt64 = 0
  /// Rises when entries come, go or change places, in the order shown or in that played: not with what is known of
  /// them.
  public private(set) var arrangement: UInt64 = 0
  /// How the queue repeats.
  public var repeatMode = RepeatMode.off
  /// Whether tracks are played in random order.
  public internal(set) var shuffles = false
  /// Indexes into `entries`, in the order played.
  private var order: [Int] = []
  private var placeInOrder: [QueueEntryID: Int] = [:]
  private var nextNumber: UInt32 = 1
  var random: SplitMix64

  /// An empty queue whose random orders follow from `seed`.
  public init(seed: UInt64 = 0) { random = SplitMix64(seed: seed) }

  /// The entry `id`, if it is in the queue.
  public subscript(id: QueueEntryID) -> QueueEntry? { placeInOrder[id].map { entries[order[$0]] } }

  /// The first track to play.
  public var first: QueueEntry? { order.first.map { entries[$0] } }

  /// Indexes into `entries`, in the order played.
  public var playedOrder: [Int] { order }

  /// Adds files, or parts of them, at the end.
  public mutating func append(_ items: [QueueItem]) { insert(items, at: .end, current: nil) }

  /// Adds files, or parts of them. In random order those that are to come next do, in their own order, and
  /// others at any time after `current`.
  ///
  /// - Returns: the new entries, in their order.
  @discardableResult
  mutating func insert(_ items: [QueueItem], at place: QueuePlace, current: QueueEntryID?) -> [QueueEntryID] {
    let turn = current.flatMap { placeInOrder[$0] }
    let index =
      switch place {
      case .end: entries.count
      case .next: turn.map { order[$0] + 1 } ?? entries.count
      case .index(let index): min(max(index, 0), entries.count)
      }
    var turns = self.turns
    let new = items.map { makeEntry(of: $0) }
    entries.insert(contentsOf: new, at: index)
    if shuffles {
      let first = turn.map { $0 + 1 } ?? (place == .next ? turns.count : 0)
      if place == .next {
        turns.insert(contentsOf: new.map(\.id), at: first)
      } else {
        // One pass, as an insertion for each would take its time with a large queue.
        turns = Self.merge(new.map(\.id).shuffled(using: &random), into: turns, from: first, using: &random)
      }
    }
    play(in: turns)
    return new.map(\.id)
  }

  /// Takes out `ids`.
  mutating func remove(_ ids: Set<QueueEntryID>) {
    let turns = turns.filter { !ids.contains($0) }
    entries.removeAll { ids.contains($0.id) }
    play(in: turns)
  }

  /// Moves `ids`, in the order in which they stand, before the entry at `index`.
  mutating func move(_ ids: Set<QueueEntryID>, to index: Int) {
    let turns = turns
    let index = min(max(index, 0), entries.count)
    let isMoved = { (entry: QueueEntry) in ids.contains(entry.id) }
    let before = entries[..<index].filter { !isMoved($0) }
    let after = entries[index...].filter { !isMoved($0) }
    entries = before + entries.filter(isMoved) + after
    play(in: turns)
  }

  /// Those of `ids` that are in the queue; what has been divided since stands for its parts.
  func entries(named ids: [QueueEntryID]) -> Set<QueueEntryID> {
    let present = ids.filter { placeInOrder[$0] != nil }
    guard present.count < ids.count else { return Set(present) }
    let gone = Set(ids).subtracting(present)
    return Set(present).union(entries.filter { $0.dividedFrom.map(gone.contains) ?? false }.map(\.id))
  }

  /// Where `id` stands in the order shown.
  func index(of id: QueueEntryID) -> Int? { placeInOrder[id].map { order[$0] } }

  /// The first entry of `items` where they all stand next to each other in the order shown; nil if they do not.
  func run(of items: [QueueItem]) -> QueueEntryID? {
    Self.run(of: items.map(Source.init), in: entries.map(Source.init)).map { entries[$0.lowerBound].id }
  }

  /// The next track that can be played and is not among `leaving`.
  func successor(of id: QueueEntryID, without leaving: Set<QueueEntryID>) -> QueueEntry? {
    guard let turn = placeInOrder[id] else { return nil }
    let later = order[(turn + 1)...]
    let turns = repeatMode == .all ? later + order[..<turn] : later
    return turns.lazy.map { entries[$0] }.first { $0.problem == nil && !leaving.contains($0.id) }
  }

  /// Puts `parts` of an entry's file in its place; nothing happens if it is not in the queue. In random order the part
  /// `heir` is played in the entry's turn, and the others at any time after it.
  mutating func divide(_ id: QueueEntryID, into parts: [QueueItem], heir: Int) {
    guard let turn = placeInOrder[id] else { return }
    let index = order[turn]
    let new = parts.map { makeEntry(of: $0, dividedFrom: id) }
    var turns = turns
    entries.replaceSubrange(index...index, with: new)
    guard shuffles else { return play(in: []) }
    turns[turn] = new[heir].id
    for part in new where part.id != new[heir].id {
      turns.insert(part.id, at: Int.random(in: turn + 1...turns.count, using: &random))
    }
    play(in: turns)
  }

  /// Where `position` is in the queue as it is now: if its entry has been divided, in the part that holds the frame,
  /// and before the first part at the start of that.
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
    var turns = entries.map(\.id)
    if on {
      turns.shuffle(using: &random)
      if let current, let place = turns.firstIndex(of: current) { turns.swapAt(0, place) }
    }
    play(in: turns)
  }

  /// The track to play when `id` has ended by itself; it honours `repeatMode`. Tracks with a problem are passed over.
  public func following(_ id: QueueEntryID) -> QueueEntry? {
    if repeatMode == .one, let same = self[id], same.problem == nil { return same }
    return next(after: id)
  }

  /// The next track that can be played; after the last one the first again, if the queue repeats. A single
  /// track on repeat follows itself.
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

  mutating func makeEntry(
    of item: QueueItem, dividedFrom whole: QueueEntryID? = nil, isRemembered: Bool = false
  ) -> QueueEntry {
    defer { nextNumber += 1 }
    return QueueEntry(
      id: QueueEntryID(nextNumber), path: item.path, part: item.part, dividedFrom: whole, facts: item.facts,
      isRemembered: isRemembered)
  }

  /// The entries in the order played.
  var turns: [QueueEntryID] { order.map { entries[$0].id } }

  /// Plays the entries in the order of `turns`, which names each of them once; without
  /// random order, in the order shown.
  mutating func play(in turns: [QueueEntryID]) {
    arrangement += 1
    guard shuffles else {
      order = Array(entries.indices)
      placeInOrder = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
      return
    }
    placeInOrder = Dictionary(uniqueKeysWithValues: turns.enumerated().map { ($1, $0) })
    order = entries.indices.sorted { placeInOrder[entries[$0].id]! < placeInOrder[entries[$1].id]! }
  }

  /// `turns` with `new` ones at random among those from `start` on.
  private static func merge(
    _ new: [QueueEntryID], into turns: [QueueEntryID], from start: Int, using random: inout SplitMix64
  ) -> [QueueEntryID] {
    var merged = Array(turns[..<start])
    var (old, new) = (turns[start...], new[...])
    while !old.isEmpty || !new.isEmpty {
      let takesNew = Int.random(in: 0..<(old.count + new.count), using: &random) < new.count
      merged.append(takesNew ? new.removeFirst() : old.removeFirst())
    }
    return merged
  }
}
