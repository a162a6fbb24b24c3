public import PlayerCore

/// The player's snapshot in another process, kept up from what a watcher is told: the entries of the queue are asked
/// for where they have changed, those around the current track first.
public struct SnapshotMirror {
  /// The newest state; nil before the first one. Of a long queue entries that are far from the current track may not be
  /// known yet: these have no name.
  public private(set) var snapshot: Snapshot?

  /// A state is shown once so many entries on both sides of the current one are known: more than a screen has rows.
  static let surroundings = 200

  private var state: StateLine?
  private var entries: [QueueEntry] = []
  private var isKnown: [Bool] = []
  private var unknownCount = 0
  private var isAsking = false
  private var lastPlaceholder = UInt32.max

  /// A mirror that has not seen anything.
  public init() {}

  /// Takes in what the player said, and returns what it is to be asked.
  public mutating func take(_ message: ControlMessage) -> [ControlRequest] {
    switch message.content {
    case .state(let line, let changes):
      state = line
      for change in changes { apply(change) }
      if entries.count != line.count { forget(line.count) }
      if let index = line.index, let entry = line.entry { know(entry, at: index) }
    case .entries(let new, let from, _, let revision):
      isAsking = false
      // All that was told of changes since the question was told before this answer.
      guard let state, revision == state.snapshot.queueRevision else { break }
      for (index, entry) in zip(from..., new) where index < entries.count { know(entry, at: index) }
    default: return []
    }
    publish()
    return ask()
  }

  private mutating func publish() {
    guard let state else { return }
    guard unknownCount == 0 || isKnown[around(state.index ?? 0)].allSatisfy({ $0 }) else { return }
    var new = state.snapshot
    new.queue = entries
    snapshot = new
  }

  /// The indexes near `index`.
  private func around(_ index: Int) -> Range<Int> {
    max(index - Self.surroundings, 0)..<min(index + Self.surroundings, entries.count)
  }

  /// One question at a time: for what is unknown, nearest to the current track first.
  private mutating func ask() -> [ControlRequest] {
    guard !isAsking, unknownCount > 0, let state else { return [] }
    let start = around(state.index ?? 0).lowerBound
    guard let first = isKnown[start...].firstIndex(of: false) ?? isKnown.firstIndex(of: false) else { return [] }
    let end = isKnown[first...].firstIndex(of: true) ?? isKnown.count
    isAsking = true
    return [.queue(from: first, count: end - first)]
  }

  private mutating func apply(_ change: QueueChange) {
    let range = change.from..<change.from + change.removed
    guard range.upperBound <= entries.count else { return }
    unknownCount -= isKnown[range].count { !$0 }
    unknownCount += change.count
    isKnown.replaceSubrange(range, with: repeatElement(false, count: change.count))
    // Where as many are there as before, what was known of them is better than nothing.
    if change.removed != change.count { entries.replaceSubrange(range, with: placeholders(change.count)) }
  }

  /// Nothing is known of `count` entries.
  private mutating func forget(_ count: Int) {
    entries = placeholders(count)
    isKnown = Array(repeating: false, count: count)
    unknownCount = count
  }

  private mutating func know(_ entry: QueueEntry, at index: Int) {
    entries[index] = entry
    if !isKnown[index] { unknownCount -= 1 }
    isKnown[index] = true
  }

  private mutating func placeholders(_ count: Int) -> [QueueEntry] {
    (0..<count).map { _ in
      defer { lastPlaceholder -= 1 }
      return QueueEntry(id: QueueEntryID(lastPlaceholder), path: FilePath(""))
    }
  }
}
