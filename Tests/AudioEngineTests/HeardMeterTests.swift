import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// How long and how loud it was heard is what was heard, not what was rendered.
@Suite struct HeardMeterTests {
  private static let rate = 44_100.0

  private func total(_ rig: Rig) -> HeardSound {
    rig.reports.reduce(HeardSound()) { sum, report in
      if case .heard(let sound) = report { sum + sound } else { sum }
    }
  }

  /// What the tape says, but for silence: its seconds, and the mean square of its samples at each ear.
  private func heard(_ rig: Rig, channels: Int) -> HeardSound {
    let samples = rig.music
    let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / 32_768 / 32_768
    return HeardSound(
      seconds: Double(samples.count / channels) / Self.rate, energy: energy / Double(channels) / Self.rate)
  }

  /// Samples that a fade has rounded to silence are missing on the tape.
  private func expectEqual(
    _ rig: Rig, channels: Int = 2, within part: Double = 2e-4, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (told, tape) = (total(rig), heard(rig, channels: channels))
    #expect(
      abs(told.seconds - tape.seconds) < 0.002 && abs(told.energy - tape.energy) <= part * tape.energy,
      "\(told) \(tape)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [1, 2]) func `a track is as long and as loud as its samples`(channels: Int) {
    let rig = Rig([FakeTrack(seed: 1, frames: 50_001, channels: channels)])
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(abs(total(rig).seconds - 50_001 / Self.rate) < 1e-9)
    expectEqual(rig, channels: channels)
    #expect(rig.allocations == 0)
  }

  @Test func `what is rendered again at another level counts once, at the level that was heard`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 60_000)])
    rig.play(1, fadeIn: .milliseconds(300))
    for step in 0..<60 {
      rig.run(.milliseconds(9))
      rig.perform(.setGain(CappedGain(Gain(step.isMultiple(of: 2) ? 0.2 : 0.9)), ramp: .milliseconds(20)))
    }
    #expect(rig.run { $0.isEnded })
    #expect(abs(total(rig).seconds - 60_000 / Self.rate) < 1e-9)
    // Most of it is ramps, of which the last 10 ms before a change cannot be taken back.
    expectEqual(rig, within: 0.01)
    #expect(rig.allocations == 0)
  }

  @Test func `a pause ends it at the frame that was heard last, and nothing counts in between`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 60_000)])
    rig.play(1)
    rig.run(.milliseconds(200))
    let rest = rig.silence(2, fadeOut: .milliseconds(15))
    rig.run(.seconds(3))
    expectEqual(rig)
    rig.play(3, from: Int(rest?.frame.value ?? 0))
    rig.run(.milliseconds(200))
    _ = rig.silence(4)
    expectEqual(rig)
  }

  @Test func `ReplayGain counts, up to the border's frame`() {
    var settings = ReplayGainSettings()
    settings.mode = .track
    settings.preventsClipping = false
    let halved = ReplayGainFacts(trackGain: -6.020_599_913)
    let rig = Rig([FakeTrack(seed: 1, frames: 20_000), FakeTrack(seed: 2, frames: 20_000)], tags: [halved, nil])
    let tracks = [0, 1].map { index in
      var track = rig.track(index)
      track.replayGain = settings.rule(isAmongItsAlbum: false)
      return track
    }
    rig.perform(.prepare(Generation(1), tracks[0], from: .zero))
    rig.perform(.setNext(Generation(1), tracks[1]))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    expectEqual(rig)
  }

  @Test func `what is mixed for the device counts as it is mixed`() {
    var terms = FakeOutput.Terms()
    terms.channelMap = [.frontLeft, .frontRight]
    let rig = Rig([FakeTrack(seed: 1, frames: 30_000, channels: 6)], terms)
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    expectEqual(rig)
  }

  @Test func `muted time does not count`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 44_100)])
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: CappedGain(.silence), fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    #expect(total(rig) == HeardSound())
  }

  @Test func `it is told once a minute, and when the gain is set`() {
    var track = FakeTrack(seed: 1, frames: 44_100 * 130, channels: 1)
    track.tone = 441
    let rig = Rig([track])
    rig.play(1)
    rig.run(.seconds(125))
    let told = rig.reports.compactMap { if case .heard(let sound) = $0 { sound } else { nil } }
    #expect(told.count == 2 && told.allSatisfy { abs($0.seconds - 60) < 0.1 })
    // A sine of full scale.
    #expect(told.allSatisfy { abs($0.level ?? 9) < 0.001 })
    rig.perform(.setGain(CappedGain(Gain(0.5)), ramp: .zero))
    rig.settle()
    rig.perform(.setGain(CappedGain(Gain(0.5)), ramp: .zero))
    rig.settle()
    let all = rig.reports.compactMap { if case .heard(let sound) = $0 { sound } else { nil } }
    #expect(all.count == 4 && all.last == HeardSound(), "also where there is nothing to tell")
  }

  @Test(arguments: [0, 1, 7, 8, 9, 2_047, 2_057, 20_000]) func `a sum of squares is that`(count: Int) {
    let samples = (0...count).map { Float(($0 * 7_919) % 2_001 - 1_000) / 1_000 }
    let expected = samples.dropFirst().reduce(0.0) { $0 + Double($1) * Double($1) }
    let sum = samples.withUnsafeBufferPointer { sumOfSquares($0.baseAddress! + 1, count: count) }
    #expect(abs(sum - expected) <= 1e-5 * max(expected, 1))
  }
}
