import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

@Suite struct PlayingTests {
  @Test func `samples pass as they are`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 100_000)])
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<100_000))
    #expect(rig.output.violations == [])
    #expect(!rig.output.isRunning && rig.output.isOpen)
  }

  @Test func `two tracks follow each other without a gap`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 30_001), FakeTrack(seed: 2, frames: 50_003)])
    rig.play(1)
    let begun = rig.clock.now
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    let heard = rig.output.heardSamples
    let source = rig.tracks[0].samples(0..<30_001) + rig.tracks[1].samples(0..<50_003)
    #expect(Array(heard.prefix(source.count)) == source)
    let starts = rig.reports.compactMap(\.start)
    #expect(starts.map(\.position) == [position(0, 0), position(1, 0)])
    let border = begun + SampleRate(44_100).duration(of: FrameCount(30_001))
    #expect(abs((starts[1].at - border).wholeNanoseconds) < 50_000)
  }
}
