/// What an entry of a playlist points to.
enum PlaylistEntry: Equatable {
  /// Something on the network.
  case stream
  /// A local file: the ways to read the entry as a path, the likeliest first. Playlists do not say in which encoding
  /// they are, nor whether they come from Windows, so only looking which file exists decides.
  case paths([[UInt8]])

  /// Reads `entry` as it is written in the playlist.
  init(_ entry: [UInt8]) {
    guard let scheme = Self.scheme(of: entry) else {
      self = .paths(Self.readings(of: entry))
      return
    }
    guard scheme == "file" else {
      self = .stream
      return
    }
    var path = entry[("file://".utf8.count)...]
    // A host, "localhost" or none, stands before the path.
    path = path.firstIndex(of: UInt8(ascii: "/")).map { path[$0...] } ?? path
    self = .paths(Self.readings(of: Self.percentDecoded(path)))
  }

  private static func scheme(of entry: [UInt8]) -> String? {
    guard let colon = entry.firstIndex(of: UInt8(ascii: ":")), entry[colon...].starts(with: "://".utf8), colon > 0
    else {
      return nil
    }
    let name = String(decoding: entry[..<colon], as: UTF8.self).lowercased()
    return name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) } ? name : nil
  }

  private static func readings(of path: [UInt8]) -> [[UInt8]] {
    var readings = [path]
    if let other = otherEncoding(of: path) { readings.append(other) }
    if path.contains(UInt8(ascii: "\\")) {
      readings += readings.map { $0.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 } }
    }
    return readings
  }

  /// UTF-8 as Latin-1 and anything else as if it were Latin-1 to be written in UTF-8; nil where that changes nothing
  /// or cannot be done.
  private static func otherEncoding(of path: [UInt8]) -> [UInt8]? {
    if path.allSatisfy({ $0 < 0x80 }) { return nil }
    guard let text = String(validating: path, as: UTF8.self) else {
      return path.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
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
