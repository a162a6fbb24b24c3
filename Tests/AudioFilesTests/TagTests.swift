import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct TagTests {
  private func text(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { tagText($0) } }

  @Test func `text is UTF-8, or else Latin-1, up to a zero and without blanks around it`() {
    #expect(text(Array("  Übung \u{0}rest".utf8)) == "Übung")
    #expect(text([0xDC, 0x62, 0x75, 0x6E, 0x67]) == "Übung")
    #expect(text([0x20, 0x20, 0]) == nil)
    #expect(text([]) == nil)
  }

  @Test func `Vorbis comments are taken whatever their case, the first of a name counts`() {
    var tags = Tags()
    for comment in ["title=One", "TITLE=Two", "Artist=", "album", "=x", "ALBUM=a=b"] {
      Array(comment.utf8).withUnsafeBytes { tags.takeVorbisComment($0) }
    }
    #expect(tags == Tags(title: "One", artist: nil, album: "a=b"))
  }

  @Test func `tags of a WAV in Latin-1 are read`() throws {
    let folder = TemporaryFolder()
    var bytes = wav([1, 2], bits: 16)
    bytes +=
      Array("LIST".utf8) + [18, 0, 0, 0] + Array("INFOINAM".utf8) + [6, 0, 0, 0, 0xDC, 0x62, 0x75, 0x6E, 0x67, 0]
    bytes[4] = UInt8(bytes.count - 8)
    let facts = try readFacts(folder.write(bytes, to: FilePath("tagged.wav")))
    #expect(facts.title == "Übung")
    #expect(facts.length == FrameCount(2))
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
