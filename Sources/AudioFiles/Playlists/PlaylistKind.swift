internal import AudioEngine
internal import PlayerCore

/// The playlist formats, told apart by the file's name.
enum PlaylistKind: Equatable {
  /// A path a line; M3U8 is the same in UTF-8.
  case m3u
  /// FileN=… lines.
  case pls
  /// A format, by its name for people, that cannot be read yet.
  case unsupported(String)

  /// The kind of playlist that `name` says; nil if it is none.
  init?(name: FilePath) {
    switch NameEnding(name.lastComponent.bytes)?.text {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    case "xspf": self = .unsupported("XSPF playlists")
    case "asx", "wax", "wvx": self = .unsupported("ASX playlists")
    case "wpl": self = .unsupported("WPL playlists")
    case "cue": self = .unsupported("CUE sheets")
    default: return nil
    }
  }

  private static let largestFile = 16 * 1_024 * 1_024

  /// The entries of the playlist at `path`, as they are written there.
  ///
  /// - Throws: why it cannot be read, or that it has none.
  func entries(of path: FilePath) throws(DecodeError) -> [[UInt8]] {
    if case .unsupported(let name) = self { throw DecodeError("\(name) are not supported yet") }
    let file = try OpenFile(path)
    if file.size > Int64(Self.largestFile) { throw DecodeError("too large for a playlist") }
    let text = Self.withoutByteOrderMark(try file.bytes(at: 0, count: Int(file.size)))
    if text.contains(0) { throw DecodeError("not a playlist: it is not text") }
    let lines = Self.lines(text)
    let entries = self == .pls ? Self.plsEntries(lines) : lines.filter { $0.first != UInt8(ascii: "#") }
    if entries.isEmpty { throw DecodeError("a playlist without entries") }
    return entries
  }

  /// UTF-16 is brought into UTF-8.
  private static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
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

  /// The values of FileN= lines, in the order of N.
  private static func plsEntries(_ lines: [[UInt8]]) -> [[UInt8]] {
    var entries: [(number: Int, value: [UInt8])] = []
    for line in lines {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: line[..<equals], as: UTF8.self).lowercased()
      guard key.hasPrefix("file"), let number = Int(key.dropFirst(4)) else { continue }
      let value = line[(equals + 1)...].drop { $0 == UInt8(ascii: " ") }
      if !value.isEmpty { entries.append((number, Array(value))) }
    }
    return entries.sorted { $0.number < $1.number }.map(\.value)
  }
}
