import CTestSupport
import Glibc
import LinuxSystem
import PlayerCore
import TestSupport

/// Music of which every frame is known: five tones on each side that go on without a break from the first frame to the
/// last, wherever it is cut into tracks.
struct Material: Sendable {
  /// Where the tracks begin, and the end of the last: no multiples of any codec's frame.
  static let cuts = [0, 51_237, 97_861, 150_011, 200_003]

  let rate: Int
  /// 16-bit samples, left and right in turn.
  let samples: [Int16]

  static let at44100 = Material(rate: 44_100)
  static let at48000 = Material(rate: 48_000)

  static func material(rate: Int) -> Material { rate == 48_000 ? at48000 : at44100 }

  private init(rate: Int) {
    self.rate = rate
    let pitches = [[97.3, 311.7, 997.1, 2_503.9, 5_011.3], [113.9, 373.3, 1_201.7, 3_001.1, 4_507.7]]
    let angles = pitches.map { $0.map { 2 * Double.pi * $0 / Double(rate) } }
    samples = (0..<Self.cuts.last!).flatMap { frame in
      angles.map { voices in
        var sum = 0.0
        for angle in voices { sum += sin(angle * Double(frame + 7_001)) }
        return Int16((sum * 3_000).rounded())
      }
    }
  }

  /// The same on the decoders' scale, on which 1 is full.
  var floats: [Float] { samples.map { Float($0) / 32_768 } }

  /// Writes the frames in `range` in this coding, and returns the file's path.
  func encode(_ range: Range<Int>, as coding: Coding, named name: String, in home: Home) throws -> FilePath {
    let wav = home.path + "/\(name)-in.wav"
    let result = home.path + "/\(name).\(coding.ending)"
    let part = Array(samples[range.lowerBound * 2..<range.upperBound * 2])
    if let problem = cts_write_wav(wav, Int32(rate), part, Int64(range.count)) {
      throw RunError("\(wav): \(String(cString: problem))")
    }
    try coding.command.run(wav, to: result)
    if let revision = coding.revision {
      guard var bytes = try FileContents.read(FilePath(result), limit: 16 << 20) else {
        throw RunError("\(coding.command.program) writes no \(result)")
      }
      try revision(&bytes, range.count)
      try FileContents.write(bytes, to: FilePath(result))
    }
    return FilePath(result)
  }
}
