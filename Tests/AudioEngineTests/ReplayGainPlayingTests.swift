import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// ReplayGain on its way to the device, and R21.
@Suite struct ReplayGainPlayingTests {
  private static func rule(preventsClipping: Bool = false) -> ReplayGainRule {
    var settings = ReplayGainSettings()
    settings.mode = .track
    settings.preventsClipping = preventsClipping
    return settings.rule(isAmongItsAlbum: false)
  }

  private func track(_ rig: Rig, _ index: Int) -> Track {
    var track = rig.track(index)
    track.replayGain = Self.rule()
    return track
  }

  /// 10^(-6.0206/20) and its double: halves and doubles exactly enough for 16 bits.
  private static let halved = ReplayGainFacts(trackGain: -6.020_599_913)
  private static let doubled = ReplayGainFacts(trackGain: 6.020_599_913)

  @Test(arguments: [4000, 30_001]) func `the factor changes at the border's exact frame`(frames: Int) {
    let rig = Rig(
      [FakeTrack(seed: 1, frames: frames), FakeTrack(seed: 2, frames: 20_000), FakeTrack(seed: 3, frames: 3000)],
      tags: [Self.halved, nil, Self.halved])
    rig.perform(.prepare(Generation(1), track(rig, 0), from: .zero))
    rig.perform(.setNext(Generation(1), track(rig, 1)))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    #expect(rig.run { if case .started(_, position(1, 0), _) = $0 { true } else { false } })
    rig.perform(.setNext(Generation(1), track(rig, 2)))
    #expect(rig.run { $0.isEnded })
    let heard = rig.output.heardSamples
    let first = rig.tracks[0].samples(0..<frames)
    let second = rig.tracks[1].samples(0..<20_000)
    let third = rig.tracks[2].samples(0..<3000)
    #expect(zip(heard, first).allSatisfy { abs(Float($0) - Float($1) / 2) <= 0.5 })
    #expect(Array(heard[(2 * frames)..<(2 * frames + 40_000)]) == second, "a factor of one leaves samples untouched")
    #expect(zip(heard[(2 * frames + 40_000)...], third).allSatisfy { abs(Float($0) - Float($1) / 2) <= 0.5 })
    #expect(rig.output.violations == [] && rig.allocations == 0)
  }

  @Test func `a border that is rendered again keeps its factors`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 6000), FakeTrack(seed: 2, frames: 6000)], tags: [Self.halved, nil])
    rig.perform(.prepare(Generation(1), track(rig, 0), from: .zero))
    rig.perform(.setNext(Generation(1), track(rig, 1)))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    for _ in 0..<40 {
      rig.run(.milliseconds(5))
      rig.perform(.setGain(.unity, ramp: .milliseconds(20)))
    }
    #expect(rig.run { $0.isEnded })
    let heard = rig.output.heardSamples
    #expect(zip(heard, rig.tracks[0].samples(0..<6000)).allSatisfy { abs(Float($0) - Float($1) / 2) <= 0.5 })
    #expect(Array(heard[12_000..<24_000]) == rig.tracks[1].samples(0..<6000))
  }

  @Test(arguments: [(60, 100), (60, 60), (70, 80), (100, 100), (0, 100)])
  func `R21: what is raised stays below the cap`(level: Int, cap: Int) {
    var source = FakeTrack(seed: 1, frames: 40_000)
    source.wave = { _ in 0.25 }
    let rig = Rig([source], tags: [Self.doubled])
    rig.perform(.prepare(Generation(1), track(rig, 0), from: .zero))
    rig.settle()
    let gain = CappedGain(Level(percent: level).gain, cap: Level(percent: cap).gain)
    rig.perform(.begin(Generation(1), gain: gain, fadeIn: .zero))
    rig.run(.milliseconds(500))
    let expected = min(2 * Level(percent: level).gain.linear, Level(percent: cap).gain.linear) * 0.25 * 32_768
    #expect(rig.output.heardSamples.allSatisfy { abs(Float($0) - expected) <= 1 })
    #expect(rig.output.heardFrames > 20_000)
    let lower = CappedGain(Level(percent: 40).gain, cap: Level(percent: 45).gain)
    rig.perform(.setGain(lower, ramp: .milliseconds(20)))
    rig.run(.milliseconds(200))
    let last = Float(rig.output.heardSamples.last!)
    #expect(abs(last - Level(percent: 45).gain.linear * 0.25 * 32_768) <= 1)
  }

  @Test func `what a cue sheet says of a part counts before the file's tags`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 9000)], tags: [Self.doubled])
    var part = track(rig, 0)
    part.loudness = Self.halved
    rig.perform(.prepare(Generation(1), part, from: .zero))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    let source = rig.tracks[0].samples(0..<9000)
    #expect(rig.output.heardFrames >= 9000)
    #expect(zip(rig.output.heardSamples, source).allSatisfy { abs(Float($0) - Float($1) / 2) <= 0.5 })
  }

  @Test func `tags count only where the order says so`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 9000)], tags: [Self.halved])
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<9000))
  }
}
