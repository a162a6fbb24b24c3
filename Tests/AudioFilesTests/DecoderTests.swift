import AudioEngine
import AudioFiles
import Glibc
import PlayerCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DecoderTests {
  let folder = TemporaryFolder()

  private func reason(_ path: FilePath) -> String? {
    do throws(DecodeError) {
      _ = try openDecoder(path)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [16, 24]) func `whole numbers become the same fractions exactly`(bits: Int) throws {
    let half = Int32(1) << Int32(bits - 1)
    var numbers = SeededNumbers(seed: 11)
    let samples =
      [-half, half - 1, 0, 1, -1] + (0..<5_000).map { _ in Int32.random(in: -half..<half, using: &numbers) }
    let path = folder.write(wav(samples, bits: bits), to: FilePath("exact.wav"))
    let decoded = decode(path)
    #expect(decoded.samples == samples.map { Float($0) / Float(half) })
    #expect(decoded.declared == FrameCount(samples.count))
    #expect(try openDecoder(path).format.encoding == .integer(bits: bits))
  }

  @Test func `what is not a number becomes silence`() {
    let path = folder.write(floatWAV([0.5, .nan, .infinity, -.infinity, -0.25]), to: FilePath("nan.wav"))
    #expect(decode(path).samples == [0.5, 0, 0, 0, -0.25])
  }

  @Test func `a seek in a WAV is exact, and behind the end is the end`() throws {
    let samples = (0..<10_000).map { Int32($0 - 5_000) }
    let decoder = try openDecoder(folder.write(wav(samples, bits: 16, channels: 2), to: FilePath("seek.wav")))
    #expect(decoder.length == FrameCount(5_000))
    try decoder.seek(to: FrameCount(4_321))
    #expect(try decoder.block(of: 1) == [Float(samples[8_642]) / 32_768, Float(samples[8_643]) / 32_768])
    try decoder.seek(to: FrameCount(99_999))
    #expect(try decoder.block(of: 1).isEmpty)
    try decoder.seek(to: .zero)
    #expect(try decoder.block(of: 1) == [Float(samples[0]) / 32_768, Float(samples[1]) / 32_768])
  }

  @Test func `a file that is cut while it plays says where it ends`() throws {
    let rate = 8_000
    let path = folder.write(wav(Array(repeating: 7, count: 180 * rate), bits: 16, rate: rate), to: FilePath("cut.wav"))
    let decoder = try openDecoder(path)
    #expect(try decoder.frames(rate).count == rate)
    _ = path.withCString { truncate($0, 44 + 12 * 2 * rate) }
    var frames = rate
    let error = #expect(throws: DecodeError.self) {
      while case let count = try decoder.block(of: 4_096).count, count > 0 { frames += count }
    }
    #expect(frames == 12 * rate)
    #expect(error == DecodeError("the file ends at 0:12 of 3:00"))
    try decoder.seek(to: FrameCount(60 * rate))
    #expect(throws: DecodeError("the file ends before 1:00 of 3:00")) { try decoder.block(of: 1) }
    try decoder.seek(to: FrameCount(11 * rate))
    #expect(try decoder.frames(rate).count == rate)
    #expect(throws: DecodeError("the file ends at 0:12 of 3:00")) { try decoder.block(of: 1) }
    // Opened again, it is a shorter file.
    #expect(try openDecoder(path).length == FrameCount(12 * rate))
  }

  @Test func `the contents decide, not the name`() {
    let path = folder.write(wav([1, 2, 3], bits: 16), to: FilePath("lie.mp3"))
    #expect(decode(path).frames == FrameCount(3))
  }

  @Test func `what is no regular file is named and never waited for`() {
    let pipe = folder["pipe.wav"]
    _ = pipe.withCString { mkfifo($0, 0o644) }
    #expect(reason(pipe) == "a pipe, not a file")
    #expect(reason(folder.path) == "a folder, not a file")
    #expect(reason(FilePath("/dev/zero")) == "a device, not a file")
    #expect(reason(folder["missing.wav"]) == "no such file")
  }

  @Test(.disabled(if: getuid() == 0, "root may read everything")) func `a file without permission says so`() {
    let path = folder.write(wav([1], bits: 16), to: FilePath("secret.wav"))
    _ = path.withCString { chmod($0, 0) }
    #expect(reason(path) == "no permission to read it")
  }

  @Test(arguments: [
    ("", "an empty file"),
    ("just some text", "not a sound file that cans can read"),
    ("\u{0}\u{0}\u{0}\u{18}ftypM4A ", "MP4 (AAC or ALAC): the file is damaged, its header cannot be read"),
    ("RIFF\u{4}\u{0}\u{0}\u{0}AVI ", "a RIFF file, but not a WAV"),
    ("wvpk", "WavPack: the file is damaged, its header cannot be read"),
    ("OggS", "an Ogg file without sound that cans can find"),
    ("fLaC", "a FLAC file whose header is damaged"),
    ("ID3\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "only tags, no sound"),
  ])
  func `a file that does not play says what it is`(contents: String, expected: String) {
    #expect(reason(folder.write(contents, to: "file.flac")) == expected)
  }

  @Test func `noise is not taken for music`() {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<20 {
      let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      #expect(reason(folder.write(noise, to: FilePath("noise.mp3"))) != nil)
    }
  }

  @Test func `bytes changed at random neither crash nor hang a decoder`() {
    var numbers = SeededNumbers(seed: 77)
    let original = wav((0..<3_000).map { Int32($0) }, bits: 16)
    for _ in 0..<200 {
      var bytes = original
      for _ in 0..<4 { bytes[Int.random(in: 0..<60, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers) }
      #expect(decode(folder.write(bytes, to: FilePath("changed.wav"))).isFinite)
    }
  }
}
