/// What an entry of a playlist points to.
struct PlaylistEntry: Equatable {
  /// The entry as it is written.
  let written: [UInt8]
  /// Whether it is something on the network.
  let isStream: Bool
  /// The ways to read a local entry as a path, the likeliest first; empty for a stream. Playlists do not say in which
  /// encoding they are, nor whether they come from Windows, so only looking which file exists decides.
  let candidates: [[UInt8]]

  /// Reads `entry` as it is written in the playlist; `otherwise` is the same in the encoding that the playlist seems to
  /// have. `isAddress`: in this kind of playlist it should be a URI, and often is not.
  init(_ entry: [UInt8], otherwise: [UInt8]? = nil, isAddress: Bool = false) {
    written = entry
    let scheme = Self.scheme(of: entry)
    isStream = scheme != nil && scheme != "file"
    if isStream {
      candidates = []
    } else if scheme == "file" {
      let path = entry[("file://".utf8.count)...]
      // A host, "localhost" or none, stands before the path.
      let absolute = path.firstIndex(of: UInt8(ascii: "/")).map { path[$0...] } ?? path
      candidates = Self.readings(of: [Self.percentDecoded(absolute)])
    } else {
      let plain = isAddress ? [Self.percentDecoded(entry[...]), entry] : [entry]
      candidates = Self.readings(of: plain + (otherwise.map { [$0] } ?? []))
    }
  }

  private static func scheme(of entry: [UInt8]) -> String? {
    guard let colon = entry.firstIndex(of: UInt8(ascii: ":")), entry[colon...].starts(with: "://".utf8), colon > 0
    else {
      return nil
    }
    let name = String(decoding: entry[..<colon], as: UTF8.self).lowercased()
    return name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) } ? name : nil
  }

  private static func readings(of paths: [[UInt8]]) -> [[UInt8]] {
    var readings = paths
    for path in paths { if let other = otherEncoding(of: path) { readings.append(other) } }
    if paths.contains(where: { $0.contains(UInt8(ascii: "\\")) }) {
      readings += readings.map { $0.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 } }
    }
    return readings
  }

  /// UTF-8 as Latin-1 and anything else as if it were Latin-1 to be written in UTF-8; nil where that changes nothing
  /// or cannot be done.
  private static func otherEncoding(of path: [UInt8]) -> [UInt8]? {
    if path.allSatisfy({ $0 < 0x80 }) { return nil }
    guard let text = String(validating: path, as: UTF8.self) else {
      return Array(TextEncoding.windows1252.text(path).utf8)
    }
    let scalars = text.unicodeScalars
    return scalars.allSatisfy { $0.value <= 0xFF } ? scalars.map { UInt8($0.value) } : nil
  }

  private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }
}
