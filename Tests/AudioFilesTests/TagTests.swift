import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct TagTests {
  private let folder = TemporaryFolder()

  private func tags(_ bytes: [UInt8]) throws -> Tags { try readTags(folder.write(bytes, to: FilePath("tagged"))) }

  @Test func `tags of a WAV in Latin-1 are read`() throws {
    var bytes = wav([1, 2], bits: 16)
    bytes +=
      Array("LIST".utf8) + [18, 0, 0, 0] + Array("INFOINAM".utf8) + [6, 0, 0, 0, 0xDC, 0x62, 0x75, 0x6E, 0x67, 0]
    bytes[4] = UInt8(bytes.count - 8)
    let facts = try readFacts(folder.write(bytes, to: FilePath("tagged.wav")))
    #expect(facts.title == "Übung")
    #expect(facts.length == FrameCount(2))
  }

  @Test func `Vorbis comments are taken whatever their case, and in the order of the file`() throws {
    let comments = ["title=One", "TITLE=Two", "Artist=", "album", "=x", "ALBUM=a=b", "TITLE=One"]
    let tags = try tags(TaggedFile.flac(comments: comments.map { Array($0.utf8) }))
    #expect(tags.texts == [.title: ["One", "Two"], .album: ["a=b"]])
  }

  @Test func `a Vorbis comment that is not UTF-8 is read all the same`() throws {
    let comments = [Array("TITLE=".utf8) + [0xDC, 0x62, 0x75, 0x6E, 0x67], Array("ARTIST=Jürgen".utf8)]
    let tags = try tags(TaggedFile.flac(comments: comments))
    #expect(tags.title == "Übung")
    #expect(tags.artist == "Jürgen")
  }

  @Test func `text comes without blanks and byte order marks around it, and never empty`() throws {
    let frames = TaggedFile.frame("TIT2", [1, 0xFF, 0xFE, 0xFF, 0xFE, 0x41, 0, 0x20, 0, 0, 0])
    let tags = try tags(TaggedFile.id3v2(frames + TaggedFile.frame("TALB", latin1: "  ")))
    #expect(tags.texts == [.title: ["A"]])
  }

  @Test func `what an ID3v1 tag repeats does not count, what it alone says does`() throws {
    let old = TaggedFile.id3v1(title: "A title that is cut off her", artist: "Artist")
    let new = TaggedFile.id3v2(TaggedFile.frame("TIT2", latin1: "A title that is cut off here"))
    let tags = try tags(new + old)
    #expect(tags.texts == [.title: ["A title that is cut off here"], .artist: ["Artist"]])
  }

  @Test func `the numbers of genres become names`() throws {
    let tags = try tags(TaggedFile.id3v2(TaggedFile.frame("TCON", latin1: "(17)(9)Own")))
    #expect(tags.texts == [.genre: ["Rock", "Metal", "Own"]])
  }

  @Test(arguments: [
    ("3/10", 3, 10), ("03", 3, nil), (" 3 / 10 ", 3, 10), ("3/", 3, nil), ("3/x", 3, nil),
    ("9223372036854775807", Int.max, nil),
  ])
  func `places in a row are read`(_ text: String, number: Int, total: Int?) {
    var tags = Tags()
    tags.texts = [.track: [text], .disc: [text]]
    #expect(tags.track == Tags.Place(number: number, total: total))
    #expect(tags.disc == Tags.Place(number: number, total: total))
  }

  @Test(arguments: ["", "x", "90000A", "/3", "9223372036854775808"])
  func `what is no number is no place`(_ text: String) {
    var tags = Tags()
    tags.texts[.track] = [text]
    #expect(tags.track == nil)
  }

  @Test func `the total may stand by itself`() {
    var tags = Tags()
    tags.texts = [.track: ["3"], .trackTotal: ["12"]]
    #expect(tags.track == Tags.Place(number: 3, total: 12))
  }

  @Test(arguments: [
    ("2004", 2_004), ("2014-05-21", 2_014), ("21.05.2014", 2_014), ("2005/06/05", 2_005), ("May 1999", 1_999),
    ("12", nil), ("", nil),
  ])
  func `the year is the first four digits in a row`(_ date: String, year: Int?) {
    var tags = Tags()
    tags.texts[.date] = [date]
    #expect(tags.year == year)
  }

  @Test(arguments: [
    (3, "LCR", "LRC"), (4, "LRlr", "LRlr"), (5, "LCRlr", "LRClr"), (6, "LCRlrE", "LRCElr"), (7, "LCRstbE", "LRCEbst"),
    (8, "LCRstlrE", "LRCElrst"),
  ])
  func `channels of Vorbis come in the order of WAV`(channels: Int, vorbis: String, wav: String) {
    // L, C, R: front; l, r: back; s, t: side left and right; b: back centre; E: effects.
    var samples = vorbis.unicodeScalars.map { Float($0.value) }
    let order = ChannelOrder(vorbisChannels: channels)
    #expect((0..<channels).map { samples[order[$0]] } == wav.unicodeScalars.map { Float($0.value) })
    samples.withUnsafeMutableBufferPointer { order.apply(to: $0.baseAddress!, frames: 1) }
    #expect(samples == wav.unicodeScalars.map { Float($0.value) })
  }
}
