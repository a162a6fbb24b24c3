/// A query in the language of SQLite's full-text search (sqlite.org/fts5.html, 3).
struct SearchExpression {
  /// How closely words have to be met, and where. The closest comes first in the results.
  enum Tier: CaseIterable {
    /// All words are in the title, as they are.
    case wholeInTitle
    /// … in the artist.
    case wholeInArtist
    /// … in the album.
    case wholeInAlbum
    /// Words in the title begin so.
    case startInTitle
    /// … in the artist.
    case startInArtist
    /// Words begin so, anywhere.
    case startAnywhere

    fileprivate var isWhole: Bool {
      switch self {
      case .wholeInTitle, .wholeInArtist, .wholeInAlbum: true
      case .startInTitle, .startInArtist, .startAnywhere: false
      }
    }

    fileprivate var field: SearchQuery.Field? {
      switch self {
      case .wholeInTitle, .startInTitle: .title
      case .wholeInArtist, .startInArtist: .artist
      case .wholeInAlbum: .album
      case .startAnywhere: nil
      }
    }
  }

  /// For each tier what to match, the closest first. Without words there is one.
  let tiers: [String]
  /// No earlier than so many milliseconds since 1970 it was added, …
  private(set) var addedFrom: Int64?
  /// … and earlier than that.
  private(set) var addedBefore: Int64?

  /// What finds `query` at the time `now`, in milliseconds since 1970.
  init(_ query: SearchQuery, now: Int64) {
    var (texts, wanted, unwanted) = ([(text: String, field: SearchQuery.Field?)](), [String](), [String]())
    var (from, before) = (Int64.min, Int64.max)
    for term in query.terms {
      switch (term.condition, term.isExcluded) {
      case (.text(let text, let field), false): texts.append((text, field))
      case (.text(let text, let field), true): unwanted.append(Self.match(text, in: field, isWhole: true))
      case (.years(let years), let isExcluded):
        let match = Self.years(years)
        if isExcluded { unwanted.append(match) } else { wanted.append(match) }
      case (.codec(let codec), let isExcluded):
        let match = "\"\(Facet.codec(codec))\""
        if isExcluded { unwanted.append(match) } else { wanted.append(match) }
      case (.addedWithin(let seconds), false), (.addedBefore(let seconds), true):
        from = max(from, now - seconds * 1_000)
      case (.addedBefore(let seconds), false), (.addedWithin(let seconds), true):
        before = min(before, now - seconds * 1_000)
      }
    }
    (addedFrom, addedBefore) = (from == .min ? nil : from, before == .max ? nil : before)
    // Only what has words without a field can be met in several places.
    let hasFreeWords = texts.contains { $0.field == nil }
    let tiers: [Tier] =
      hasFreeWords ? Tier.allCases : texts.isEmpty ? [.startAnywhere] : [.wholeInTitle, .startAnywhere]
    self.tiers = tiers.map { tier in
      let words = texts.map { Self.match($0.text, in: $0.field ?? tier.field, isWhole: tier.isWhole) }
      let all = words + wanted
      let positive = all.isEmpty ? "\"\(Facet.all)\"" : all.joined(separator: " AND ")
      return unwanted.isEmpty ? positive : "(\(positive)) NOT (\(unwanted.joined(separator: " OR ")))"
    }
  }

  private static func match(_ text: String, in field: SearchQuery.Field?, isWhole: Bool) -> String {
    let quoted = "\"\(SearchText.folded(text).filter { $0 != "\"" && $0 != "\0" })\"" + (isWhole ? "" : " *")
    switch field {
    case nil: return quoted
    case .artist: return "{artist album_artist} : \(quoted)"
    case .some(let field): return "\(field.rawValue) : \(quoted)"
    }
  }

  /// A few beginnings of years instead of all years: "199" for a decade.
  private static func years(_ range: ClosedRange<Int>) -> String {
    var matches: [String] = []
    func add(_ prefix: Int, _ digits: Int) {
      let unit = [1_000, 100, 10, 1][digits - 1]
      let covered = prefix * unit...(prefix + 1) * unit - 1
      guard covered.overlaps(range) else { return }
      if covered.lowerBound >= range.lowerBound, covered.upperBound <= range.upperBound || digits == 4 {
        matches.append("\"\(Facet.year(prefix, digits: digits))\"" + (digits == 4 ? "" : " *"))
      } else {
        for digit in 0...9 { add(prefix * 10 + digit, digits + 1) }
      }
    }
    for digit in 0...9 { add(digit, 1) }
    return "(\(matches.joined(separator: " OR ")))"
  }
}

/// What filters look for is indexed like words, which is faster than looking at each track. These begin with a letter
/// that nobody writes.
enum Facet {
  private static let mark = "\u{A66E}"

  /// What every track has.
  static let all = mark + "all"

  /// Which of `years` digits it begins with.
  static func year(_ prefix: Int, digits: Int) -> String {
    let text = String(prefix)
    return mark + "y" + String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  /// How it is encoded.
  static func codec(_ codec: String) -> String {
    mark + "c" + String(String.UnicodeScalarView(codec.lowercased().unicodeScalars.filter(SearchText.isFindable)))
  }
}
