/// What somebody looks for: words that all have to be found, each anywhere or in one field, and filters. Any text is a
/// query; what is no filter is words. A pure function of the text.
public struct SearchQuery: Hashable, Sendable {
  /// Where a word has to be.
  public enum Field: String, Sendable, CaseIterable {
    /// The track's title.
    case title
    /// Who performs, or who the album is by.
    case artist
    /// The album.
    case album
    /// Who composed it.
    case composer
    /// The genre.
    case genre
    /// The names of the file and of its folder.
    case path
  }

  /// What a track has to be.
  public enum Condition: Hashable, Sendable {
    /// A word, or several in a row if it was in quotes. Words may go on: "beat" finds "Beatles".
    case text(String, Field?)
    /// Published in these years.
    case years(ClosedRange<Int>)
    /// Encoded so: "flac".
    case codec(String)
    /// Added within the last so many seconds.
    case addedWithin(seconds: Int64)
    /// Added longer ago than so many seconds.
    case addedBefore(seconds: Int64)
  }

  /// A condition, or its opposite.
  public struct Term: Hashable, Sendable {
    /// What is asked for.
    public let condition: Condition
    /// Whether it must not be so.
    public let isExcluded: Bool
  }

  /// All that has to be so. None: everything is found.
  public let terms: [Term]

  /// Reads a query: words with blanks between them; "words in quotes" stand in a row; `artist:`, `title:`, `album:`,
  /// `composer:`, `genre:` and `path:` say where; `year:1990`, `year:1990..1999`, `year:..1970`, `year:>1999`;
  /// `codec:flac`; `added:<30d` and `added:>1y` (s, h, d, w, m for 30 days, y); a minus in front turns it round.
  public init(_ text: String) {
    var rest = text.unicodeScalars[...]
    var terms: [Term] = []
    while let word = Self.nextWord(&rest) {
      if let term = Self.term(word) { terms.append(term) }
    }
    self.terms = terms
  }

  private struct Word {
    /// What stands before a colon outside of quotes.
    var field: String?
    var text = ""
    var isExcluded = false
    var isQuoted = false
  }

  private static func nextWord(_ rest: inout Substring.UnicodeScalarView) -> Word? {
    rest = rest.drop { $0.properties.isWhitespace }
    guard !rest.isEmpty else { return nil }
    var word = Word()
    if rest.first == "-" {
      word.isExcluded = true
      rest.removeFirst()
    }
    var isInQuotes = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        isInQuotes.toggle()
        word.isQuoted = true
      case ":" where !isInQuotes && !word.isQuoted && word.field == nil && !word.text.isEmpty:
        (word.field, word.text) = (word.text, "")
      case _ where scalar.properties.isWhitespace && !isInQuotes: return word
      default: word.text.unicodeScalars.append(scalar)
      }
    }
    return word
  }

  private static func term(_ word: Word) -> Term? {
    // A field without anything behind it yet, while somebody types.
    if word.text.isEmpty { return nil }
    if let name = word.field?.lowercased(), let condition = condition(name, word.text) {
      return Term(condition: condition, isExcluded: word.isExcluded)
    }
    let text = word.field.map { "\($0):\(word.text)" } ?? word.text
    guard SearchText.isFindable(text) else { return nil }
    return Term(condition: .text(text, nil), isExcluded: word.isExcluded)
  }

  private static func condition(_ name: String, _ value: String) -> Condition? {
    switch name {
    case "year", "date": return years(value).map(Condition.years)
    case "codec", "format": return value.utf8.allSatisfy(isPlain) ? .codec(value.lowercased()) : nil
    case "added": return added(value)
    case "albumartist": return SearchText.isFindable(value) ? .text(value, .artist) : nil
    case "file", "folder": return SearchText.isFindable(value) ? .text(value, .path) : nil
    default:
      guard let field = Field(rawValue: name), SearchText.isFindable(value) else { return nil }
      return .text(value, field)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// "1990", "1990..1999", "1990..", "..1999", "<1990", ">1990".
  private static func years(_ text: String) -> ClosedRange<Int>? {
    let all = 0...9_999
    func year(_ text: Substring) -> Int? { Int(text).flatMap { all.contains($0) ? $0 : nil } }
    func range(_ from: Int?, _ to: Int?) -> ClosedRange<Int>? {
      guard let from, let to, from <= to else { return nil }
      return from...to
    }
    if text.hasPrefix("<") { return range(0, year(text.dropFirst()).map { $0 - 1 }) }
    if text.hasPrefix(">") { return range(year(text.dropFirst()).map { $0 + 1 }, all.upperBound) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return range(year(text[...]), year(text[...])) }
    if parts[0].isEmpty, parts[2].isEmpty { return nil }
    return range(
      parts[0].isEmpty ? all.lowerBound : year(parts[0]), parts[2].isEmpty ? all.upperBound : year(parts[2]))
  }

  /// "<30d", ">1y"; without a sign as with "<".
  private static func added(_ text: String) -> Condition? {
    let isBefore = text.hasPrefix(">")
    let value = text.hasPrefix("<") || isBefore ? text.dropFirst() : text[...]
    let units: [Character: Int64] = [
      "s": 1, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400,
    ]
    guard let unit = value.last.flatMap({ units[$0] }), let count = Int64(value.dropLast()), count >= 0,
      count <= 1_000_000
    else { return nil }
    return isBefore ? .addedBefore(seconds: count * unit) : .addedWithin(seconds: count * unit)
  }
}
