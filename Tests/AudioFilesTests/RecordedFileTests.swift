import AudioEngine
import AudioFiles
import Glibc
import PlayerCore
import Testing

/// The file that a recording is written into: exact, and readable at any moment.
@Suite(.timeLimit(.minutes(5)))
struct RecordedFileTests {
  private let folder = TemporaryFolder()
  private static let rate = 48_000

  private static func terms(_ format: DeviceSampleFormat, channels: Int = 2, rate: Int = rate) -> OpenedCapture {
    OpenedCapture(
      deviceName: "test", card: nil, rate: SampleRate(Int32(rate)), channels: channels, sampleFormat: format,
      periodFrames: 1_000)
  }

  /// Records `samples` in pieces of a second, with a checkpoint after each, and has `looks` at the path after each.
  private func record(
    _ samples: [Float], _ kind: RecordingKind, _ terms: OpenedCapture, finishes: Bool = true,
    looks: (Int, FilePath) throws -> Void = { _, _ in }
  ) throws -> FilePath {
    let path = folder["out.\(kind.rawValue)"]
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_TRUNC, 0o644) }
    defer { close(descriptor) }
    let file = try #require(RecordedFile(kind, descriptor: descriptor, terms))
    let piece = Int(terms.rate.hertz)
    let frames = samples.count / terms.channels
    for start in stride(from: 0, to: frames, by: piece) {
      let count = min(piece, frames - start)
      try samples.withUnsafeBufferPointer {
        try file.write($0.baseAddress! + start * terms.channels, frames: count)
      }
      try file.checkpoint()
      try looks(start + count, path)
    }
    if finishes { try file.finish() }
    return path
  }

  private static func noise(bits: Int, count: Int) -> [Float] {
    var numbers = SeededNumbers(seed: 65)
    let half = Int32(1) << Int32(bits - 1)
    return (0..<count).map { _ in Float(Int32.random(in: -half..<half, using: &numbers)) / Float(half) }
  }

  /// What the last page of a lossy codec has before its end.
  private static func tone(count: Int) -> [Float] { (0..<count).map { 0.5 * sinf(Float($0 / 2) * 0.05) } }

  @Test(arguments: [RecordingKind.flac, .wav], [DeviceSampleFormat.s16, .s24In3, .s32])
  func `FLAC and WAV have every sample as it was`(kind: RecordingKind, format: DeviceSampleFormat) throws {
    let bits = format == .s16 ? 16 : 24
    let samples = Self.noise(bits: bits, count: 200_000)
    let decoded = decode(try record(samples, kind, Self.terms(format)))
    #expect(decoded.samples == samples)
    #expect(decoded.declared == FrameCount(100_000))
    let decoder = try openDecoder(folder["out.\(kind.rawValue)"])
    #expect(decoder.format.encoding == .integer(bits: bits))
  }

  @Test func `a WAV that fits is a plain one`() throws {
    let bytes = bytesOfFile(try record(Self.noise(bits: 16, count: 20_000), .wav, Self.terms(.s16)))
    #expect(bytes.starts(with: Array("RIFF".utf8)))
  }

  @Test(arguments: RecordingKind.allCases, [1, 2])
  func `a complete file has all frames and says so`(kind: RecordingKind, channels: Int) throws {
    let samples = Self.tone(count: 250_000 * channels)
    let decoded = decode(try record(samples, kind, Self.terms(.s16, channels: channels)))
    #expect(decoded.samples.count == samples.count)
    #expect(decoded.declared == FrameCount(250_000))
    // Two lossy codecs at a good quality keep a tone.
    let error = zip(decoded.samples, samples).map { abs($0 - $1) }.max() ?? 1
    #expect(error < 0.1, "\(error)")
  }

  /// What would be there if the program were killed now. Silence is what codecs keep to themselves for longest.
  @Test(arguments: RecordingKind.allCases, [true, false])
  func `at any moment all but the last two seconds can be read`(kind: RecordingKind, isSilent: Bool) throws {
    let seconds = 12
    let samples =
      isSilent ? [Float](repeating: 0, count: seconds * Self.rate * 2) : Self.tone(count: seconds * Self.rate * 2)
    _ = try record(samples, kind, Self.terms(.s16), finishes: false) { written, path in
      let copy = folder.write(bytesOfFile(path), to: FilePath("copy.\(kind.rawValue)"))
      let frames = written > 2 * Self.rate ? decode(copy).samples.count / 2 : written
      #expect(frames >= written - 2 * Self.rate, "\(kind), \(written) written, \(frames) to be read")
    }
  }

  @Test(arguments: [8_000, 44_100, 96_000])
  func `Vorbis takes the microphone's own rate`(rate: Int) throws {
    let decoded = decode(
      try record(Self.tone(count: rate * 4), .ogg, Self.terms(.s16, rate: rate)))
    #expect(decoded.samples.count == rate * 4)
  }

  @Test func `a rate that a kind cannot have is refused`() throws {
    let path = folder["out.opus"]
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_TRUNC, 0o644) }
    defer { close(descriptor) }
    #expect(RecordedFile(.opus, descriptor: descriptor, Self.terms(.s16, rate: 44_100)) == nil)
    #expect(RecordedFile(.flac, descriptor: descriptor, Self.terms(.s16, rate: 2_000_000)) == nil)
  }
}
