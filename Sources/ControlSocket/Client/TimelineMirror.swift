public import PlayerCore

/// The player's timeline in another process, as far as somebody wants to see it: asked for when it is, and then only
/// what is new.
public struct TimelineMirror: Sendable {
  /// What is known of it.
  public private(set) var book = TimelineBook()

  private var isAsking = false
  private var asksAgain = false

  /// A mirror that has not seen anything.
  public init() {}

  /// What the player is to be asked so that `book` becomes the newest; nil: it has been, and once it has answered it is
  /// asked again.
  public mutating func ask() -> ControlRequest? {
    asksAgain = isAsking
    guard !isAsking else { return nil }
    isAsking = true
    return .log(from: book.records.isEmpty ? .min : book.last + 1, count: TimelineBook.capacity)
  }

  /// Takes in what the player said, and returns what it is to be asked; nil: nothing.
  public mutating func take(_ message: ControlMessage) -> ControlRequest? {
    guard case .log(let records, _, let last) = message.content else { return nil }
    isAsking = false
    book.join(records)
    // Many entries come in parts.
    let isPart = !records.isEmpty && book.last < last
    return isPart || asksAgain ? ask() : nil
  }
}
