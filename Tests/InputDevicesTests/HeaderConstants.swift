import Foundation

/// The numbers that a C header defines.
struct HeaderConstants {
  let values: [String: UInt16]

  /// Nil if there is no such header.
  init?(of path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    var values: [String: UInt16] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("#define") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 3 else { continue }
      let isHex = words[2].hasPrefix("0x")
      if let value = isHex ? UInt16(words[2].dropFirst(2), radix: 16) : UInt16(words[2]) {
        values[String(words[1])] = value
      }
    }
    self.values = values
  }
}
