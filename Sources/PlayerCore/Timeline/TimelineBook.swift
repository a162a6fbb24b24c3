/// The newest entries of the timeline, in their order, without a gap in their numbers.
public struct TimelineBook: Equatable, Sendable {
  /// So many are kept.
  public static let capacity = 1_000

  /// The entries, the oldest first.
  public private(set) var records: [TimelineRecord] = []
  /// The number of the newest one; 0: there is none of this run.
  public private(set) var last: Int64 = 0

  /// An empty book.
  public init() {}

  /// The number of the oldest one; `last + 1`: there is none.
  public var first: Int64 { last + 1 - Int64(records.count) }

  /// Adds what has just happened, at `time` in milliseconds since 1970, and returns it with its number.
  public mutating func append(_ entry: TimelineEntry, time: Int64) -> TimelineRecord {
    last += 1
    let record = TimelineRecord(number: last, time: time, entry: entry)
    records.append(record)
    records.removeFirst(max(records.count - Self.capacity, 0))
    return record
  }

  /// Puts what earlier runs have left before all the others.
  public mutating func prepend(_ earlier: [TimelineRecord]) {
    let room = Self.capacity - records.count
    let kept = earlier.suffix(max(room, 0))
    var number = first - Int64(kept.count)
    var numbered: [TimelineRecord] = []
    for var record in kept {
      record.number = number
      numbered.append(record)
      number += 1
    }
    records = numbered + records
  }

  /// Adds entries that another process has told: they follow each other, and those that are here.
  public mutating func join(_ new: [TimelineRecord]) {
    guard let (from, to) = new.first.flatMap({ first in new.last.map { (first.number, $0.number) } }) else { return }
    if from != last + 1 { records = [] }
    records += new
    records.removeFirst(max(records.count - Self.capacity, 0))
    last = to
  }

  /// At most `count` entries from number `from` on, or from the oldest one on that there is.
  public func records(from: Int64, count: Int) -> ArraySlice<TimelineRecord> {
    guard from <= last, count > 0 else { return [] }
    return records.dropFirst(Int(max(from, first) - first)).prefix(count)
  }
}
