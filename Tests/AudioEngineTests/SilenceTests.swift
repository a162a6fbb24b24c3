import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// R1 and R33: silence in every phase, and the position that is resumed from.
@Suite struct SilenceTests {
  private static let tracks = [FakeTrack(seed: 1, frames: 4000), FakeTrack(seed: 2, frames: 3000)]

  private static func terms(keeps: Int) -> FakeOutput.Terms {
    var terms = FakeOutput.Terms()
    terms.bufferFrames = 2048
    terms.queueFrames = 2048
    terms.periodFrames = 512
    terms.keepsAtRewind = keeps
    return terms
  }

  /// Plays both tracks, does `steps` pieces of work and then silences at once.
  private func played(steps: Int, keeps: Int, until silencing: EngineOrder) -> Rig {
    let rig = Rig(SilenceTests.tracks, SilenceTests.terms(keeps: keeps))
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    rig.work(steps: steps)
    rig.perform(silencing)
    return rig
  }

  @Test(arguments: [0, 300, 4096])
  func `after silence at any moment the music goes on with the very next frame`(keeps: Int) {
    for steps in 0..<180 {
      let rig = played(steps: steps, keeps: keeps, until: .silence(Generation(2), fadeOut: .zero))
      let writes = rig.output.writes
      rig.settle()
      #expect(rig.output.writes == writes && !rig.output.isRunning)
      guard let rest = rig.silenced(2) else {
        Issue.record("no answer after \(steps) steps")
        continue
      }
      rig.perform(.prepare(Generation(3), rig.track(Int(rest.entry.number)), from: rest.frame))
      if rest.entry.number == 0 { rig.perform(.setNext(Generation(3), rig.track(1))) }
      rig.perform(.begin(Generation(3), gain: .unity, fadeIn: .zero))
      #expect(rig.run { $0 == .ended(Generation(3)) })
      #expect(
        rig.music == SilenceTests.tracks[0].samples(0..<4000) + SilenceTests.tracks[1].samples(0..<3000),
        "after \(steps) steps")
      #expect(rig.output.violations == [])
    }
  }

  @Test func `a prepare silences at any moment`() {
    for steps in 0..<180 {
      let rig = played(
        steps: steps, keeps: 0,
        until: .prepare(Generation(2), Track(entry: QueueEntryID(1), path: FilePath("1")), from: FrameCount(1000)))
      let writes = rig.output.writes
      rig.settle()
      #expect(rig.output.writes == writes && !rig.output.isRunning)
      let heard = rig.music
      rig.perform(.begin(Generation(2), gain: .unity, fadeIn: .zero))
      #expect(rig.run { $0 == .ended(Generation(2)) })
      #expect(rig.music == heard + SilenceTests.tracks[1].samples(1000..<3000), "after \(steps) steps")
    }
  }

  @Test func `a release silences at any moment`() {
    for steps in 0..<180 {
      let rig = played(steps: steps, keeps: 0, until: .release)
      let writes = rig.output.writes
      rig.settle()
      #expect(rig.output.writes == writes && !rig.output.isOpen)
      #expect(rig.reports.last == .released, "after \(steps) steps")
    }
  }

  @Test func `after a fade out at any moment the music goes on where it became silent`() {
    for steps in stride(from: 0, to: 180, by: 2) {
      let rig = played(steps: steps, keeps: 0, until: .silence(Generation(2), fadeOut: .milliseconds(15)))
      rig.run(.milliseconds(200), step: .milliseconds(3))
      let rest = rig.silenced(2)
      #expect(rest != nil && !rig.output.isRunning, "after \(steps) steps")
      let source = SilenceTests.tracks[0].samples(0..<4000) + SilenceTests.tracks[1].samples(0..<3000)
      let frames = rest.map { Int($0.frame.value) + ($0.entry.number == 1 ? 4000 : 0) } ?? 0
      // The last frames of a fade may be rounded to zero, and silence follows it.
      let heard = Array(rig.output.heardSamples.prefix(frames * 2))
      #expect(heard.count == frames * 2, "after \(steps) steps")
      let steady = max(0, frames - 662) * 2
      #expect(heard.prefix(steady) == source.prefix(steady), "after \(steps) steps")
      #expect(zip(heard, source).allSatisfy { abs(Int($0)) <= abs(Int($1)) })
      #expect(rig.output.heardSamples.dropFirst(frames * 2).allSatisfy { $0 == 0 })
    }
  }

  /// R36: a server takes nothing back, but forgets what it was given.
  @Test func `a fade out that would be heard late is none`() {
    var terms = FakeOutput.Terms()
    terms.keepsAtRewind = terms.bufferFrames
    let track = FakeTrack(seed: 1, frames: 90_000)
    let rig = Rig([track], terms)
    rig.play(1)
    rig.run(.milliseconds(300))
    rig.perform(.silence(Generation(2), fadeOut: .milliseconds(15)))
    rig.settle()
    #expect(!rig.output.isRunning)
    let heard = rig.output.heardFrames
    #expect(heard == 13_230)
    #expect(rig.silenced(2) == position(0, heard))
    #expect(rig.output.heardSamples == track.samples(0..<heard))
  }

  @Test func `a fade out waits for the little that cannot be taken back`() {
    var terms = FakeOutput.Terms()
    terms.keepsAtRewind = 3000
    let track = FakeTrack(seed: 1, frames: 90_000)
    let rig = Rig([track], terms)
    rig.play(1)
    rig.run(.milliseconds(300))
    rig.perform(.silence(Generation(2), fadeOut: .milliseconds(15)))
    rig.settle()
    #expect(rig.output.isRunning && rig.silenced(2) == nil)
    rig.run(.milliseconds(100))
    #expect(!rig.output.isRunning)
    #expect(rig.silenced(2) == position(0, 13_230 + 3000 + 661))
    let steady = (13_230 + 3000) * 2
    #expect(rig.output.heardSamples.prefix(steady) == track.samples(0..<(13_230 + 3000))[...])
  }

  @Test func `silence in the middle of a fade out is at once`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    rig.perform(.silence(Generation(2), fadeOut: .seconds(1)))
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    #expect(rig.silenced(2) == nil)
    #expect(rig.silence(3) == position(0, heard))
    #expect(rig.silenced(2) == position(0, heard))
    #expect(!rig.output.isRunning)
  }

  @Test func `a device that opens late is left unwritten`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)])
    let control = rig
    nonisolated(unsafe) let late = control
    rig.output.change {
      $0.during = { moment in
        if case .opening = moment { late.perform(.silence(Generation(2), fadeOut: .zero)) }
      }
    }
    rig.play(1)
    #expect(rig.output.isOpen && rig.output.writes == 0)
    #expect(rig.silenced(2) == position(0, 0))
    #expect(!rig.reports.contains { $0.isPrepared })
  }

  @Test func `a device that opens late is closed unwritten if it was let go`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)])
    nonisolated(unsafe) let late = rig
    rig.output.change { $0.during = { if case .opening = $0 { late.perform(.release) } } }
    rig.play(1)
    #expect(!rig.output.isOpen && rig.output.writes == 0)
    #expect(rig.reports.last == .released)
  }

  @Test func `silence ordered while the queue is being filled stops the filling`() {
    var terms = FakeOutput.Terms()
    terms.writesAtMost = 100_000
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)], terms)
    nonisolated(unsafe) let late = rig
    rig.output.change {
      $0.during = { if case .writing = $0 { late.perform(.silence(Generation(2), fadeOut: .zero)) } }
    }
    rig.play(1)
    #expect(rig.output.writes == 1)
    #expect(rig.output.heardFrames == 0)
    #expect(rig.silenced(2) == position(0, 0))
  }

  @Test func `a device that claims too much does not make the position skip`() {
    var terms = FakeOutput.Terms()
    terms.delayError = -5000
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)], terms)
    rig.play(1)
    rig.run(.milliseconds(100))
    let rest = rig.silence(2)?.frame.value ?? 0
    #expect(rest <= 4410 + 300 && rest >= 4410)
  }

  @Test func `generations that are over have no effect`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000), FakeTrack(seed: 2, frames: 90_000)])
    rig.play(5)
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    #expect(rig.silence(6) == position(0, heard))
    rig.perform(.begin(Generation(5), gain: .unity, fadeIn: .zero))
    rig.perform(.setNext(Generation(5), rig.track(1)))
    rig.run(.seconds(1))
    #expect(rig.output.heardFrames == heard)
  }
}
