internal import CTagLib

/// A text as it stands in a file.
enum RawText {
  /// In an encoding that the file declares and keeps.
  case text(String)
  /// In one that it does not: ID3v1 and RIFF have no way to, and ID3v2's "Latin-1" mostly means whatever encoding the
  /// machine had. Never ASCII alone.
  case bytes([UInt8])

  /// What TagLib hands over; `isUTF8`: bytes are meant to be UTF-8, and only where they
  /// are not is it open what they are.
  init(_ text: cans_tag_text, isUTF8: Bool = false) {
    let units = UnsafeBufferPointer(start: text.units, count: text.count)
    if units.allSatisfy({ (0..<0x80).contains($0) }) {
      // As nearly all are; the way by UTF-16 is a long one.
      let text = String(unsafeUninitializedCapacity: units.count) { target in
        for (index, unit) in units.enumerated() { target[index] = UInt8(truncatingIfNeeded: unit) }
        return units.count
      }
      self = .text(text)
      return
    }
    guard text.is_bytes else {
      self = .text(String(decoding: units.lazy.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self))
      return
    }
    let bytes = units.map { UInt8(truncatingIfNeeded: $0) }
    if isUTF8, let text = String(validating: bytes, as: UTF8.self) { self = .text(text) } else { self = .bytes(bytes) }
  }

  /// The text, where `encoding` is that of bytes.
  func text(_ encoding: TextEncoding) -> String {
    switch self {
    case .text(let text): text
    case .bytes(let bytes): encoding.text(bytes)
    }
  }

  /// The encoding that the bytes among `texts`, taken together, most likely have.
  static func commonEncoding(of texts: some Sequence<RawText>) -> TextEncoding {
    var all: [UInt8] = []
    for case .bytes(let bytes) in texts { all += bytes + [UInt8(ascii: "\n")] }
    return all.isEmpty ? .utf8 : TextEncoding(of: all)
  }
}
