import CTestSupport
import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// The engine with its threads, in real time.
@Suite(.serialized) struct ThreadTests {
  /// Takes reports until `wanted` comes; all so far, or nil after five seconds.
  private func reports(of engine: Engine, until wanted: (EngineReport) -> Bool) -> [EngineReport]? {
    var all: [EngineReport] = []
    let deadline = MonotonicTime.now + .seconds(5)
    while MonotonicTime.now < deadline {
      let new = engine.takeReports()
      all += new
      if new.contains(where: wanted) { return all }
      var descriptor = pollfd(fd: engine.reportsDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 100)
    }
    return nil
  }

  private func terms() -> FakeOutput.Terms {
    var terms = FakeOutput.Terms()
    terms.bufferFrames = 4096
    terms.queueFrames = 4096
    terms.periodFrames = 512
    return terms
  }

  private func track(_ index: UInt32) -> Track { Track(entry: QueueEntryID(index), path: FilePath("\(index)")) }

  @Test func `two tracks play to their end`() {
    let tracks = [FakeTrack(seed: 1, frames: 12_000), FakeTrack(seed: 2, frames: 9000)]
    let output = FakeOutput(terms(), clock: { .now })
    let engine = Engine(output: output, opener: FakeFiles(tracks).opener)
    engine.perform(.prepare(Generation(1), track(0), from: .zero))
    engine.perform(.setNext(Generation(1), track(1)))
    #expect(reports(of: engine) { $0.isPrepared } != nil)
    engine.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    let all = reports(of: engine) { $0.isEnded }
    #expect(all?.compactMap(\.start).map(\.position.entry) == [QueueEntryID(0), QueueEntryID(1)])
    // A machine under load may let the device run dry; then some of it is heard twice.
    if all?.contains(where: \.isRecovered) == false {
      #expect(output.heardSamples.filter { $0 != 0 } == tracks[0].samples(0..<12_000) + tracks[1].samples(0..<9000))
    }
    engine.shutDown()
    #expect(!output.isOpen)
    #expect(output.violations == [])
  }

  @Test func `a device is opened anew for another rate within a quarter of a second`() {
    let tracks = [FakeTrack(seed: 1, frames: 22_050), FakeTrack(seed: 2, frames: 24_000, rate: 48_000)]
    let output = FakeOutput(terms(), clock: { .now })
    let engine = Engine(output: output, opener: FakeFiles(tracks).opener)
    engine.perform(.prepare(Generation(1), track(0), from: .zero))
    engine.perform(.setNext(Generation(1), track(1)))
    engine.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    let first = reports(of: engine) { $0.isEnded }
    engine.perform(.prepare(Generation(2), track(1), from: .zero))
    #expect(reports(of: engine) { $0.isPrepared } != nil)
    engine.perform(.begin(Generation(2), gain: .unity, fadeIn: .zero))
    let second = reports(of: engine) { $0.start != nil }
    if let first = first?.compactMap(\.start).first, let second = second?.compactMap(\.start).first {
      let gap = second.at - (first.at + .milliseconds(500))
      #expect(gap > .zero && gap < .milliseconds(250))
    } else {
      Issue.record("the tracks did not start")
    }
    engine.shutDown()
    #expect(output.violations == [])
  }

  @Test func `silence at random moments loses no frame`() {
    let source = FakeTrack(seed: 1, frames: 200_000)
    let output = FakeOutput(terms(), clock: { .now })
    let engine = Engine(output: output, opener: FakeFiles([source]).opener)
    var frame = FrameCount.zero
    var repeats = false
    for round in 0..<20 as Range<UInt32> {
      engine.perform(.prepare(Generation(2 * round + 1), track(0), from: frame))
      if round % 3 > 0 {
        engine.perform(.begin(Generation(2 * round + 1), gain: .unity, fadeIn: .zero))
        _ = reports(of: engine) { if case .started = $0 { true } else { false } }
        engine.perform(.setGain(.unity, ramp: .milliseconds(10)))
      }
      engine.perform(.silence(Generation(2 * round + 2), fadeOut: .zero))
      let all = reports(of: engine) { if case .silenced(Generation(2 * round + 2), _) = $0 { true } else { false } }
      guard case .silenced(_, let position)? = all?.last else {
        Issue.record("no answer in round \(round)")
        break
      }
      #expect(!output.isRunning)
      if all!.contains(where: \.isRecovered) { repeats = true }
      frame = position.frame
    }
    engine.shutDown()
    let heard = output.heardSamples
    #expect(heard.count >= Int(frame.value) * 2)
    if heard.count == Int(frame.value) * 2, !repeats { #expect(heard == source.samples(0..<Int(frame.value))) }
  }

  @Test func `while the device is stuck no order blocks, and silence is answered once it is not`() {
    let gate = EventDescriptor()
    let isStuck = EventDescriptor()
    let output = FakeOutput(terms(), clock: { .now })
    let engine = Engine(output: output, opener: FakeFiles([FakeTrack(seed: 1, frames: 200_000)]).opener)
    engine.perform(.prepare(Generation(1), track(0), from: .zero))
    engine.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    _ = reports(of: engine) { if case .started = $0 { true } else { false } }
    output.change {
      $0.during = {
        guard case .writing = $0 else { return }
        isStuck.signal()
        var descriptor = pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 5000)
      }
    }
    var descriptor = pollfd(fd: isStuck.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 5000)
    let before = MonotonicTime.now
    for _ in 0..<2000 { engine.perform(.setGain(.unity, ramp: .zero)) }
    engine.perform(.silence(Generation(2), fadeOut: .zero))
    #expect(engine.takeReports().allSatisfy { if case .silenced = $0 { false } else { true } })
    #expect(MonotonicTime.now - before < .milliseconds(100))
    let writes = output.writes
    gate.signal()
    #expect(reports(of: engine) { if case .silenced(Generation(2), _) = $0 { true } else { false } } != nil)
    #expect(output.writes <= writes + 1)
    engine.shutDown()
  }

  @Test func `shutting down does not wait long for a stuck device`() {
    let gate = EventDescriptor()
    let output = FakeOutput(terms(), clock: { .now })
    let entered = EventDescriptor()
    output.change {
      $0.during = { _ in
        entered.signal()
        var descriptor = pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 10_000)
      }
    }
    let engine = Engine(output: output, opener: FakeFiles([FakeTrack(seed: 1, frames: 200_000)]).opener)
    engine.perform(.prepare(Generation(1), track(0), from: .zero))
    var descriptor = pollfd(fd: entered.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 5000)
    let before = MonotonicTime.now
    engine.shutDown()
    #expect(MonotonicTime.now - before < .milliseconds(900))
    gate.signal()
    engine.shutDown()
    #expect(!output.isOpen)
  }

  @Test(.enabled(if: cans_counts_allocations() != 0, "the sanitizer has its own allocator"))
  func `the output thread does not allocate while it plays`() {
    let counts = Guarded<[Int64]>([])
    counts.withLock { $0.reserveCapacity(10_000) }
    var terms = terms()
    terms.periodFrames = 256
    terms.during = { moment in
      // Called on the output thread, once a turn.
      guard case .waiting = moment else { return }
      let count = cans_allocations_of_this_thread()
      counts.withLock { if $0.count < $0.capacity { $0.append(count) } }
    }
    let output = FakeOutput(terms, clock: { .now })
    let files = FakeFiles([FakeTrack(seed: 1, frames: 30_000), FakeTrack(seed: 2, frames: 200_000)])
    let engine = Engine(output: output, opener: files.opener)
    engine.perform(.prepare(Generation(1), track(0), from: .zero))
    engine.perform(.setNext(Generation(1), track(1)))
    engine.perform(.begin(Generation(1), gain: .unity, fadeIn: .milliseconds(300)))
    var round = 0
    while round < 100 || (round < 10_000 && counts.withLock { $0.count <= 100 }) {
      round += 1
      engine.perform(.setGain(CappedGain(Gain(round.isMultiple(of: 2) ? 0.5 : 1)), ramp: .milliseconds(5)))
      var descriptor = pollfd(fd: engine.reportsDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 10)
      _ = engine.takeReports()
    }
    engine.perform(.silence(Generation(2), fadeOut: .milliseconds(50)))
    _ = reports(of: engine) { if case .silenced = $0 { true } else { false } }
    engine.shutDown()
    let all = counts.withLock { $0 }
    #expect(all.count > 100 && all.last == all.first)
  }
}
