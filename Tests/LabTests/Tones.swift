import CTestSupport
import Glibc
import TestSupport

/// A chord on either channel. Unlike noise it is known between its frames, too, so it is recognised at whatever rate it
/// comes out.
struct Tones: Sendable {
  /// Whole numbers of hertz: over a second every tone is orthogonal to every other.
  static let left = [433.0, 797, 1_229, 1_787, 2_539, 3_307, 4_241, 5_791]
  static let right = [577.0, 983, 1_487, 2_113, 2_969, 3_767, 5_011, 5_987]
  /// What each of them swings to, in steps of 16 bits.
  static let amplitude = 1_500.0

  /// How long they swell from nothing, in seconds: a resampler rings at an edge.
  private static let swell = 0.05

  /// Left and right at `time` seconds, in steps of 16 bits.
  func value(at time: Double) -> SIMD2<Double> {
    let rise = time < Self.swell ? sin(time / Self.swell * .pi / 2) : 1
    return SIMD2(chord(Self.left, time), chord(Self.right, time)) * (rise * rise)
  }

  /// Writes the first `seconds` as a FLAC or, by the path's ending, a WAV file.
  func write(seconds: Int, rate: Int, to path: String) throws(LabError) {
    let samples = (0..<seconds * rate).flatMap { frame in
      let value = value(at: Double(frame) / Double(rate)).rounded(.toNearestOrEven)
      return [Int16(value.x), Int16(value.y)]
    }
    let writer = path.hasSuffix(".wav") ? cts_write_wav : cts_write_flac
    if let problem = writer(path, Int32(rate), samples, Int64(seconds * rate)) {
      throw LabError("\(path): \(String(cString: problem))")
    }
  }

  private func chord(_ tones: [Double], _ time: Double) -> Double {
    var sum = 0.0
    // The phases are spread, or all crests would meet at the start.
    for (index, tone) in tones.enumerated() { sum += sin(2 * .pi * tone * time + Double(index * index)) }
    return sum * Self.amplitude
  }
}

extension Recording {
  /// What the player's rounding of the file's, of the resampler's and its dither's may add up to.
  private static let tolerance = 4.0

  /// Where in this recording the tones begin, to a small part of a frame, as the 2048 frames from `first` on have it;
  /// looked for `around` a place, at most `reach` frames off.
  func start(of tones: Tones, from first: Int, around: Double, reach: Int) throws(Difference) -> Double {
    let length = 2_048
    guard first + length <= frames.count else { throw Difference(description: "nothing is recorded at \(first)") }
    func deviation(_ values: (Int) -> SIMD2<Double>) -> Double {
      (0..<length).reduce(0) { sum, index in
        let difference =
          SIMD2<Double>(SIMD2(Int(frames[first + index].x), Int(frames[first + index].y))) - values(index)
        return sum + (difference * difference).sum()
      }
    }
    let grid = (0..<length + 2 * reach).map { index in
      tones.value(at: (Double(first + index - reach) - around) / Double(TestSignal.rate))
    }
    let shift = (-reach..<reach).min { left, right in
      deviation { grid[$0 + reach - left] } < deviation { grid[$0 + reach - right] }
    }!
    var best = around + Double(shift)
    var step = 0.5
    while step > 0.0001 {
      best = [best - step, best, best + step].min { left, right in
        func at(_ start: Double) -> Double {
          deviation { tones.value(at: (Double(first + $0) - start) / Double(TestSignal.rate)) }
        }
        return at(left) < at(right)
      }!
      step /= 2
    }
    return best
  }

  /// Checks that the frames in `range` are the tones that begin at `start`.
  func expect(_ tones: Tones, from start: Double, in range: Range<Int>) throws(Difference) {
    for index in range {
      let expected = tones.value(at: (Double(index) - start) / Double(TestSignal.rate))
      let difference = SIMD2<Double>(SIMD2(Int(frames[index].x), Int(frames[index].y))) - expected
      if max(abs(difference.x), abs(difference.y)) > Self.tolerance {
        throw Difference(
          description: "recorded at \(index), \(time(of: index)) s, is \(frames[index]) and not \(expected); \(range)")
      }
    }
  }

  /// The frame at which the gain that rises by one over `fade` frames was nothing, for tones that begin at `start` and
  /// are heard from `first` on.
  func fadeStart(of tones: Tones, from start: Double, heardFrom first: Int, fade: Int) -> Int {
    // The straight line that fits best: recorded = value · (index − begin) / fade.
    var (weighted, weights) = (0.0, 0.0)
    for index in first..<first + fade * 9 / 10 {
      let value = tones.value(at: (Double(index) - start) / Double(TestSignal.rate))
      let heard = SIMD2<Double>(SIMD2(Int(frames[index].x), Int(frames[index].y)))
      weighted += (value * value).sum() * Double(index) - Double(fade) * (value * heard).sum()
      weights += (value * value).sum()
    }
    return Int((weighted / weights).rounded())
  }

  /// How far a tone of so many hertz swings on both channels in the second from `first` on.
  func amplitude(of hertz: Double, from first: Int) -> SIMD2<Double> {
    var (real, imaginary) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in 0..<TestSignal.rate {
      let phase = 2 * .pi * hertz * Double(index) / Double(TestSignal.rate)
      let heard = SIMD2<Double>(SIMD2(Int(frames[first + index].x), Int(frames[first + index].y)))
      real += heard * cos(phase)
      imaginary += heard * sin(phase)
    }
    return (real * real + imaginary * imaginary).squareRoot() * (2 / Double(TestSignal.rate))
  }
}
