/// A small encoded file that is made many by giving it other tags.
enum TaggedFile {
  case flac(head: [UInt8], sound: [UInt8])
  case mpeg(sound: [UInt8])
  case ogg(OggTemplate)
  case mp4(head: [UInt8], movie: [UInt8])
  case wav(chunks: [UInt8])

  /// The file in `bytes`, whose tags are forgotten.
  init(_ bytes: [UInt8], ending: String) {
    switch ending {
    case "flac":
      var place = 4
      while bytes[place] & 0x80 == 0 { place += 4 + Self.size(bytes, place + 1, 3) }
      place += 4 + Self.size(bytes, place + 1, 3)
      self = .flac(head: Array(bytes[..<42]), sound: Array(bytes[place...]))
    case "mp3":
      let isTagged = bytes.starts(with: "ID3".utf8)
      let size = isTagged ? 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) } : 0
      self = .mpeg(sound: Array(bytes[size...]))
    case "m4a":
      var (head, movie, place) = ([UInt8](), [UInt8](), 0)
      while place < bytes.count {
        let size = Self.size(bytes, place, 4)
        let contents = bytes[place..<place + size]
        if contents.dropFirst(4).starts(with: "moov".utf8) {
          movie = Self.withoutUserData(Array(contents.dropFirst(8)))
        } else {
          head += contents
        }
        place += size
      }
      self = .mp4(head: head, movie: movie)
    case "wav": self = .wav(chunks: Array(bytes[12...]))
    default: self = .ogg(OggTemplate(bytes))
    }
  }

  /// The file with these tags.
  func bytes(_ tags: TrackTags) -> [UInt8] {
    switch self {
    case .flac(let head, let sound):
      let comments = tags.vorbisComments
      return head[..<4] + [head[4] & 0x7F] + head[5...] + [0x84] + big(comments.count, 3) + comments + sound
    case .mpeg(let sound): return tags.id3 + sound
    case .ogg(let template): return template.bytes(tags.vorbisComments)
    case .mp4(let head, let movie): return head + box(Array("moov".utf8), movie + tags.userData)
    case .wav(let chunks):
      let tag = tags.id3
      let body = chunks + Array("id3 ".utf8) + little(tag.count, 4) + tag + [UInt8](repeating: 0, count: tag.count % 2)
      return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WAVE".utf8) + body
    }
  }

  private static func withoutUserData(_ movie: [UInt8]) -> [UInt8] {
    var (kept, place) = ([UInt8](), 0)
    while place < movie.count {
      let size = size(movie, place, 4)
      if !movie.dropFirst(place + 4).starts(with: "udta".utf8) { kept += movie[place..<place + size] }
      place += size
    }
    return kept
  }

  private static func size(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A file of Vorbis or Opus in Ogg: its first page, what follows the comments on the second one, and the rest.
struct OggTemplate {
  private let first: [UInt8]
  private let second: [UInt8]
  private let packets: [[UInt8]]
  private let rest: [UInt8]
  private let isVorbis: Bool

  private static let headerSize = 27

  init(_ bytes: [UInt8]) {
    let start = Self.end(of: bytes, at: 0)
    first = Array(bytes[..<start])
    second = Array(bytes[start..<start + Self.headerSize])
    let table = bytes[(start + Self.headerSize)...].prefix(Int(bytes[start + 26]))
    var packets: [[UInt8]] = [[]]
    var place = table.endIndex
    for lacing in table {
      packets[packets.count - 1] += bytes[place..<place + Int(lacing)]
      place += Int(lacing)
      if lacing < 255 { packets.append([]) }
    }
    self.packets = Array(packets.dropFirst().dropLast())
    rest = Array(bytes[place...])
    isVorbis = first.dropFirst(Self.headerSize + 2).starts(with: "vorbis".utf8)
  }

  /// The file with these comments, which fit on its second page.
  func bytes(_ comments: [UInt8]) -> [UInt8] {
    let packet = isVorbis ? [3] + Array("vorbis".utf8) + comments + [1] : Array("OpusTags".utf8) + comments
    var (table, body) = ([UInt8](), [UInt8]())
    for packet in [packet] + packets {
      table += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
      body += packet
    }
    var page = second
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    page[26] = UInt8(table.count)
    page += table + body
    page.replaceSubrange(22..<26, with: little(Int(Self.checksum(page)), 4))
    return first + page + rest
  }

  private static func end(of bytes: [UInt8], at place: Int) -> Int {
    let table = bytes[(place + headerSize)...].prefix(Int(bytes[place + 26]))
    return table.endIndex + table.reduce(0) { $0 + Int($1) }
  }

  /// CRC-32 of RFC 3533: the highest bit first, from 0 on.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0 as UInt32) { $0 << 8 ^ table[Int(UInt8($0 >> 24) ^ $1)] }
  }

  private static let table = (0..<256 as Range<UInt32>).map { index in
    (0..<8).reduce(index << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
  }
}
