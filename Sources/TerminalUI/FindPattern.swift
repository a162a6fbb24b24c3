internal import PlayerCore

/// What is looked for in the queue: words that must all occur in title, artist, album or file name, in any case.
struct FindPattern {
  private let words: [[Character]]

  /// The words of `text`; nil if there are none.
  init?(_ text: String) {
    words = text.lowercased().split(separator: " ").map(Array.init)
    if words.isEmpty { return nil }
  }

  /// Whether `entry` has all of them.
  func matches(_ entry: QueueEntry) -> Bool {
    let fields = [entry.facts.title, entry.facts.artist, entry.facts.album, entry.path.lastComponent.text]
    // Compared by characters: é matches e with an accent upon it.
    let text = Array(fields.compactMap { $0 }.joined(separator: "\n").lowercased())
    return words.allSatisfy { word in text.indices.contains { text[$0...].starts(with: word) } }
  }
}
