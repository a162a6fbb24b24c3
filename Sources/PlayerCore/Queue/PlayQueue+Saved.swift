extension PlayQueue {
  /// Puts what was saved around what is here already, as if that had been put in now, to come right after the saved
  /// entry at index `current`; where it stands in the saved queue, it takes its place there.
  ///
  /// - Returns: the entries that were made of saved items, in their order.
  mutating func restore(_ saved: SavedQueue, current: Int) -> [QueueEntryID] {
    let (here, turnsHere) = (entries, turns)
    let after = saved.items.indices.contains(current) ? current + 1 : saved.items.count
    let run = Self.run(of: here.map(Source.init), in: saved.items.map(Source.init)) ?? after..<after
    let made = saved.items.indices.map { run.contains($0) ? nil : makeEntry(of: saved.items[$0], isRemembered: true) }
    var order = saved.order ?? Array(made.indices)
    // Random order that was switched on before this came stays on.
    if shuffles, saved.order == nil { order.shuffle(using: &random) }
    var turns: [QueueEntryID] = []
    turns.reserveCapacity(made.count + here.count)
    var rest = turnsHere[...]
    for index in order {
      if run.contains(index) {
        // Each in the turn that it had; parts of a file that is whole here, in that of their first.
        turns += run.count == here.count ? [here[index - run.lowerBound].id] : rest
        rest = []
      } else if let entry = made[index] {
        turns.append(entry.id)
      }
      if run.isEmpty, index == run.lowerBound - 1 {
        turns += rest
        rest = []
      }
    }
    if run.isEmpty { turns += rest }
    shuffles = shuffles || saved.order != nil
    entries = made[..<run.lowerBound].compactMap(\.self) + here + made[run.upperBound...].compactMap(\.self)
    play(in: turns)
    return made.compactMap { $0?.id }
  }

  /// What makes two entries the same music.
  struct Source: Equatable {
    let path: FilePath
    let part: TrackPart?

    init(_ entry: QueueEntry) { (path, part) = (entry.path, entry.part) }
    init(_ item: QueueItem) { (path, part) = (item.path, item.part) }
  }

  /// Where `sources` stand in `all`, in this order and next to each other; nil if they do not. The tracks that a sheet
  /// has made of a file stand for the file.
  static func run(of sources: [Source], in all: [Source]) -> Range<Int>? {
    guard let first = sources.first else { return nil }
    for start in all.indices where all[start].path == first.path {
      var end: Int? = start
      for source in sources {
        end = end.flatMap { all.indices.contains($0) ? place(after: source, at: $0, in: all) : nil }
      }
      if let end { return start..<end }
    }
    return nil
  }

  /// The place after `source`, or after the parts that make it up, if that is what stands at `index`.
  private static func place(after source: Source, at index: Int, in all: [Source]) -> Int? {
    if all[index] == source { return index + 1 }
    guard source.part == nil else { return nil }
    var index = index
    while all.indices.contains(index), all[index].path == source.path, let part = all[index].part {
      index += 1
      guard let end = part.end else { return index }
      guard all.indices.contains(index), all[index].part?.start == end else { return nil }
    }
    return nil
  }
}
