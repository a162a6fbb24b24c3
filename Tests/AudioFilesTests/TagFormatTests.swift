import PlayerCore
import Testing

@testable import AudioFiles

/// What each format keeps in its own way: pictures, lyrics, chapters and cue sheets.
struct TagFormatTests {
  private let folder = TemporaryFolder()

  private func tags(_ bytes: [UInt8]) throws -> Tags { try readTags(folder.write(bytes, to: FilePath("tagged"))) }

  private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds, timescale: 1_000) }

  @Test func `lyrics with times`() throws {
    let lines: [UInt8] = Array("One\0".utf8) + [0, 0, 3, 0xE8] + Array("Two\0".utf8) + [0, 0, 7, 0xD0]
    let frame = TaggedFile.frame("SYLT", [0] + Array("eng".utf8) + [2, 1, 0] + lines)
    let expected = [Lyrics.Line(start: time(1_000), text: "One"), Lyrics.Line(start: time(2_000), text: "Two")]
    let tags = try tags(TaggedFile.id3v2(frame))
    #expect(tags.lyrics == [Lyrics(language: "eng", words: .timed(expected))])
  }

  @Test func `lyrics without times, of every language`() throws {
    let english = TaggedFile.frame("USLT", [0] + Array("eng\0Hello".utf8))
    let unknown = TaggedFile.frame("USLT", [0] + Array("XXX\0Hallo".utf8))
    let tags = try tags(TaggedFile.id3v2(english + unknown))
    #expect(
      tags.lyrics == [
        Lyrics(language: "eng", words: .plain("Hello")), Lyrics(language: nil, words: .plain("Hallo")),
      ])
  }

  @Test func `lyrics and chapters of Vorbis comments are no texts any more`() throws {
    let comments = [
      "LYRICS=Hello", "CHAPTER002=00:01:00.5", "CHAPTER002NAME=Two", "CHAPTER001=00:00:00.000", "CHAPTERS=none",
      "CHAPTER003=soon",
    ]
    let tags = try tags(TaggedFile.flac(comments: comments.map { Array($0.utf8) }))
    #expect(tags.lyrics == [Lyrics(language: nil, words: .plain("Hello"))])
    #expect(
      tags.chapters == [
        Chapter(start: time(0), end: nil, title: nil), Chapter(start: time(60_500), end: nil, title: "Two"),
      ])
    #expect(Set(tags.texts.keys.map(\.rawValue)) == ["CHAPTERS", "CHAPTER003"])
  }

  @Test func `a cue sheet as text`() throws {
    let sheet = "FILE \"x.wav\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00"
    #expect(try tags(TaggedFile.flac(comments: [Array("cuesheet=\(sheet)".utf8)])).cueSheet == sheet)
    #expect(try tags(TaggedFile.ape(["Cuesheet": sheet])).cueSheet == sheet)
  }

  @Test func `a track of texts names the chapters of an MP4 file`() throws {
    func sample(_ text: [UInt8]) -> [UInt8] { [0, UInt8(text.count)] + text }
    let texts = [sample(Array("One".utf8)), sample(Array("Zweite Übung".utf8)), sample([0xFE, 0xFF, 0x30, 0x42])]
    let start = TaggedFile.box("ftyp", Array("M4A ".utf8)) + TaggedFile.box("mdat", texts.flatMap(\.self))
    let (first, third) = (20, 20 + texts[0].count + texts[1].count)
    let table = TaggedFile.box(
      "stbl", TaggedFile.table("stts", [2, 2, 1_500, 1, 500]), TaggedFile.table("stsc", [2, 1, 2, 1, 2, 1, 1]),
      TaggedFile.table("stsz", [0, 3] + texts.map(\.count)), TaggedFile.table("stco", [2, first, third]))
    let media = TaggedFile.box("mdia", TaggedFile.table("mdhd", [0, 0, 1_000]), TaggedFile.box("minf", table))
    let reference = TaggedFile.box("tref", TaggedFile.box("chap", [0, 0, 0, 2]))
    let sound = TaggedFile.box("trak", TaggedFile.table("tkhd", [0, 0, 1]), reference)
    let movie = TaggedFile.box("moov", sound, TaggedFile.box("trak", TaggedFile.table("tkhd", [0, 0, 2]), media))
    let chapters = try tags(start + movie).chapters
    #expect(chapters.map(\.title) == ["One", "Zweite Übung", "あ"])
    #expect(chapters.map(\.start) == [time(0), time(1_500), time(3_000)])
  }

  @Test func `Matroska keeps tags of the album and of the track, before or behind the sound`() throws {
    func simple(_ name: String, _ value: String) -> [UInt8] {
      TaggedFile.element(
        0x67C8, TaggedFile.element(0x45A3, Array(name.utf8)), TaggedFile.element(0x4487, Array(value.utf8)))
    }
    func tag(_ level: UInt8, _ texts: [UInt8]...) -> [UInt8] {
      TaggedFile.element(0x7373, TaggedFile.element(0x63C0, TaggedFile.element(0x68CA, [level])), texts.flatMap(\.self))
    }
    let album = tag(50, simple("TITLE", "Album"), simple("ARTIST", "Band"), simple("TOTAL_PARTS", "9"))
    let track = tag(30, simple("TITLE", "Title"), simple("PART_NUMBER", "2"), simple("REPLAYGAIN_TRACK_GAIN", "-3 dB"))
    let parts = TaggedFile.element(0x1254_C367, album, track)
    let chapter = TaggedFile.element(
      0xB6, TaggedFile.element(0x91, [0x3B, 0x9A, 0xCA, 0x00]),
      TaggedFile.element(0x80, TaggedFile.element(0x85, [0x41])))
    let chapters = TaggedFile.element(0x1043_A770, TaggedFile.element(0x45B9, chapter))
    let cover = TaggedFile.element(
      0x61A7, TaggedFile.element(0x466E, Array("cover.png".utf8)), TaggedFile.element(0x4660, Array("image/png".utf8)),
      TaggedFile.element(0x465C, [1, 2, 3]))
    let front = TaggedFile.element(0x1941_A469, cover) + chapters
    let sound = TaggedFile.element(0x1F43_B675, [0, 0, 0])
    func seek(_ position: Int) -> [UInt8] {
      let place = TaggedFile.element(0x53AC, [UInt8(position >> 8), UInt8(position & 0xFF)])
      return TaggedFile.element(0x114D_9B74, TaggedFile.element(0x4DBB, place))
    }
    let table = seek(seek(0).count + front.count + sound.count)
    let segment = TaggedFile.element(0x1853_8067, table, front, sound, parts)
    let tags = try tags(TaggedFile.element(0x1A45_DFA3, [0]) + segment)
    #expect(
      tags.texts == [
        .album: ["Album"], .albumArtist: ["Band"], .trackTotal: ["9"], .title: ["Title"], .track: ["2"],
        .trackGain: ["-3 dB"],
      ])
    #expect(tags.replayGain == ReplayGainFacts(trackGain: -3))
    #expect(tags.chapters == [Chapter(start: MediaTime(1_000_000_000, timescale: 1_000_000_000), end: nil, title: "A")])
    #expect(tags.pictures == [Picture(kind: .frontCover, mimeType: "image/png", description: "", bytes: [1, 2, 3])])
  }

  @Test func `a picture says what it is where its tag does not`() throws {
    // GIF89a of 3 × 2 pixels.
    let gif = Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0]
    let frame = TaggedFile.frame("APIC", [0, 0, 4] + Array("back\0".utf8) + gif)
    let picture = try #require(tags(TaggedFile.id3v2(frame)).pictures.first)
    #expect(picture == Picture(kind: .init(rawValue: 4), mimeType: "image/gif", description: "back", bytes: gif))
    #expect(picture.size == PixelSize(width: 3, height: 2))
    #expect(picture.kind.text == "back cover")
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"),
    arguments: [
      ("pillow-hopper.webp", "image/webp", 128, 128), ("pillow-dispose_bgnd.gif", "image/gif", 100, 100),
      ("pillow-hopper_orientation_6.jpg", "image/jpeg", 128, 128),
      ("pillow-pil_sample_cmyk.jpg", "image/jpeg", 100, 100),
      ("atl-big.jpg", "image/jpeg", 4_608, 2_592),
    ])
  func `the size of images is read`(_ name: String, _ type: String, width: Int, height: Int) throws {
    let image = bytesOfFile(FilePath(Corpus.folder! + "/art/" + name))
    let frame = TaggedFile.frame("APIC", [0, 0, 3, 0] + image)
    let picture = try #require(tags(TaggedFile.id3v2(frame)).pictures.first)
    #expect(picture.mimeType == type)
    #expect(picture.size == PixelSize(width: width, height: height))
  }

  @Test(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"))
  func `chapters of ID3v2 and of Nero`() throws {
    let chapters = try readTags(FilePath(Corpus.folder! + "/tags/id3/mm-chapters.mp3")).chapters
    #expect(chapters.map(\.title) == ["Introduction", "New chapter", "Chapter 1"])
    #expect(chapters.map(\.start) == [time(0), time(1_000), time(2_000)])
    #expect(chapters.map(\.end) == [time(1_000), time(2_000), time(2_025)])
    let nero = try readTags(FilePath(Corpus.folder! + "/tags/mp4/mutagen-nero-chapters.m4b")).chapters
    #expect(nero.count == 112)
    #expect(nero.first?.start == MediaTime(0, timescale: 10_000_000))
  }
}
