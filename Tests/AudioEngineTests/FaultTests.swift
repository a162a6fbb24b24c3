import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// R18: what the device does wrong.
@Suite struct DeviceFaultTests {
  @Test func `a device that ran dry goes on where it stopped`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 60_000)])
    rig.play(1)
    for count in 1...3 {
      rig.run(.milliseconds(50))
      rig.clock.advance(by: .milliseconds(500))
      rig.settle()
      let heard = rig.output.heardFrames
      #expect(
        rig.reports.last
          == .recovered(Generation(1), position(0, heard), at: rig.clock.now, underruns: count))
    }
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<60_000))
    #expect(rig.output.violations == [])
  }

  @Test func `after a sleep of the machine the engine waits for orders, and not a period is repeated`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 40_000)])
    rig.play(1)
    rig.run(.milliseconds(200))
    let heard = rig.output.heardFrames
    rig.output.fail(with: .suspended)
    rig.run(.seconds(1))
    guard let position = rig.reports.lazy.compactMap(\.sleep).first else {
      Issue.record("not reported")
      return
    }
    #expect(!rig.output.isRunning && rig.output.isOpen)
    let frame = Int(position.frame.value)
    #expect(frame <= heard && frame > heard - 1024)
    #expect(rig.output.heardFrames == heard)
    rig.play(2, from: frame)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<heard) + rig.tracks[0].samples(frame..<40_000))
    #expect(rig.output.violations == [])
  }

  @Test func `a decoder that is late makes the device run dry, not the music skip`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 600_000)])
    rig.play(1)
    for _ in 0..<1400 {
      rig.clock.advance(by: .milliseconds(5))
      rig.turnOutput()
    }
    #expect(!rig.output.isRunning)
    let heard = rig.output.heardFrames
    #expect(rig.reports.filter(\.isStarved) == [.starved(Generation(1), position(0, heard))])
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<600_000))
    #expect(rig.reports.filter(\.isRecovered).count == 1)
    #expect(rig.reports.filter(\.isStarved).count == 1)
  }

  @Test func `a device lost at any call is closed, and the position is the next frame to be heard`() {
    var calls = 1
    while true {
      var terms = FakeOutput.Terms()
      terms.bufferFrames = 2048
      terms.queueFrames = 2048
      terms.faults = [calls: .lost(.noDevice)]
      let rig = Rig([FakeTrack(seed: 1, frames: 5000), FakeTrack(seed: 2, frames: 4000)], terms)
      rig.play(1)
      rig.perform(.setNext(Generation(1), rig.track(1)))
      if calls % 3 == 0 { rig.perform(.setGain(.unity, ramp: .zero)) }
      #expect(rig.run { $0.isLost || $0.isEnded })
      guard case .deviceLost(Generation(1), let rest, .noDevice)? = rig.reports.first(where: \.isLost) else { break }
      #expect(!rig.output.isOpen)
      let heard = rig.output.heardFrames
      let frame = Int(rest.frame.value) + (rest.entry.number == 1 ? 5000 : 0)
      #expect(frame <= heard && frame > heard - 300, "call \(calls)")
      // When it returns, play works without a restart.
      rig.output.change { $0.faults = [:] }
      rig.play(2, Int(rest.entry.number), from: Int(rest.frame.value))
      rig.perform(.setNext(Generation(2), rest.entry.number == 0 ? rig.track(1) : nil))
      #expect(rig.run { $0 == .ended(Generation(2)) })
      let source = rig.tracks[0].samples(0..<5000) + rig.tracks[1].samples(0..<4000)
      let expected = Array(source.prefix(heard * 2)) + Array(source.dropFirst(frame * 2))
      #expect(rig.music == expected, "call \(calls)")
      calls += 1
    }
    #expect(calls > 100)
  }

  @Test(arguments: [OutputFault.underrun, .suspended])
  func `a fault at any call only repeats`(fault: OutputFault) {
    for call in 1..<120 {
      var terms = FakeOutput.Terms()
      terms.bufferFrames = 2048
      terms.queueFrames = 2048
      terms.faults = [call: fault]
      let rig = Rig([FakeTrack(seed: 1, frames: 5000), FakeTrack(seed: 2, frames: 4000)], terms)
      rig.play(1)
      rig.perform(.setNext(Generation(1), rig.track(1)))
      #expect(rig.run { $0.isEnded || $0.sleep != nil }, "call \(call)")
      if let rest = rig.reports.lazy.compactMap(\.sleep).first {
        rig.play(2, Int(rest.entry.number), from: Int(rest.frame.value))
        rig.perform(.setNext(Generation(2), rest.entry.number == 0 ? rig.track(1) : nil))
        #expect(rig.run { $0.isEnded }, "call \(call)")
      }
      let source = rig.tracks[0].samples(0..<5000) + rig.tracks[1].samples(0..<4000)
      let music = rig.music
      let repeated = music.count - source.count
      let split = zip(music, source).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? source.count
      #expect(repeated >= 0 && repeated <= 2048 * 2 && split >= repeated, "call \(call)")
      guard repeated >= 0, split >= repeated else { continue }
      #expect(Array(music[split...]) == Array(source[(split - repeated)...]), "call \(call)")
      #expect(rig.output.violations == [])
    }
  }

  @Test func `a sign of life says where the music is, in every phase`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 600_000)])
    func checked() -> EngineReport? {
      rig.perform(.check)
      rig.turnOutput()
      return rig.reports.last { $0.isChecked }
    }
    rig.perform(.prepare(Generation(1), rig.track(0), from: FrameCount(500)))
    #expect(checked() == .checked(Generation(1), position(0, 500), isRunning: false))
    rig.settle()
    #expect(checked() == .checked(Generation(1), position(0, 500), isRunning: false))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    rig.settle()
    rig.run(.milliseconds(200))
    #expect(checked() == .checked(Generation(1), position(0, 500 + rig.output.heardFrames), isRunning: true))
    // The ring runs dry.
    while rig.output.isRunning {
      rig.clock.advance(by: .milliseconds(5))
      rig.turnOutput()
    }
    let heard = rig.output.heardFrames
    #expect(checked() == .checked(Generation(1), position(0, 500 + heard), isRunning: false))
    rig.perform(.silence(Generation(2), fadeOut: .zero))
    #expect(checked() == .checked(Generation(2), position(0, 500 + heard), isRunning: false))
  }

  @Test func `a device that fails at every start is given up`() {
    var terms = FakeOutput.Terms()
    for call in 1..<2000 { terms.faults[call] = .underrun }
    let rig = Rig([FakeTrack(seed: 1, frames: 5000)], terms)
    rig.play(1)
    #expect(rig.run { $0.isLost })
    #expect(!rig.output.isOpen)
  }

  @Test(arguments: [OutputProblem.busy, .noDevice, .noPermission, .failed(operation: "set rate", message: "no")])
  func `a device that cannot be opened is reported, and tried again at the next prepare`(problem: OutputProblem) {
    let rig = Rig([FakeTrack(seed: 1, frames: 5000)])
    rig.output.change { $0.openProblem = problem }
    rig.play(1, from: 100)
    #expect(rig.reports.last == .openFailed(Generation(1), problem))
    #expect(rig.silence(2) == position(0, 100))
    rig.output.change { $0.openProblem = nil }
    rig.play(3, from: 100)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(100..<5000))
    #expect(rig.files.opened.count == 1)
  }

  @Test func `a device that went and came back while it was silent is opened again, and waits for begin`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 20_000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    let frame = Int(rig.silence(2)?.frame.value ?? 0)
    rig.output.fail(with: .lost(.noDevice))
    rig.play(3, from: frame)
    #expect(rig.output.opens == 2 && !rig.output.isRunning)
    #expect(rig.reports.count { $0.isPrepared } == 3, "the second time for this stream")
    rig.perform(.begin(Generation(3), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    #expect(!rig.reports.contains { $0.isLost })
    #expect(rig.music == rig.tracks[0].samples(0..<20_000))
  }

  @Test func `a device that fails at every start since it was silent is opened again, once`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 20_000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    let frame = Int(rig.silence(2)?.frame.value ?? 0)
    let calls = rig.output.calls
    rig.output.change { for call in calls + 1..<calls + 2000 { $0.faults[call] = .underrun } }
    rig.play(3, from: frame)
    rig.run(.milliseconds(400))
    #expect(rig.output.opens == 2)
    rig.output.change { $0.faults = [:] }
    rig.perform(.begin(Generation(3), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    #expect(!rig.reports.contains { $0.isLost } && rig.output.opens == 2)
    #expect(rig.music == rig.tracks[0].samples(0..<20_000))
  }

  @Test func `a device that fails whenever it is opened again is lost`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 20_000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    _ = rig.silence(2)
    rig.output.fail(with: .lost(.noDevice))
    rig.output.change { $0.openProblem = .noDevice }
    rig.play(3)
    #expect(rig.reports.last == .openFailed(Generation(3), .noDevice))
  }

  @Test func `a device lost during a fade out is silent`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 90_000)])
    rig.play(1)
    rig.run(.milliseconds(100))
    rig.perform(.silence(Generation(2), fadeOut: .milliseconds(100)))
    rig.run(.milliseconds(20))
    rig.output.fail(with: .lost(.noDevice))
    rig.run(.milliseconds(100))
    #expect(rig.reports.contains { $0.isLost })
    #expect(rig.silenced(2) != nil)
  }
}

@Suite struct DecoderFaultTests {
  @Test func `a file that cannot be opened or sought is reported, and nothing sounds`() {
    var closed = FakeTrack(seed: 1, frames: 5000)
    closed.failsToOpen = true
    var stiff = FakeTrack(seed: 2, frames: 5000)
    stiff.failsToSeek = true
    var broken = FakeTrack(seed: 3, frames: 5000)
    broken.failsAt = 0
    let rig = Rig([closed, stiff, broken, FakeTrack(seed: 4, frames: 5000)])
    for index in 0..<3 {
      rig.play(UInt32(index + 1), index, from: index == 1 ? 10 : 0)
      guard case .trackFailed(Generation(UInt32(index + 1)), QueueEntryID(UInt32(index)), _)? = rig.reports.last
      else {
        Issue.record("track \(index): \(rig.reports)")
        continue
      }
    }
    #expect(rig.output.writes == 0)
    rig.play(9, 3)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[3].samples(0..<5000))
  }

  @Test func `damage in the middle ends the track there, and the next one follows`() {
    var track = FakeTrack(seed: 1, frames: 50_000)
    track.failsAt = 20_000
    let rig = Rig([track, FakeTrack(seed: 2, frames: 5000)])
    rig.play(1)
    #expect(rig.reports.contains(.trackFailed(Generation(1), QueueEntryID(0), reason: "damaged")))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(
      Array(rig.output.heardSamples.prefix(50_000)) == track.samples(0..<20_000) + rig.tracks[1].samples(0..<5000))
  }

  @Test(arguments: [true, false])
  func `a next track that fails leaves time to name another`(atOpening: Bool) {
    var bad = FakeTrack(seed: 2, frames: 5000)
    if atOpening { bad.failsToOpen = true } else { bad.failsAt = 0 }
    let rig = Rig([FakeTrack(seed: 1, frames: 100_000), bad, FakeTrack(seed: 3, frames: 5000)])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isFailed })
    #expect(rig.output.isRunning)
    rig.perform(.setNext(Generation(1), rig.track(2)))
    #expect(rig.run { $0.isEnded })
    #expect(
      Array(rig.output.heardSamples.prefix(210_000))
        == rig.tracks[0].samples(0..<100_000) + rig.tracks[2].samples(0..<5000))
    #expect(rig.reports.compactMap(\.start).map(\.position) == [position(0, 0), position(2, 0)])
  }

  @Test func `a next track damaged later may be followed before it is heard`() {
    var bad = FakeTrack(seed: 2, frames: 5000)
    bad.failsAt = 2000
    let rig = Rig([FakeTrack(seed: 1, frames: 20_000), bad, FakeTrack(seed: 3, frames: 5000)])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isFailed })
    rig.perform(.setNext(Generation(1), rig.track(2)))
    #expect(rig.run { $0.isEnded })
    #expect(
      rig.music == rig.tracks[0].samples(0..<20_000) + bad.samples(0..<2000) + rig.tracks[2].samples(0..<5000))
  }
}
