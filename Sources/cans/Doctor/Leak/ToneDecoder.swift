import AudioEngine
import Glibc
import PlayerCore

/// A quiet tone: 440 Hz, 30 dB below full scale, on both sides, for two minutes. The level of the route comes on top of
/// that, as with any track. Decode thread only.
nonisolated final class ToneDecoder: Decoder {
  static let rate = SampleRate(48_000)
  private static let frequency = 440.0
  private static let peak: Float = 0.0316
  private static let seconds = 120

  let format = AudioFormat(rate: rate, channels: 2, encoding: .float(bits: 32))
  let length: FrameCount? = rate.frames(in: .seconds(seconds))
  private var next = 0

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    let count = min(frames, Int(length!.value) - next)
    for frame in 0..<count {
      // By the frame's number, so that a seek changes no sample; within one period, where a sine is exact.
      let turns = Double(next + frame) * Self.frequency / Double(Self.rate.hertz)
      let sample = Float(sin(2 * .pi * (turns - turns.rounded(.down)))) * Self.peak
      buffer[2 * frame] = sample
      buffer[2 * frame + 1] = sample
    }
    next += count
    return count
  }

  func seek(to frame: FrameCount) throws(DecodeError) { next = min(Int(frame.value), Int(length!.value)) }
}
