import AudioFiles
import PlayerCore
import Testing

/// The tags of every sound file of the corpus against its manifest.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct TagCorpusTests {
  /// Cells of the manifest that are not what this program shows, and why.
  static let differences: [String: (columns: Set<String>, reason: String)] = [
    "tags/id3/tinytag-chinese_id3.mp3": (
      ["title", "artist", "album", "albumartist"], "the manifest has the bytes as Latin-1, its notes the text"
    ),
    "tags/id3/dhowden-sample_ms932_v1.1.mp3": (
      ["title", "artist", "album"], "the manifest has the bytes as Latin-1, its notes the text"
    ),
    "tags/id3/taglib-duplicate_id3v2.mp3": (
      ["track", "disc", "albumartist", "date", "covers"], "of two tags in a row the first counts"
    ),
    "decode/flac/tinytag-with_id3_header.flac": (["disc", "covers"], "the ID3v2 tag of a FLAC file counts, too"),
    "decode/opus/mm-02-Poxfil-Solid_Ground_5_sec.opus.webm": (
      ["track", "date"], "names of Matroska's own count, too: the track's number stands there twice"
    ),
    "tags/mp4/taglib-non-full-meta.m4a": (["covers"], "what FFmpeg alone finds is described otherwise"),
    "broken/taglib-infloop.m4a": (["chapters"], "no other program finds Nero's one chapter in it"),
  ]

  static let columns: KeyValuePairs<String, TagName> = [
    "title": .title, "artist": .artist, "album": .album, "track": .track, "disc": .disc, "albumartist": .albumArtist,
    "date": .date,
  ]

  private func isShown(_ column: String, of file: CorpusFile) -> Bool {
    Self.differences[file.path]?.columns.contains(column) != true
  }

  static let files = Corpus.sounds.filter { $0.path != "broken/mutagen-emptyfile.mp3" }

  @Test(arguments: files)
  func `texts are all that the manifest knows, each once`(_ file: CorpusFile) throws {
    let tags = try readTags(file.file)
    for (column, name) in Self.columns where isShown(column, of: file) {
      var values = file[column].components(" | ").filter { !$0.hasPrefix("…") }
      var known: Set<String> = []
      values.removeAll { !known.insert($0).inserted }
      #expect(tags.texts[name] ?? [] == values, "\(column)")
    }
  }

  @Test(arguments: Corpus.sounds.filter { !$0["replaygain"].isEmpty })
  func `loudness is what the manifest says`(_ file: CorpusFile) throws {
    var expected = ReplayGainFacts()
    for part in file["replaygain"].components("; ") {
      let pair = part.components("=")
      let number = Double(pair[1].components(" ")[0])
      switch pair[0] {
      case "track_gain": expected.trackGain = number
      case "track_peak": expected.trackPeak = number
      case "album_gain": expected.albumGain = number
      default: expected.albumPeak = number
      }
    }
    #expect(readReplayGain(file.file) == expected)
  }

  @Test(arguments: files.filter { !$0["covers"].isEmpty })
  func `pictures are those of the manifest`(_ file: CorpusFile) throws {
    guard isShown("covers", of: file) else { return }
    let found = try readTags(file.file).pictures.map { picture in
      let kind = picture.mimeType.components("/").last!.uppercased()
      let size = picture.size.map { "\($0.width)x\($0.height)" } ?? "?"
      return "\(kind) \(size) \(picture.bytes.count) B type \(picture.kind.rawValue)"
    }
    let expected = file["covers"].components("; ").map { Self.otherPictures[$0] ?? $0 }
    #expect(found == (expected == ["none"] ? [] : expected))
  }

  /// Cells on pictures that other programs could not say all about.
  static let otherPictures = ["UnidentifiedImageError ? 9 B type 4": "JPEG ? 9 B type 4"]

  @Test(arguments: files.filter { Int($0["chapters"]) != nil })
  func `chapters are as many as the manifest says`(_ file: CorpusFile) throws {
    guard isShown("chapters", of: file) else { return }
    let chapters = try readTags(file.file).chapters
    #expect(chapters.count == Int(file["chapters"]))
  }
}
