import AudioFiles
import PlayerCore
import Testing

/// What the formats say about loudness, in one unit.
struct ReplayGainTagTests {
  private let folder = TemporaryFolder()

  private func gain(_ bytes: [UInt8]) throws -> ReplayGainFacts? {
    let path = folder.write(bytes, to: FilePath("tagged"))
    #expect(try readTags(path).replayGain == readReplayGain(path))
    return readReplayGain(path)
  }

  private func flac(_ comments: String...) -> [UInt8] { TaggedFile.flac(comments: comments.map { Array($0.utf8) }) }

  @Test func `Vorbis comments, in any case`() throws {
    let bytes = flac(
      "replaygain_track_gain=-7.89 dB", "ReplayGain_Track_Peak=0.5", "REPLAYGAIN_ALBUM_GAIN=+1.5 dB",
      "REPLAYGAIN_ALBUM_PEAK=1.25")
    #expect(
      try gain(bytes) == ReplayGainFacts(trackGain: -7.89, trackPeak: 0.5, albumGain: 1.5, albumPeak: 1.25))
  }

  @Test func `R128 tags are brought to ReplayGain's reference`() throws {
    let bytes = flac("R128_TRACK_GAIN=-1280", "R128_ALBUM_GAIN=128", "REPLAYGAIN_TRACK_GAIN=9 dB")
    #expect(try gain(bytes) == ReplayGainFacts(trackGain: 0, albumGain: 5.5))
  }

  @Test func `texts of one's own in ID3v2, and its frame for loudness`() throws {
    let text = TaggedFile.frame("TXXX", latin1: "rEPLAYGAIN_track_gAIN\0-3.25 dB")
    #expect(try gain(TaggedFile.id3v2(text)) == ReplayGainFacts(trackGain: -3.25))
    // Master volume, -512 × 1/512 dB, no peak.
    let frame = TaggedFile.frame("RVA2", Array("album\0".utf8) + [1, 0xFE, 0, 0])
    #expect(try gain(TaggedFile.id3v2(frame)) == ReplayGainFacts(albumGain: -1))
  }

  @Test func `APE tags, as mp3gain writes them`() throws {
    let tag = TaggedFile.ape(["REPLAYGAIN_TRACK_GAIN": "-2.100000 dB", "REPLAYGAIN_TRACK_PEAK": "0.921875"])
    #expect(try gain(tag) == ReplayGainFacts(trackGain: -2.1, trackPeak: 0.921875))
    #expect(try gain(tag + TaggedFile.id3v1(title: "x", artist: "y")) == gain(tag))
  }

  @Test func `numbers with a comma count, and what is none does not`() throws {
    #expect(try gain(flac("REPLAYGAIN_TRACK_GAIN=-7,5 dB")) == ReplayGainFacts(trackGain: -7.5))
    for value in ["", "loud", "nan", "inf dB", "-", "1e999", "dB 5"] {
      #expect(try gain(flac("REPLAYGAIN_TRACK_GAIN=\(value)")) == nil)
    }
    #expect(try gain(flac("REPLAYGAIN_TRACK_PEAK=0", "REPLAYGAIN_ALBUM_PEAK=-1", "R128_TRACK_GAIN=99999")) == nil)
  }

  @Test func `a file that cannot be read has no loudness`() {
    #expect(readReplayGain(folder["missing"]) == nil)
  }
}
