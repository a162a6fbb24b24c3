/// The words that a file says about itself.
struct Tags: Equatable {
  /// The track's title.
  var title: String?
  /// The performer.
  var artist: String?
  /// The album.
  var album: String?

  /// Takes a Vorbis comment, "NAME=value", if it is one of ours and the first of its name.
  mutating func takeVorbisComment(_ comment: UnsafeRawBufferPointer) {
    guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { return }
    let value = tagText(UnsafeRawBufferPointer(rebasing: comment[(equals + 1)...]))
    switch String(decoding: comment[..<equals], as: UTF8.self).uppercased() {
    case "TITLE": title = title ?? value
    case "ARTIST": artist = artist ?? value
    case "ALBUM": album = album ?? value
    default: break
    }
  }
}

/// The text in `bytes` up to the first zero, without blanks around it; nil if nothing is left. Bytes that are not UTF-8
/// are taken for Latin-1, which is what old files without a declared encoding hold most often.
func tagText(_ bytes: UnsafeRawBufferPointer) -> String? {
  let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
  let field = bytes.prefix { $0 != 0 }.drop(while: isBlank)
  guard let last = field.lastIndex(where: { !isBlank($0) }) else { return nil }
  let text = field[...last]
  return String(validating: text, as: UTF8.self)
    ?? String(String.UnicodeScalarView(text.lazy.map { Unicode.Scalar($0) }))
}
