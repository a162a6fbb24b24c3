internal import CTestSupport

/// Music to play while the CPU is watched: neither silence nor noise, so that an encoder and a decoder have the
/// work that recordings give them.
enum Music {
  /// Frames per second.
  static let rate = 44_100

  /// Writes `seconds` of it as a 16-bit stereo FLAC file.
  static func write(to path: String, seconds: Int) throws(BenchError) {
    var samples: [Int16] = []
    samples.reserveCapacity(seconds * rate * 2)
    var voices = Voices()
    for frame in 0..<seconds * rate {
      if frame % (rate / 2) == 0 { voices.strike(beat: frame / (rate / 2)) }
      let (left, right) = voices.next()
      samples.append(left)
      samples.append(right)
    }
    if let problem = cts_write_flac(path, Int32(rate), samples, Int64(seconds * rate)) {
      throw BenchError("\(path): \(String(cString: problem))")
    }
  }
}

/// Four decaying tones, struck on every beat, and a little noise from a fixed seed.
private struct Voices {
  private static let scale: [Float] = [220, 261.63, 293.66, 329.63, 392, 440, 523.25, 587.33]

  // A rotating pointer per tone costs two multiplications a frame; sin() would make this the longest part of the bench.
  private var tones: [(x: Float, y: Float, cosine: Float, sine: Float)] = []
  private var level: Float = 0
  private var seed: UInt32 = 1
  private var noise: Float = 0

  mutating func strike(beat: Int) {
    level = 4_000
    tones = (0..<4).map { voice in
      let pitch = Self.scale[(beat * (voice + 1) + voice) % Self.scale.count] * Float(voice + 1)
      let turn = 2 * Float.pi * pitch / Float(Music.rate)
      return (1, 0, cosine(turn), cosine(turn - .pi / 2))
    }
  }

  mutating func next() -> (Int16, Int16) {
    var left: Float = 0
    var right: Float = 0
    for index in tones.indices {
      let tone = tones[index]
      tones[index].x = tone.x * tone.cosine - tone.y * tone.sine
      tones[index].y = tone.x * tone.sine + tone.y * tone.cosine
      left += tone.x
      right += tone.y
    }
    seed = seed &* 1_664_525 &+ 1_013_904_223
    noise += (Float(Int32(bitPattern: seed) >> 16) / 256 - noise) * 0.3
    level *= 0.999_97
    return (Int16(left * level + noise), Int16(right * level - noise))
  }

  private func cosine(_ angle: Float) -> Float {
    // Taylor's series: the angles of a frame are small, or a small one less than a right angle.
    var term: Float = 1
    var sum: Float = 1
    for step in stride(from: Float(1), to: 15, by: 2) {
      term *= -angle * angle / (step * (step + 1))
      sum += term
    }
    return sum
  }
}
