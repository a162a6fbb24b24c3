import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

@Suite struct PlayingTests {
  @Test(arguments: [1, 2, 3, 6])
  func `samples pass as they are, however many channels`(channels: Int) {
    let rig = Rig([FakeTrack(seed: 1, frames: 70_000, channels: channels)])
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<70_000))
    #expect(rig.output.violations == [])
    #expect(!rig.output.isRunning && rig.output.isOpen)
  }

  @Test func `short reads, short writes and an unknown length change nothing`() {
    var track = FakeTrack(seed: 1, frames: 40_000)
    track.readsAtMost = 333
    track.knowsLength = false
    var terms = FakeOutput.Terms()
    terms.writesAtMost = 500
    let rig = Rig([track], terms)
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == track.samples(0..<40_000))
    #expect(rig.reports[0] == .trackOpened(Generation(1), QueueEntryID(0), track.format, length: nil))
  }

  @Test func `nothing is written before begin`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 40_000)])
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.settle()
    rig.run(.seconds(1))
    #expect(rig.reports.count == 2 && rig.reports[1].isPrepared)
    #expect(rig.output.writes == 0 && rig.output.isOpen)
  }

  @Test func `begin before prepared counts`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 10_000)])
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<10_000))
  }

  @Test func `a seek is exact, and a pause does not open the file again`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 100_000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    rig.play(2, from: 77_777)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<heard) + rig.tracks[0].samples(77_777..<100_000))
    #expect(rig.files.opened.count == 1 && rig.output.opens == 1)
    #expect(rig.reports.compactMap(\.start).map(\.position) == [position(0, 0), position(0, 77_777)])
  }

  @Test func `the start is reported with the time at which it is heard`() {
    var terms = FakeOutput.Terms()
    terms.delayError = 441
    let rig = Rig([FakeTrack(seed: 1, frames: 100_000)], terms)
    rig.play(1)
    #expect(rig.reports.compactMap(\.start)[0].at == rig.clock.now + .milliseconds(10))
  }

  @Test(arguments: [4000, 30_001, 65_536, 100_000])
  func `two tracks follow each other without a gap`(frames: Int) {
    let rig = Rig([FakeTrack(seed: 1, frames: frames), FakeTrack(seed: 2, frames: 50_003)])
    rig.play(1)
    let begun = rig.clock.now
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    let heard = rig.output.heardSamples
    let source = rig.tracks[0].samples(0..<frames) + rig.tracks[1].samples(0..<50_003)
    #expect(Array(heard.prefix(source.count)) == source)
    let starts = rig.reports.compactMap(\.start)
    #expect(starts.map(\.position) == [position(0, 0), position(1, 0)])
    let border = begun + SampleRate(44_100).duration(of: FrameCount(frames))
    #expect(abs((starts[1].at - border).wholeNanoseconds) < 50_000)
  }

  @Test func `a next named while the last frames sound still follows without a gap`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 6000), FakeTrack(seed: 2, frames: 6000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    #expect(rig.output.isRunning)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(
      Array(rig.output.heardSamples.prefix(24_000))
        == rig.tracks[0].samples(0..<6000) + rig.tracks[1].samples(0..<6000))
  }

  @Test func `where padding cannot be taken back, a late next follows after it`() {
    var terms = FakeOutput.Terms()
    terms.keepsAtRewind = .max / 2
    let rig = Rig([FakeTrack(seed: 1, frames: 6000), FakeTrack(seed: 2, frames: 6000)], terms)
    rig.play(1)
    rig.run(.milliseconds(100))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<6000) + rig.tracks[1].samples(0..<6000))
    #expect(rig.reports.compactMap(\.start).map(\.position) == [position(0, 0), position(1, 0)])
  }

  @Test func `the next can be changed until shortly before it is heard, and naming it twice plays it once`() {
    let rig = Rig([350_000, 5000, 6000].enumerated().map { FakeTrack(seed: $0.offset, frames: $0.element) })
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.settle()
    // The ring holds all that is left of the track, and would hold more.
    rig.run(.milliseconds(5000))
    rig.perform(.setNext(Generation(1), rig.track(2)))
    rig.run(.milliseconds(2000))
    rig.perform(.setNext(Generation(1), rig.track(2)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<350_000) + rig.tracks[2].samples(0..<6000))
  }

  @Test func `many short tracks are one stream`() {
    let rig = Rig((0..<9).map { FakeTrack(seed: $0, frames: 100 + 37 * $0) })
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    var next = 2
    for _ in 0..<400 {
      let before = rig.reports.compactMap(\.start).count
      rig.run(.milliseconds(1), step: .milliseconds(1))
      if rig.reports.compactMap(\.start).count > before, before > 0, next < 9 {
        rig.perform(.setNext(Generation(1), rig.track(next)))
        next += 1
      }
    }
    #expect(rig.music == rig.tracks.flatMap { $0.samples(0..<$0.frames) })
    #expect(rig.reports.last?.isEnded == true)
  }

  @Test func `a track of another rate does not join; the stream ends and its decoder waits`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 10_000), FakeTrack(seed: 2, frames: 10_000, rate: 48_000)])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    rig.play(2, 1)
    #expect(rig.run { $0 == .ended(Generation(2)) })
    #expect(rig.music == rig.tracks[0].samples(0..<10_000) + rig.tracks[1].samples(0..<10_000))
    #expect(rig.files.opened.count == 2 && rig.output.opens == 2)
  }

  @Test(arguments: [0, 5000])
  func `a stream without a frame starts and ends`(frames: Int) {
    let rig = Rig([FakeTrack(seed: 1, frames: frames), FakeTrack(seed: 2, frames: 3000)])
    rig.play(1, from: 9000)
    #expect(rig.reports.compactMap(\.start).map(\.position) == [position(0, frames)])
    #expect(rig.reports.last?.isEnded == true)
    rig.perform(.prepare(Generation(2), rig.track(0), from: FrameCount(9000)))
    rig.perform(.setNext(Generation(2), rig.track(1)))
    rig.settle()
    rig.perform(.begin(Generation(2), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0 == .ended(Generation(2)) })
    #expect(rig.music == rig.tracks[1].samples(0..<3000))
    #expect(rig.silence(3) == position(1, 3000))
  }

  @Test func `release closes the device and the decoders`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)])
    rig.play(1)
    rig.run(.milliseconds(200))
    rig.perform(.release)
    rig.settle()
    #expect(rig.reports.last == .released)
    #expect(!rig.output.isOpen)
    let heard = rig.output.heardFrames
    #expect(rig.silence(2) == position(0, heard))
    rig.play(3, from: heard)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<90_000))
    #expect(rig.files.opened.count == 2)
  }

  @Test func `an engine that was never told to play is silent at nothing`() {
    let rig = Rig([])
    #expect(rig.silence(1) == position(0, 0))
    rig.perform(.setGain(.unity, ramp: .zero))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    rig.perform(.release)
    rig.settle()
    #expect(rig.reports.last == .released)
    #expect(rig.output.opens == 0)
  }
}
