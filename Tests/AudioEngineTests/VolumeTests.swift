import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// R22 and R36: what is queued is taken back and rendered again.
@Suite struct VolumeTests {
  private func rig() -> Rig { Rig([FakeTrack(seed: 1, frames: 90_000, channels: 1)]) }

  /// The factors that were heard, from the samples that are loud enough to tell.
  private func factors(_ rig: Rig) -> [(frame: Int, factor: Float)] {
    zip(rig.output.heardSamples, rig.tracks[0].samples(0..<90_000)).enumerated().compactMap {
      let (heard, source) = $0.element
      return abs(Int(source)) > 4000 ? ($0.offset, Float(heard) / Float(source)) : nil
    }
  }

  /// The first frames that were heard with another factor than `expected`.
  private func wrong(_ rig: Rig, _ expected: (Int) -> Float) -> [Int] {
    Array(factors(rig).filter { abs($0.factor - expected($0.frame)) > 0.0003 }.map(\.frame).prefix(5))
  }

  @Test func `a change of gain is heard after ten milliseconds and takes as long as its ramp`() {
    let rig = rig()
    rig.play(1)
    rig.run(.milliseconds(100))
    let now = rig.output.heardFrames
    rig.perform(.setGain(CappedGain(Gain(0.5)), ramp: .milliseconds(20)))
    rig.settle()
    rig.run(.seconds(1))
    let start = now + 441
    #expect(wrong(rig) { 1 - 0.5 * max(0, min(1, Float($0 - start) / 882)) } == [])
    #expect(rig.output.violations == [])
  }

  @Test func `changes in the middle of a ramp go on from where it is`() {
    let rig = rig()
    rig.play(1)
    for step in 0..<40 {
      rig.run(.milliseconds(7))
      rig.perform(.setGain(CappedGain(Gain(step.isMultiple(of: 2) ? 0.2 : 1)), ramp: .milliseconds(20)))
    }
    rig.run(.milliseconds(400))
    let all = factors(rig)
    // The steepest ramp falls by 0.8 in 882 frames.
    let jumps = zip(all, all.dropFirst()).filter { left, right in
      abs(left.factor - right.factor) > Float(right.frame - left.frame) * 0.001 + 0.0005
    }
    #expect(jumps.isEmpty)
    #expect(abs(all.last!.factor - 1) < 0.0003)
  }

  @Test func `a fade in rises in a straight line to the samples as they are`() {
    let rig = rig()
    rig.play(1, fadeIn: .milliseconds(300))
    rig.run(.milliseconds(800))
    #expect(wrong(rig) { min(1, Float($0) / 13_230) } == [])
    let heard = rig.output.heardSamples
    #expect(Array(heard[13_230...]) == rig.tracks[0].samples(13_230..<heard.count))
  }

  @Test func `a fade out falls in a straight line to silence`() {
    let rig = rig()
    rig.play(1)
    rig.run(.milliseconds(100))
    let start = rig.output.heardFrames + 441
    #expect(rig.silence(2, fadeOut: .milliseconds(100)) == position(0, start + 4410))
    #expect(wrong(rig) { 1 - max(0, min(1, Float($0 - start) / 4410)) } == [])
  }

  @Test func `a gain given at rest is the one that begin replaces`() {
    let rig = rig()
    rig.perform(.setGain(CappedGain(Gain(0.1)), ramp: .seconds(1)))
    rig.play(1)
    rig.run(.milliseconds(100))
    #expect(rig.music == rig.tracks[0].samples(0..<rig.output.heardFrames))
  }

  @Test func `the gain stays over a border and over an underrun`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 9000, channels: 1), FakeTrack(seed: 2, frames: 9000, channels: 1)])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.run(.milliseconds(20))
    rig.perform(.setGain(CappedGain(Gain(0.5)), ramp: .zero))
    rig.run(.milliseconds(50))
    rig.clock.advance(by: .milliseconds(300))
    #expect(rig.run { $0.isEnded })
    let source = rig.tracks[0].samples(0..<9000) + rig.tracks[1].samples(0..<9000)
    let heard = rig.output.heardSamples
    for frame in 2000..<18_000 { #expect(abs(Float(heard[frame]) - Float(source[frame]) / 2) <= 0.5) }
  }

  @Test func `R22: a sine at full level never steps further than itself and the steepest ramp`() {
    var track = FakeTrack(seed: 1, frames: 400_000, channels: 1)
    track.tone = 200
    let rig = Rig([track])
    var generation = 1 as UInt32
    rig.play(generation, fadeIn: .milliseconds(5))
    for step in 0..<24 {
      rig.run(.milliseconds(50 + 7 * step))
      switch step % 4 {
      case 0: rig.perform(.setGain(CappedGain(.silence), ramp: .milliseconds(20)))
      case 1: rig.perform(.setGain(.unity, ramp: .milliseconds(20)))
      case 2: rig.perform(.setGain(CappedGain(Gain(0.3)), ramp: .milliseconds(20)))
      default:
        // A pause or a jump, and on with the next frame.
        generation += 2
        let rest = rig.silence(generation - 1, fadeOut: .milliseconds(step % 8 == 3 ? 15 : 10))
        rig.play(generation, from: Int(rest?.frame.value ?? 0), fadeIn: .milliseconds(5))
      }
    }
    rig.run(.milliseconds(300))
    let heard = rig.output.heardSamples
    let largest = zip(heard, heard.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? .max
    let full = 32_767.0
    let ownStep = full * 2 * .pi * 200 / 44_100
    let rampStep = full / (0.005 * 44_100)
    #expect(heard.count > 44_100 && Double(largest) <= ownStep + rampStep + 1)
    #expect(Double(largest) > ownStep, "the measure sees ramps")
  }
}
