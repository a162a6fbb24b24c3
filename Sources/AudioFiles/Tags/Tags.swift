public import PlayerCore

/// Everything that a file says about itself, in whatever format its tags are.
public struct Tags: Equatable, Sendable {
  /// A place in a row, as "3/10" says it.
  public struct Place: Equatable, Sendable {
    /// Which one it is.
    public var number: Int
    /// Out of how many, if the file says so.
    public var total: Int?
  }

  /// The texts by name, each with its different values in the file's order. Never an empty one.
  public var texts: [TagName: [String]] = [:]
  /// The pictures, in the file's order.
  public var pictures: [Picture] = []
  /// The words that are sung, in the file's order: several languages, or with times and without.
  public var lyrics: [Lyrics] = []
  /// The chapters, by their start.
  public var chapters: [Chapter] = []

  /// No tags at all.
  public init() {}

  /// The first text called `name`.
  public subscript(name: TagName) -> String? { texts[name]?.first }

  /// The track's title.
  public var title: String? { self[.title] }

  /// Who performs, all names in a row.
  public var artist: String? { joined(.artist) }

  /// The album.
  public var album: String? { self[.album] }

  /// Who the album is by, all names in a row.
  public var albumArtist: String? { joined(.albumArtist) }

  /// The track's place on its disc; nil where it is missing or no number.
  public var track: Place? { place(.track, total: .trackTotal) }

  /// The disc's place in its album; nil where it is missing or no number.
  public var disc: Place? { place(.disc, total: .discTotal) }

  /// When it was published: the first four digits in a row of the date.
  public var year: Int? {
    guard let date = self[.date] else { return nil }
    var digits: [UInt8] = []
    for byte in date.utf8 {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { digits.append(byte) } else { digits = [] }
      if digits.count == 4 { return Int(String(decoding: digits, as: UTF8.self)) }
    }
    return nil
  }

  /// The cue sheet that the file holds as text.
  public var cueSheet: String? { self[.cueSheet] }

  private func joined(_ name: TagName) -> String? { texts[name]?.joined(separator: ", ") }

  private func place(_ name: TagName, total: TagName) -> Place? {
    guard let text = self[name] else { return nil }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Int(parts[0].trimmingBlanks) else { return nil }
    let other = parts.count > 1 ? Int(parts[1].trimmingBlanks) : nil
    return Place(number: number, total: other ?? self[total].flatMap { Int($0) })
  }
}

/// A chapter of an audio book or a mix.
public struct Chapter: Equatable, Sendable {
  /// Where it begins.
  public var start: MediaTime
  /// Where it ends, if the file says so; else where the next one begins.
  public var end: MediaTime?
  /// What it is called.
  public var title: String?
}

/// Words that are sung.
public struct Lyrics: Equatable, Sendable {
  /// A line and when it begins.
  public struct Line: Equatable, Sendable {
    /// When it is sung.
    public var start: MediaTime
    /// The words; they may begin with a line break.
    public var text: String
  }

  /// The words.
  public enum Words: Equatable, Sendable {
    /// As one text; it may be in the LRC format, which names times in brackets.
    case plain(String)
    /// Line by line, each with its time.
    case timed([Line])
  }

  /// The language, by ISO 639-2, if the file says so.
  public var language: String?
  /// The words themselves.
  public var words: Words
}

extension StringProtocol {
  /// Without the blanks, line ends and zeros around it.
  var trimmingBlanks: String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 || $0.value == 0xFEFF }
    let start = unicodeScalars.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(String.UnicodeScalarView(start[...last]))
  }
}
