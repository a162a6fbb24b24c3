import AudioEngine
import AudioFiles
import Glibc
import PlayerCore
import Testing

/// Files put together from those of the corpus.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct MadeFromCorpusTests {
  let folder = TemporaryFolder()

  private func corpus(_ name: String) -> [UInt8] { bytesOfFile(FilePath(Corpus.folder! + "/" + name)) }

  @Test func `a chained Vorbis file plays a mono link in stereo`() throws {
    let stereo = corpus("decode/ogg/derived-chained_vorbis_same_format.ogg")
    let path = folder.write(stereo + corpus("art/mediafile-image.ogg"), to: FilePath("chain.ogg"))
    let decoded = decode(path)
    #expect(decoded.frames == FrameCount(19_584 + 44_100))
    #expect(decoded.declared == decoded.frames)
    #expect(decoded.error == nil)
    let mono = decode(FilePath(Corpus.folder! + "/art/mediafile-image.ogg"))
    #expect(decoded.samples[(2 * 19_584)...].elementsEqual(mono.samples.flatMap { [$0, $0] }))
    let decoder = try openDecoder(path)
    for target in [12_345, 50_000, 100, 19_500] {
      try decoder.seek(to: FrameCount(target))
      #expect(try decoder.frames(500) == Array(decoded.samples[2 * target..<2 * (target + 500)]))
    }
  }

  @Test func `a chained Vorbis file plays up to the link of another rate`() {
    let slow = corpus("decode/ogg/derived-chained_vorbis_same_format.ogg")
    let path = folder.write(slow + corpus("decode/ogg/taglib-multiplex.ogg"), to: FilePath("chain.ogg"))
    let decoded = decode(path)
    #expect(decoded.frames == FrameCount(19_584))
    #expect(decoded.error == DecodeError("the sample format changes in the middle of the file"))
  }

  @Test func `a chained Opus file plays all its links`() throws {
    let names = ["tags/vorbis/navidrome-test.opus", "decode/opus/tinytag-8khz_5s.opus"]
    let path = folder.write(names.flatMap(corpus), to: FilePath("chain.opus"))
    let decoded = decode(path)
    #expect(decoded.declared == FrameCount(48_000 + 240_000))
    #expect(decoded.samples == names.flatMap { decode(FilePath(Corpus.folder! + "/" + $0)).samples })
    let decoder = try openDecoder(path)
    try decoder.seek(to: FrameCount(48_000))
    #expect(try decoder.frames(500) == Array(decoded.samples[48_000..<48_500]))
  }

  @Test func `junk between an MP3 file's tag and its sound costs neither`() throws {
    let original = corpus("tags/id3/navidrome-test.mp3")
    let size = original[6..<10].reduce(0) { $0 << 7 | Int($1) } + 10
    var numbers = SeededNumbers(seed: 3)
    let junk = (0..<50_000).map { _ in UInt8.random(in: 0..<0xFF, using: &numbers) }
    let path = folder.write(Array(original[..<size]) + junk + Array(original[size...]), to: FilePath("junk.mp3"))
    #expect(try readFacts(path) == readFacts(folder.write(original, to: FilePath("original.mp3"))))
    #expect(decode(path).samples == decode(folder["original.mp3"]).samples)
  }

  @Test func `variable bit rate without a header has its exact length`() throws {
    // The first frame is the one with the header.
    let original = corpus("decode/mp3/androidx-bear-vbr-xing-header.mp3")
    let start = try #require(original.indices.first { original[$0] == 0xFF && original[$0 + 1] & 0xE0 == 0xE0 })
    let second = try #require(
      (start + 100..<original.count).first { original[$0...$0 + 1].elementsEqual(original[start...start + 1]) })
    let decoded = decode(folder.write(Array(original[second...]), to: FilePath("vbr.mp3")))
    #expect(decoded.declared == decoded.frames)
    #expect(abs((decoded.frames - FrameCount(133_632)).value) <= 2 * 1_152)
    #expect(decoded.error == nil)
  }

  @Test func `MP3 that changes rate and channels several times has its exact length`() throws {
    let (channels, rates) = ("minimp3-l3-he_mode.mp3", "minimp3-l3-nonstandard-he_44_48khz.mp3")
    let bytes = [channels, rates, channels, rates].flatMap { corpus("decode/mp3/" + $0) }
    let path = folder.write(bytes, to: FilePath("changes.mp3"))
    let decoded = decode(path)
    #expect(decoded.error == nil)
    #expect(decoded.channels == 2)
    #expect(decoded.rate == 44_100)
    #expect(decoded.declared == decoded.frames)
    let ideal = 2 * (147_456 + 472_320 + 172_800 * 441 / 480)
    #expect(abs(decoded.frames.value - Int64(ideal)) < 20)
    let decoder = try openDecoder(path)
    for target in [1_200_000, 700_000, 100_000] {
      try decoder.seek(to: FrameCount(target))
      // The synthesis rounds differently behind a restart.
      let pairs = zip(try decoder.frames(500), decoded.samples[(2 * target)...])
      #expect(pairs.allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func `MP3 inside a cut file plays to the cut`() {
    let original = corpus("tags/id3/mm-id3v23-txxx-case.mp3")
    let decoded = decode(folder.write(Array(original[..<(original.count / 2)]), to: FilePath("cut.mp3")))
    #expect(decoded.error == nil)
    #expect((150_000..<240_000).contains(decoded.frames.value))
  }

  @Test(arguments: [
    (
      "decode/flac/ftf-s-27-old_format_variable_blocksize_file_created_with_Flake_0.11.flac",
      "the file ends at 0:11 of 0:25"
    ),
    ("decode/ogg/mutagen-multipage-setup.ogg", "the file ends at 0:03 of 0:04"),
    ("decode/opus/audioscan-test-8-7.1.opus", "the file ends at 0:05 of 0:13"),
    ("tags/id3/mm-id3v23-txxx-case.mp3", "the file ends at 0:04 of 0:08"),
  ])
  func `a file of any kind that is cut while it plays says where it ends`(name: String, reason: String) throws {
    let bytes = corpus(name)
    let path = folder.write(bytes, to: FilePath("cut"))
    let whole = decode(path)
    let decoder = try openDecoder(path)
    _ = path.withCString { truncate($0, bytes.count / 2) }
    var samples: [Float] = []
    #expect(throws: DecodeError(reason)) {
      while case let block = try decoder.block(of: 1_000), !block.isEmpty { samples += block }
    }
    #expect(samples.elementsEqual(whole.samples.prefix(samples.count)))
  }

  @Test func `a library's complaint is told in plain words`() throws {
    var bytes = corpus("cue/flacon-embedded_cue.flac")
    for index in bytes.count / 2..<bytes.count { bytes[index] = 0 }
    let damaged = decode(folder.write(bytes, to: FilePath("damaged.flac")))
    #expect(damaged.error == DecodeError("the file is damaged and cannot be read any further at 0:00"))
    let short = decode(FilePath(Corpus.folder! + "/broken/taglib-segfault.wav"))
    #expect(short.error == DecodeError("the file is damaged: Short 'fmt ' chunk"))
    let other = decode(FilePath(Corpus.folder! + "/decode/other/atl-rifx.wav"))
    #expect(other.error == DecodeError("holds sound in an encoding that cans cannot decode"))
  }

  @Test func `FLAC cut in the middle plays to the cut`() {
    let original = corpus("cue/flacon-embedded_cue.flac")
    let decoded = decode(folder.write(Array(original[..<(original.count / 2)]), to: FilePath("cut.flac")))
    #expect(decoded.frames > .zero)
    #expect(decoded.frames < FrameCount(44_100))
  }
}
