import AudioEngine
import AudioFiles
import CTestSupport
import Glibc
import PlayerCore
import TestSupport
import Testing

/// R18: files that change, fail or stall while they are played, through the decoders that play them. A file of noise is
/// so large that most of it is still on the disk after its first second.
@Suite(.timeLimit(.minutes(5)))
struct TroubledFileTests {
  /// How the file is coded.
  enum Coding: CaseIterable, Sendable {
    case flac, wav, mp3, vorbis, opus

    var forC: cts_coding {
      switch self {
      case .flac: CTS_FLAC
      case .wav: CTS_WAV
      case .mp3: CTS_MP3
      case .vorbis: CTS_VORBIS
      case .opus: CTS_OPUS
      }
    }
  }

  private static let seconds = 20
  private static let rate = 48_000
  private let folder = TemporaryFolder()

  private func noise(
    _ coding: Coding, _ name: String, seconds: Int = Self.seconds, seed: UInt32 = 1
  ) throws -> FilePath {
    let path = folder[name]
    let problem = path.withCString { cts_write_noise($0, coding.forC, Int32(seconds), seed) }
    try #require(problem.map { String(cString: $0) } == nil)
    return path
  }

  /// Reads on to the end or to an error.
  private func rest(of decoder: any Decoder) -> (samples: [Float], error: DecodeError?) {
    var samples: [Float] = []
    do throws(DecodeError) {
      while true {
        let block = try decoder.block(of: 8192)
        if block.isEmpty { return (samples, nil) }
        samples += block
      }
    } catch {
      return (samples, error)
    }
  }

  /// Makes every further read of the open file `path` fail: its descriptor becomes one of this process's memory, whose
  /// first page is never there, so that reading it is an EIO.
  private func breakDisk(under path: FilePath) throws {
    let broken = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(broken) }
    let wanted = path.withCString { realpath($0, nil) }
    defer { free(wanted) }
    var count = 0
    for descriptor in 3..<1024 as Range<Int32> {
      var target = [CChar](repeating: 0, count: 4096)
      guard readlink("/proc/self/fd/\(descriptor)", &target, 4095) > 0, strcmp(target, wanted!) == 0 else { continue }
      try #require(dup2(broken, descriptor) == descriptor)
      count += 1
    }
    try #require(count > 0)
  }

  @Test(arguments: Coding.allCases) func `cut while it plays: what is left is played, and then it says where it ends`(
    coding: Coding
  ) throws {
    let path = try noise(coding, "noise")
    let whole = decode(path).samples
    let decoder = try openDecoder(path)
    let start = try decoder.frames(Self.rate)
    var status = stat()
    _ = path.withCString { stat($0, &status) }
    _ = path.withCString { truncate($0, status.st_size / 2) }
    let (samples, error) = rest(of: decoder)
    let heard = start + samples
    #expect(heard.elementsEqual(whole.prefix(heard.count)), "not a sample is made up")
    let part = Double(heard.count) / Double(whole.count)
    #expect(part > 0.4 && part < 0.6)
    let place = heard.count / 2 / Self.rate
    let reason = try #require(error).reason
    #expect(reason.contains("at 0:0\(place)") || reason.contains("at 0:\(place)"), "\(reason)")
  }

  @Test(arguments: Coding.allCases) func `replaced by another of its name, the old one plays to its end`(
    coding: Coding
  ) throws {
    let path = try noise(coding, "noise")
    let whole = decode(path).samples
    let decoder = try openDecoder(path)
    let start = try decoder.frames(Self.rate)
    let other = try noise(coding, "other", seed: 2)
    _ = other.withCString { from in path.withCString { rename(from, $0) } }
    let (samples, error) = rest(of: decoder)
    #expect(error == nil)
    #expect(start + samples == whole)
    #expect(decode(path).samples != whole, "and when it is opened again, the new one")
  }

  @Test(arguments: Coding.allCases) func `written over while it plays, it neither crashes nor hangs`(
    coding: Coding
  ) throws {
    let path = try noise(coding, "noise")
    let decoder = try openDecoder(path)
    _ = try decoder.frames(Self.rate)
    // As an editor of tags does that writes in place, and in a hurry.
    folder.write([UInt8](repeating: 0xA5, count: 300_000), to: FilePath("noise"))
    let (samples, _) = rest(of: decoder)
    #expect(samples.allSatisfy { $0.isFinite })
    #expect(samples.count <= 2 * Self.seconds * Self.rate)
    _ = try? decoder.seek(to: .zero)
    #expect(rest(of: decoder).samples.allSatisfy { $0.isFinite })
  }

  /// A changed byte, a bad sector and a hole of seconds.
  @Test(arguments: [1, 4096, 600_000]) func `FLAC that is damaged in the middle is silent there, and all else in place`(
    damaged: Int
  ) throws {
    let path = try noise(.flac, "noise")
    let whole = decode(path).samples
    var bytes = bytesOfFile(path)
    let start = bytes.count / 2
    for index in start..<start + damaged { bytes[index] ^= 0xA5 }
    folder.write(bytes, to: FilePath("noise"))
    let decoder = try openDecoder(path)
    #expect(try decoder.frames(Self.rate) == Array(whole.prefix(2 * Self.rate)))
    #expect(decoder.damage == nil)
    let (samples, error) = rest(of: decoder)
    let heard = whole.prefix(2 * Self.rate) + samples
    #expect(error == nil && heard.count == whole.count)
    let wrong = heard.indices.filter { heard[$0] != whole[$0] }
    #expect(wrong.allSatisfy { heard[$0] == 0 })
    // Noise has as many bytes in each second.
    let seconds = Double(damaged) / Double(bytes.count) * Double(Self.seconds)
    let silent = Double(wrong.last! - wrong.first! + 1) / Double(2 * Self.rate)
    #expect(silent >= seconds - 0.1 && silent < seconds + 0.3, "\(silent) s")
    let place = SampleRate(Int32(Self.rate)).duration(of: FrameCount(wrong.first! / 2)).clockText
    #expect(decoder.damage?.reason == "the file is damaged at " + place + ", where it is silent")
    // From behind it nothing is missing.
    try decoder.seek(to: FrameCount(wrong.last! / 2 + 1))
    let behind = whole.suffix(whole.count - (wrong.last! / 2 + 1) * 2)
    #expect(rest(of: decoder).samples == Array(behind))
  }

  @Test(arguments: Coding.allCases) func `a disk that fails in the middle is named, with the place`(
    coding: Coding
  ) throws {
    let path = try noise(coding, "noise")
    let whole = decode(path).samples
    let decoder = try openDecoder(path)
    let start = try decoder.frames(Self.rate)
    try breakDisk(under: path)
    let (samples, error) = rest(of: decoder)
    let heard = start + samples
    #expect(heard.elementsEqual(whole.prefix(heard.count)), "not a sample is made up")
    let place = heard.count / 2 / Self.rate
    #expect(error == DecodeError("cannot be read any further at 0:0\(place): Input/output error"))
  }

  @Test(arguments: Coding.allCases) func `a disk that stalls again and again makes pauses, and nothing is skipped`(
    coding: Coding
  ) throws {
    let path = try noise(coding, "noise", seconds: 14)
    let whole = decode(path).samples
    let gate = Gate()
    let engine = SilentEngine { path throws(DecodeError) in GatedDecoder(try openDecoder(path), gate: gate) }
    engine.play(path)
    try #require(engine.run { if case .started = $0 { true } else { false } })
    for _ in 0..<2 {
      gate.shut()
      try #require(engine.run { if case .starved = $0 { true } else { false } })
      gate.open()
      try #require(engine.run { if case .recovered = $0 { true } else { false } })
    }
    try #require(engine.run { if case .ended = $0 { true } else { false } })
    let heard = engine.heard
    // A lossy codec may overshoot full scale.
    let wrong = zip(heard, whole).enumerated().first { $0.element.0 != min(max($0.element.1, -1), 1) }?.offset
    #expect(wrong == nil && heard.count >= whole.count)
    #expect(heard.dropFirst(whole.count).allSatisfy { $0 == 0 }, "the engine fills the device's last period")
  }
}
