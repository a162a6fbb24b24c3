internal import Glibc

extension TextEncoding {
  /// The text in `bytes`, without a byte order mark. What cannot be read appears as U+FFFD.
  func text(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .utf8:
      String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    case .utf16(let isBigEndian):
      Self.utf16(Array(bytes), isBigEndian: isBigEndian)
    case .windows1252:
      String(String.UnicodeScalarView(bytes.lazy.map(Self.windows1252)))
    case .named(let name):
      if let converter = Converter(from: name, to: "UTF-8") {
        String(decoding: converter.convert(Array(bytes)), as: UTF8.self)
      } else {
        Self.windows1252.text(bytes)
      }
    }
  }

  /// `text` as it stands in a file of this encoding, for names on a disk from where that encoding was in use; nil where
  /// it has other characters, or the encoding is not one of bytes.
  func bytes(_ text: String) -> [UInt8]? {
    switch self {
    case .utf8: return Array(text.utf8)
    case .utf16: return nil
    case .windows1252, .named:
      let name = if case .named(let name) = self { name } else { "WINDOWS-1252" }
      guard let converter = Converter(from: "UTF-8", to: name) else { return nil }
      let bytes = converter.convert(Array(text.utf8))
      return self.text(bytes) == text ? bytes : nil
    }
  }

  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return windows1252Specials[Int(byte) - 0x80]
  }

  /// What 0x80 to 0x9F are in Windows-1252; the five that are not used stay what they are in Latin-1.
  private static let windows1252Specials = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// The text in `bytes`, whose encoding is not known.
func text(ofUnknownEncoding bytes: some Collection<UInt8>) -> String { TextEncoding(of: bytes).text(bytes) }

/// A conversion of iconv(3), from glibc's own tables.
private struct Converter: ~Copyable {
  private let descriptor: iconv_t

  /// nil where this system does not know one of the encodings.
  init?(from source: String, to target: String) {
    descriptor = iconv_open(target, source)
    if Int(bitPattern: descriptor) == -1 { return nil }
  }

  deinit { iconv_close(descriptor) }

  /// `bytes` in the other encoding; each byte that means nothing becomes U+FFFD in UTF-8.
  func convert(_ bytes: [UInt8]) -> [UInt8] {
    var source = bytes.map { CChar(bitPattern: $0) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    source.withUnsafeMutableBufferPointer { source in
      var rest = source.baseAddress
      var left = source.count
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { block in
        while left > 0 {
          var room = block.baseAddress
          var roomLeft = block.count
          let outcome = iconv(descriptor, &rest, &left, &room, &roomLeft)
          let reason = errno
          result += block[..<(block.count - roomLeft)].map { UInt8(bitPattern: $0) }
          guard outcome == -1, reason != E2BIG, left > 0 else { continue }
          result += "\u{FFFD}".utf8
          rest! += 1
          left -= 1
        }
      }
    }
    return result
  }
}
