/// The tags of a generated track, in the forms that formats keep them.
struct TrackTags {
  let title: String
  let artist: String
  let album: String
  let albumArtist: String
  let genre: String
  let year: Int
  let track: Int
  let disc: Int

  /// By the names of Vorbis comments.
  private var fields: [(name: String, value: String)] {
    [
      ("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("ALBUMARTIST", albumArtist), ("GENRE", genre),
      ("DATE", "\(year)"), ("TRACKNUMBER", "\(track)"), ("DISCNUMBER", "\(disc)"),
    ]
  }

  /// A block of Vorbis comments (Vorbis I, 5.2.1), without its framing bit.
  var vorbisComments: [UInt8] {
    let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
    return little(4, 4) + Array("cans".utf8) + little(texts.count, 4) + texts.flatMap { little($0.count, 4) + $0 }
  }

  /// A tag of ID3v2.4 in UTF-8.
  var id3: [UInt8] {
    let names = ["TIT2", "TPE1", "TALB", "TPE2", "TCON", "TDRC", "TRCK", "TPOS"]
    let frames = zip(names, fields).flatMap { name, field -> [UInt8] in
      let text = [3] + Array(field.value.utf8)
      return Array(name.utf8) + synchsafe(text.count) + [0, 0] + text
    }
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.count) + frames
  }

  /// The box "udta" of an MP4 file.
  var userData: [UInt8] {
    let texts = [("©nam", title), ("©ART", artist), ("©alb", album), ("aART", albumArtist), ("©gen", genre)]
    var items = (texts + [("©day", "\(year)")]).flatMap { name, value in
      box(latin(name), box(Array("data".utf8), [0, 0, 0, 1, 0, 0, 0, 0] + Array(value.utf8)))
    }
    for (name, number) in [("trkn", track), ("disk", disc)] {
      let pair = [0, 0] + big(number, 2) + [0, 0, 0, 0]
      items += box(latin(name), box(Array("data".utf8), [UInt8](repeating: 0, count: 8) + pair))
    }
    let handler = [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)
    let list = box(latin("hdlr"), handler) + box(latin("ilst"), items)
    return box(latin("udta"), box(latin("meta"), [0, 0, 0, 0] + list))
  }

  private func latin(_ name: String) -> [UInt8] { name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
  private func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }
}

/// A box of an MP4 file.
func box(_ type: [UInt8], _ contents: [UInt8]) -> [UInt8] { big(contents.count + 8, 4) + type + contents }

/// `number` in so many bytes, the highest first.
func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

/// `number` in so many bytes, the lowest first.
func little(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
