internal import AudioEngine
internal import PlayerCore

/// The playlist formats, told apart by the file's name.
enum PlaylistKind: Equatable {
  /// A path a line; M3U8 is the same in UTF-8.
  case m3u
  /// FileN=… lines.
  case pls
  /// XML: addresses in location elements (xspf.org, version 1).
  case xspf
  /// Windows Media's: href attributes of tags that are hardly ever well-formed XML.
  case asx
  /// Windows Media Player's: src attributes in XML.
  case wpl

  /// The kind of playlist that `name` says; nil if it is none.
  init?(name: FilePath) {
    switch NameEnding(name.lastComponent.bytes)?.text {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "asx", "wax", "wvx": self = .asx
    case "wpl": self = .wpl
    default: return nil
    }
  }

  private static let largestFile = 16 * 1_024 * 1_024

  /// The entries of the playlist at `path`.
  ///
  /// - Throws: why it cannot be read, or that it has none.
  func entries(of path: FilePath) throws(DecodeError) -> [PlaylistEntry] {
    let bytes = try playlistBytes(of: path, atMost: Self.largestFile)
    let entries: [PlaylistEntry] =
      switch self {
      case .m3u: PlaylistLines(bytes).entries { $0.filter { $0.first != UInt8(ascii: "#") } }
      case .pls: PlaylistLines(bytes).entries(Self.plsValues)
      case .xspf: Self.xspfEntries(try XMLItem.items(of: bytes, .strict))
      case .asx: Self.asxEntries(try XMLItem.items(of: Array(text(ofUnknownEncoding: bytes).utf8), .loose))
      case .wpl:
        Self.addresses(try XMLItem.items(of: bytes, .strict)) { $0.element == "media" && $0.attribute == "src" }
      }
    if entries.isEmpty { throw DecodeError("a playlist without entries") }
    return entries
  }

  /// The values of FileN= lines, in the order of N.
  private static func plsValues(_ lines: [[UInt8]]) -> [[UInt8]] {
    var values: [(number: Int, value: [UInt8])] = []
    for line in lines {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: line[..<equals], as: UTF8.self).lowercased()
      guard key.hasPrefix("file"), let number = Int(key.dropFirst(4)) else { continue }
      let value = line[(equals + 1)...].drop { $0 == UInt8(ascii: " ") }
      if !value.isEmpty { values.append((number, Array(value))) }
    }
    return values.sorted { $0.number < $1.number }.map(\.value)
  }

  /// Several locations of one track are places where the same can be had: the first counts.
  private static func xspfEntries(_ items: [XMLItem]) -> [PlaylistEntry] {
    addresses(items, firstIn: "track") { $0.element == "location" && $0.attribute == nil && $0.value != nil }
  }

  /// So are several references of one entry. An entryref is another playlist.
  private static func asxEntries(_ items: [XMLItem]) -> [PlaylistEntry] {
    addresses(items, firstIn: "entry") {
      ($0.element == "ref" || $0.element == "entryref") && $0.attribute == "href"
    }
  }

  /// The items of which `isAddress` is true, of those within one element `group` only the first.
  private static func addresses(
    _ items: [XMLItem], firstIn group: String? = nil, where isAddress: (XMLItem) -> Bool
  ) -> [PlaylistEntry] {
    var entries: [PlaylistEntry] = []
    var isTaken = false
    for item in items {
      if group == nil || item.element == group && item.value == nil || item.element == "entryref" { isTaken = false }
      guard isAddress(item), !isTaken, let value = item.resolved ?? item.value else { continue }
      let written = Array(value.utf8.drop { $0 <= 0x20 })
      guard let last = written.lastIndex(where: { $0 > 0x20 }) else { continue }
      entries.append(PlaylistEntry(Array(written[...last]), isAddress: true))
      isTaken = true
    }
    return entries
  }
}

/// The lines of a playlist that is plain text.
struct PlaylistLines {
  private let lines: [[UInt8]]
  private let encoding: TextEncoding

  /// The lines in `bytes`, whatever their encoding.
  init(_ bytes: [UInt8]) {
    encoding = TextEncoding(of: bytes)
    switch encoding {
    case .utf16: lines = Self.lines(Array(encoding.text(bytes).utf8))
    case .utf8: lines = Self.lines(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    // The names on the disk may be written as in here.
    case .windows1252, .named: lines = Self.lines(bytes)
    }
  }

  /// The entries that `values` finds in the lines.
  func entries(_ values: ([[UInt8]]) -> [[UInt8]]) -> [PlaylistEntry] {
    values(lines).map { value in
      guard case .named = encoding else { return PlaylistEntry(value) }
      return PlaylistEntry(value, otherwise: Array(encoding.text(value).utf8))
    }
  }

  /// The lines that are not blank, ended by LF, CR or both, without blanks around them.
  private static func lines(_ text: [UInt8]) -> [[UInt8]] {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { line in
      let start = line.drop(while: isBlank)
      guard let last = start.lastIndex(where: { !isBlank($0) }) else { return nil }
      return Array(start[...last])
    }
  }
}
