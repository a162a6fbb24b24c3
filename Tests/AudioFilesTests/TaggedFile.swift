/// Files that are little more than their tags.
enum TaggedFile {
  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (1...count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - $0))) }
  }

  private static func little(_ value: Int) -> [UInt8] { big(value, 4).reversed() }

  /// A FLAC file without sound whose comments these are; `count`: how many it claims.
  static func flac(comments: [[UInt8]], count: Int? = nil, blocks: [(type: UInt8, bytes: [UInt8])] = []) -> [UInt8] {
    var block = little(4) + Array("cans".utf8) + little(count ?? comments.count)
    for comment in comments { block += little(comment.count) + comment }
    // 44.1 kHz, two channels, 16 bits, of unknown length.
    let info = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0] + [UInt8](repeating: 0, count: 20)
    var bytes = Array("fLaC".utf8) + [0] + big(34, 3) + info
    for (type, content) in blocks { bytes += [type] + big(content.count, 3) + content }
    return bytes + [0x84] + big(block.count, 3) + block
  }

  /// A frame of ID3v2.3.
  static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(content.count, 4) + [0, 0] + content
  }

  /// A text frame that says it is Latin-1.
  static func frame(_ name: String, latin1 text: String) -> [UInt8] { frame(name, [0] + Array(text.utf8)) }

  /// An ID3v2.3 tag with these frames; `size`: how long it claims to be.
  static func id3v2(_ frames: [UInt8], size: Int? = nil) -> [UInt8] {
    let size = size ?? frames.count
    return Array("ID3".utf8) + [3, 0, 0] + (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7F) } + frames
  }

  /// An ID3v1 tag.
  static func id3v1(title: [UInt8], artist: [UInt8], album: [UInt8] = []) -> [UInt8] {
    func field(_ bytes: [UInt8]) -> [UInt8] {
      Array(bytes.prefix(30)) + [UInt8](repeating: 0, count: 30 - min(bytes.count, 30))
    }
    return Array("TAG".utf8) + field(title) + field(artist) + field(album) + [UInt8](repeating: 0, count: 34) + [0xFF]
  }

  /// An ID3v1 tag of ASCII.
  static func id3v1(title: String, artist: String) -> [UInt8] {
    id3v1(title: Array(title.utf8), artist: Array(artist.utf8))
  }

  /// An APEv2 tag of texts, with its footer.
  static func ape(_ items: KeyValuePairs<String, String>, size: Int? = nil) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value) in items {
      body += little(value.utf8.count) + little(0)
      body += Array(name.utf8) + [0] + Array(value.utf8)
    }
    var footer = Array("APETAGEX".utf8)
    for number in [2_000, size ?? body.count + 32, items.count, 0, 0, 0] { footer += little(number) }
    return body + footer
  }

  /// An element of Matroska.
  static func element(_ identifier: Int, _ contents: [UInt8]...) -> [UInt8] {
    let content = contents.flatMap(\.self)
    let width = max(1, (identifier.bitWidth - identifier.leadingZeroBitCount + 7) / 8)
    return big(identifier, width) + [0x08] + big(content.count, 4) + content
  }

  /// A box of MP4.
  static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let content = contents.flatMap(\.self)
    return big(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// A box of MP4 with version and flags of zero, and these numbers of four bytes.
  static func table(_ type: String, _ numbers: [Int]) -> [UInt8] {
    box(type, [0, 0, 0, 0], numbers.flatMap { big($0, 4) })
  }
}
