internal import PlayerCore

/// The place in the timeline, while it is open. Pure.
struct TimelineScroll: Equatable, Sendable {
  /// The number of the last entry shown; nil: the newest one, whichever that is.
  private(set) var bottom: Int64?

  /// Goes so many entries down, or up when negative, among those that `book` has; beyond the newest it goes along with
  /// what is new.
  mutating func move(by entries: Int, in book: TimelineBook) {
    let place = max((bottom ?? book.last) + Int64(entries), min(book.first, book.last))
    bottom = place >= book.last ? nil : place
  }

  /// Goes to the oldest entry.
  mutating func moveToStart(of book: TimelineBook) { move(by: -book.records.count, in: book) }

  /// Goes along with the newest entry.
  mutating func moveToEnd() { bottom = nil }
}
