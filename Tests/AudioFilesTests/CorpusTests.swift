import AudioEngine
import AudioFiles
import PlayerCore
import Testing

/// Every sound file of the corpus against its manifest.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct CorpusTests {
  /// Where the manifest and this program differ.
  struct Difference {
    /// Frames that are played; 0: none.
    let frames: Int64
    /// Whether an error ends the track.
    let fails: Bool
    /// Why this is right, or at least honest.
    let reason: String
  }

  static let differences: [String: Difference] = [
    "broken/mutagen-52-too-short-block-size.flac": Difference(
      frames: 18_432, fails: true, reason: "all that is there is played; then the message says that more is missing"),
    "broken/taglib-garbage.mp3": Difference(
      frames: 19_631, fails: true, reason: "the rate changes in the junk: the sound before it is played"),
    "decode/aac-alac/audioscan-leading-junk.aac": Difference(
      frames: 4_096, fails: false,
      reason: "behind the junk follow whole AAC frames; the manifest's tools gave up before"),
    "decode/flac/ftf-u-01-changing_samplerate.flac": Difference(
      frames: 163_840, fails: true, reason: "the first segment is played; the manifest allows to stop at the change"),
    "decode/flac/ftf-u-03-decreasing_number_of_channels.flac": Difference(
      frames: 180_224, fails: true, reason: "the first segment is played, then the number of channels changes"),
    "decode/mp3/androidx-100kB-garbage-prefix.mp3": Difference(
      frames: 44_100, fails: false, reason: "the manifest's columns describe the junk, its notes the real sound"),
    "tags/id3/dhowden-sample_ms932_v1.1.mp3": Difference(
      frames: 1_728, fails: false, reason: "three valid frames of filler, which other players play too"),
  ]

  @Test(arguments: Corpus.sounds)
  func `a file plays with the expected number of frames or says why not`(_ file: CorpusFile) {
    let decoded = decode(file.file)
    #expect(decoded.isFinite)
    if let error = decoded.error { #expect(isSentence(error.reason), "\(error.reason)") }
    if let declared = decoded.declared, decoded.error == nil { #expect(decoded.frames == declared) }
    if let difference = Self.differences[file.path] {
      #expect(decoded.frames.value == difference.frames, "\(difference.reason)")
      #expect((decoded.error != nil) == difference.fails, "\(difference.reason)")
      return
    }
    switch file.expect {
    case "play", "play-partial", "survive":
      #expect(decoded.error == nil, "\(decoded.error?.reason ?? "")")
      #expect(file.accepts(decoded.frames), "\(decoded.frames.value) of \(file.frames.map(\.value))")
    case "play-or-clear-error":
      #expect(decoded.error != nil || file.accepts(decoded.frames))
    default:
      #expect(decoded.error != nil)
      #expect(decoded.frames == .zero)
    }
  }

  @Test(arguments: [
    ("decode/flac/androidx-bear_32bit.flac", 32, 131_568), ("decode/flac/ftf-s-22-12_bit_per_sample.flac", 12, 218_666),
  ])
  func `FLAC of an unusual width is played whole`(name: String, bits: Int, frames: Int64) throws {
    let path = FilePath(Corpus.folder! + "/" + name)
    #expect(try openDecoder(path).format.encoding == .integer(bits: bits))
    let decoded = decode(path)
    #expect(decoded.error == nil && decoded.frames.value == frames)
    #expect(decoded.samples.contains { abs($0) > 0.05 } && decoded.samples.allSatisfy { abs($0) <= 1 })
  }

  @Test(arguments: Corpus.sounds.filter { $0.path.hasPrefix("broken/") })
  func `a broken file is done with within five seconds`(_ file: CorpusFile) {
    let time = ContinuousClock().measure { _ = decode(file.file) }
    #expect(time < .seconds(5))
  }

  @Test(arguments: Corpus.sounds)
  func `facts are read without a crash and agree with the decoder`(_ file: CorpusFile) {
    do throws(DecodeError) {
      let facts = try readFacts(file.file)
      let decoder = try openDecoder(file.file)
      #expect(facts.format == decoder.format)
      #expect(facts.length == decoder.length)
    } catch {
      #expect(isSentence(error.reason))
    }
  }

  @Test(arguments: Corpus.files.filter { !Corpus.sounds.map(\.path).contains($0.path) })
  func `texts and pictures are not taken for sound`(_ file: CorpusFile) {
    #expect(throws: DecodeError.self) { try openDecoder(file.file) }
  }

  /// One line, with something in it, no path, and none of the libraries' jargon.
  private func isSentence(_ reason: String) -> Bool {
    let jargon = ["\n", "/corpus", "psf_", "nternal", "sync", "rror", "unimplemented", "libvorbis"]
    return !reason.isEmpty && reason.count < 120 && !jargon.contains { reason.contains($0) }
  }
}
