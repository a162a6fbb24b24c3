internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// A made-up collection of music: artists, albums and tracks in several formats and scripts, with names that are hard
/// to handle among them. The same number makes the same collection.
struct MusicLibrary {
  /// The names of its files, seen from its folder.
  private(set) var names: [[UInt8]] = []

  private var random = SplitMix64(seed: 1)
  private let folder: FilePath
  private let templates: [(ending: String, share: Int, file: TaggedFile)]

  private static let tracksOfAlbum = 12
  private static let albumsOfArtist = 3

  /// Makes it, of so many tracks, in `folder`; small files are encoded in `scratch` first.
  init(tracks: Int, in folder: String, scratch: WorkFolder) throws {
    self.folder = FilePath(folder)
    templates = try Self.templates(scratch)
    let words = Words(&random)
    var artist = ""
    let albums = (tracks + Self.tracksOfAlbum - 1) / Self.tracksOfAlbum
    for album in 0..<albums {
      let made = album * Self.tracksOfAlbum
      try Interruption.check()
      if album % Self.albumsOfArtist == 0 { artist = words.phrase(1...3, &random) }
      let title = words.phrase(1...4, &random)
      let year = Int.random(in: 1955...2025, using: &random)
      let genre = Words.genres.randomElement(using: &random) ?? ""
      for track in 1...min(Self.tracksOfAlbum, tracks - made) {
        let isCompilation = album % 20 == 7
        let tags = TrackTags(
          title: words.phrase(1...5, &random), artist: isCompilation ? words.phrase(1...3, &random) : artist,
          album: title, albumArtist: isCompilation ? "Various Artists" : artist, genre: genre, year: year, track: track,
          disc: 1)
        try add(tags, number: made + track - 1)
      }
    }
    try addTraps()
  }

  private mutating func add(_ tags: TrackTags, number: Int) throws {
    var share = Int.random(in: 0..<100, using: &random)
    let chosen = templates.firstIndex {
      share -= $0.share
      return share < 0
    }
    let template = templates[chosen ?? 0]
    let folders = [tags.albumArtist, "\(tags.year) \(tags.album)"].map { Self.fileName(Array($0.utf8)) }
    var name = Array("\(tags.track < 10 ? "0" : "")\(tags.track) ".utf8) + Self.fileName(Array(tags.title.utf8))
    if number % 50 == 49 { name = Self.hard[number / 50 % Self.hard.count] + Array(" \(number)".utf8) }
    name += Array(".\(template.ending)".utf8)
    // A year may see two albums of a name.
    let path =
      Array(folders.joined(separator: [UInt8(ascii: "/")])) + Array(" \(number / Self.tracksOfAlbum)/".utf8) + name
    names.append(path)
    try write(template.file.bytes(tags), to: path)
  }

  /// What a scan must pass over: a circle of links, a link to nowhere, files that are none, and hidden ones.
  private func addTraps() throws {
    for (target, name) in [(".", "circle"), ("nowhere", "nothing.mp3")] {
      let path = folder.appending(FilePath(name))
      _ = path.withCString { symlink(target, $0) }
    }
    for name in ["broken/text.mp3", "broken/cover.jpg", ".hidden/a.mp3"] {
      try write(Array("no sound".utf8), to: Array(name.utf8))
    }
    try write([], to: Array("broken/empty.flac".utf8))
  }

  /// Writes a file that nobody would miss: without waiting for the disk.
  private func write(_ bytes: [UInt8], to name: [UInt8]) throws {
    let path = folder.appending(FilePath(bytes: name))
    try FileContents.makeFolders(path.folder)
    let descriptor = try retrying("open \(path.text)") {
      path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw BenchError("\(path.text) cannot be written") }
  }

  /// Names that trip programs up: bytes that are no UTF-8, line breaks, blanks, quotes, signs of shells, and length.
  private static let hard: [[UInt8]] = [
    Array("Caf".utf8) + [0xE9], [0xFF, 0xFE, 0x80], Array("two\nlines".utf8), Array(" blanks ".utf8),
    Array("\"quotes' `and` $signs;".utf8), Array("-dash".utf8), [UInt8](repeating: UInt8(ascii: "x"), count: 200),
    Array("🎧 👩‍🎤".utf8), Array("e\u{301}\u{202E}".utf8), Array("100% #1?*".utf8), Array("\u{1B}[31mred".utf8),
  ]

  private static func fileName(_ text: [UInt8]) -> [UInt8] {
    Array(text.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }.prefix(180))
  }

  private static func templates(_ scratch: WorkFolder) throws -> [(ending: String, share: Int, file: TaggedFile)] {
    let source = scratch.place("source.flac")
    try Music.write(to: source, seconds: 1)
    let ffmpeg = "ffmpeg -v error -nostdin -y -i IN -t 0.3 -map_metadata -1"
    let coders = [
      ("mp3", 30, "\(ffmpeg) -b:a 128k OUT"), ("flac", 25, "\(ffmpeg) OUT"),
      ("ogg", 15, "\(ffmpeg) -c:a libvorbis -q:a 3 OUT"), ("m4a", 15, "\(ffmpeg) -fflags +bitexact -c:a aac OUT"),
      ("opus", 12, "\(ffmpeg) -b:a 64k OUT"), ("wav", 3, "\(ffmpeg) -ac 1 OUT"),
    ]
    return try coders.map { ending, share, command in
      let coder = EncoderCommand(command)
      guard coder.isInstalled else { throw BenchError("\(coder.program) is not installed") }
      let file = scratch.place("template.\(ending)")
      try coder.run(source, to: file)
      return (ending, share, TaggedFile(try FileContents.read(FilePath(file)) ?? [], ending: ending))
    }
  }
}

/// Words of no language, in the scripts of several.
private struct Words {
  private let all: [String]

  static let genres = ["Rock", "Jazz", "Classical", "Electronic", "Hip-Hop", "Folk", "Métal", "Enka 演歌", "Schlager"]
  private static let syllables = [
    "ba", "lo", "mi", "re", "tu", "sa", "ne", "ko", "vi", "da", "star", "night", "lo", "ve", "é", "ü", "ña", "gø",
    "ska", "ring", "ther", "an", "in", "on", "house", "blue",
  ]
  private static let others = [
    "東京", "夜の歌", "さくら", "音楽", "Музыка", "Ночь", "любовь", "μουσική", "사랑", "노래", "موسيقى", "Größe", "Ångström",
    "naïve", "Sigur", "Björk", "Motörhead", "L'amour", "AC/DC", "P!nk", "the", "of", "and", "a", "love", "night",
  ]

  init(_ random: inout SplitMix64) {
    let made = (0..<4_000).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.syllables.randomElement(using: &random) ?? "" }
        .joined()
    }
    all = Self.others + made
  }

  /// Some words in a row; the first of the list are frequent, as in any language.
  func phrase(_ count: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      let place = Double.random(in: 0..<1, using: &random)
      let word = all[Int(place * place * place * Double(all.count))]
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }
}
