public import PlayerCore

/// What has changed in the queue: the `removed` entries from `from` on are gone, and `count` others are in their place.
/// Several changes are to be applied in their order.
public struct QueueChange: Hashable, Sendable {
  /// Where, from 0.
  public var from: Int
  /// How many entries are gone, or have changed.
  public var removed: Int
  /// How many are there instead.
  public var count: Int

  /// A change.
  public init(from: Int, removed: Int, count: Int) {
    self.from = from
    self.removed = removed
    self.count = count
  }

  /// More than this many are told as one that covers them.
  static let most = 32

  /// How `old` has become `new`. What was learnt of entries are changes of their own;
  /// whatever came, went and moved is one.
  public static func between(_ old: [QueueEntry], _ new: [QueueEntry]) -> [QueueChange] {
    if old == new { return [] }
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start].id == new[start].id { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end].id == new[new.count - 1 - end].id { end += 1 }
    var changes = learnt(old[..<start], new[..<start])
    if start < old.count - end || start < new.count - end {
      changes.append(QueueChange(from: start, removed: old.count - end - start, count: new.count - end - start))
    }
    changes += learnt(old[(old.count - end)...], new[(new.count - end)...])
    guard changes.count > most, let first = changes.first, let last = changes.last else { return changes }
    let behind = new.count - (last.from + last.count)
    return [
      QueueChange(from: first.from, removed: old.count - behind - first.from, count: new.count - behind - first.from)
    ]
  }

  /// The entries that are not as they were, in runs; both have the same ones, in the same order.
  private static func learnt(_ old: ArraySlice<QueueEntry>, _ new: ArraySlice<QueueEntry>) -> [QueueChange] {
    var changes: [QueueChange] = []
    for (index, pair) in zip(new.indices, zip(old, new)) where pair.0 != pair.1 {
      if let last = changes.last, last.from + last.count == index {
        changes[changes.count - 1] = QueueChange(from: last.from, removed: last.removed + 1, count: last.count + 1)
      } else {
        changes.append(QueueChange(from: index, removed: 1, count: 1))
      }
    }
    return changes
  }

  var json: JSON { ["from": JSON(from), "removed": JSON(removed), "count": JSON(count)] }

  static func reading(_ json: JSON) throws(WireError) -> QueueChange {
    let object = try JSON.object(json)
    let number = JSON.integer(in: 0...Int(Int32.max))
    return QueueChange(
      from: try object.read("from", number), removed: try object.read("removed", number),
      count: try object.read("count", number))
  }
}
