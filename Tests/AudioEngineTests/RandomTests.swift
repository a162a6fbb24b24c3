import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// Orders in any sequence, at any time, on a device that fails at any call. At 1000 Hz, so that rings are small
/// and many runs fit into a second.
@Suite struct RandomTests {
  private static let lengths = [900, 70, 3000, 1, 400]

  /// One stream: from its `begin` to whatever silenced it.
  private struct Stream {
    var generation: UInt32
    var track: Int
    var from: Int
    var next: Int?
    var begun: Int?
  }

  @Test(arguments: 0..<8)
  func `whatever is ordered, old streams stay silent and no frame is skipped`(block: Int) {
    for seed in 0..<250 { run(seed: block * 1000 + seed) }
  }

  private func run(seed: Int) {
    var chance = SplitMix64(seed: UInt64(seed))
    var terms = FakeOutput.Terms()
    terms.bufferFrames = 256
    terms.queueFrames = [256, 200].randomElement(using: &chance)!
    terms.periodFrames = 64
    terms.keepsAtRewind = [0, 0, 30, 1000].randomElement(using: &chance)!
    terms.writesAtMost = [Int.max, 50].randomElement(using: &chance)!
    terms.tapeFrames = 1 << 15
    let fails = seed.isMultiple(of: 3)
    if fails {
      for _ in 0..<4 {
        let fault: OutputFault = [.underrun, .suspended, .lost(.noDevice)].randomElement(using: &chance)!
        terms.faults[.random(in: 1..<300, using: &chance)] = fault
      }
    }
    let tracks = RandomTests.lengths.enumerated().map {
      FakeTrack(seed: $0.offset, frames: $0.element, rate: 1000, channels: 1)
    }
    let rig = Rig(tracks, terms)
    var generation: UInt32 = 0
    var stream: Stream?
    for _ in 0..<40 {
      switch Int.random(in: 0..<12, using: &chance) {
      case 0, 1:
        end(stream, in: rig, at: nil, fails, seed)
        generation += 1
        let track = Int.random(in: 0..<tracks.count, using: &chance)
        let from = Int.random(in: 0...tracks[track].frames, using: &chance)
        stream = Stream(generation: generation, track: track, from: from)
        rig.perform(.prepare(Generation(generation), rig.track(track), from: FrameCount(from)))
      case 2, 3, 4:
        guard let current = stream, current.begun == nil else { continue }
        stream?.begun = rig.output.heardFrames
        rig.perform(.begin(Generation(generation), gain: .unity, fadeIn: .zero))
      case 5, 6:
        guard let current = stream, current.next == nil, current.begun == nil else { continue }
        let next = Int.random(in: 0..<tracks.count, using: &chance)
        stream?.next = next
        rig.perform(.setNext(Generation(generation), rig.track(next)))
      case 7:
        generation += 1
        let writes = rig.output.writes
        rig.perform(.silence(Generation(generation), fadeOut: .zero))
        rig.settle()
        #expect(rig.output.writes == writes && !rig.output.isRunning, "seed \(seed)")
        #expect(rig.silenced(generation) != nil, "seed \(seed)")
        end(stream, in: rig, at: rig.silenced(generation), fails, seed)
        stream = nil
      case 8:
        end(stream, in: rig, at: nil, fails, seed)
        stream = nil
        rig.perform(.release)
        rig.settle()
        #expect(!rig.output.isOpen, "seed \(seed)")
      case 9:
        rig.perform(.setGain(.unity, ramp: .milliseconds(20)))
      case 10:
        rig.feeder.turn()
      default:
        rig.run(.milliseconds(.random(in: 1...400, using: &chance)), step: .milliseconds(7))
      }
      if Bool.random(using: &chance) { rig.turn() }
    }
    #expect(rig.output.violations == [], "seed \(seed)")
    // The testing library allocates a backtrace for every error thrown.
    #expect(fails || rig.allocations == 0, "seed \(seed)")
  }

  /// Silences `stream` if that has not happened, and compares what was heard of it with the source.
  private func end(_ stream: Stream?, in rig: Rig, at rest: Position?, _ fails: Bool, _ seed: Int) {
    guard let stream, let begun = stream.begun else { return }
    var rest = rest
    if rest == nil {
      // A generation that the next order of the sequence uses again: the engine does not mind.
      rig.perform(.silence(Generation(stream.generation + 1), fadeOut: .zero))
      rig.settle()
      rest =
        rig.reports.reversed().lazy.compactMap {
          if case .silenced(_, let position) = $0 { position } else { nil }
        }.first
    }
    guard let rest else { return }
    var source = rig.tracks[stream.track].samples(stream.from..<rig.tracks[stream.track].frames)
    let border = source.count
    if let next = stream.next { source += rig.tracks[next].samples(0..<rig.tracks[next].frames) }
    let heard = rig.output.heardSamples[begun...].filter { $0 != 0 }
    // The same track may follow itself: then the position can mean either.
    var reached = [Int(rest.frame.value) - stream.from, border + Int(rest.frame.value)]
    if Int(rest.entry.number) != stream.track { reached.removeFirst() }
    if stream.next != Int(rest.entry.number) { reached.removeLast() }
    if fails {
      #expect(doesNotSkip(heard, source), "seed \(seed)")
      #expect(reached.contains { $0 <= heard.count }, "seed \(seed)")
    } else {
      #expect(heard.elementsEqual(source.prefix(heard.count)), "seed \(seed)")
      #expect(reached.contains(heard.count), "seed \(seed)")
    }
  }

  /// Whether `heard` is `source` with nothing left out, some of it perhaps more than once.
  private func doesNotSkip(_ heard: [Int16], _ source: [Int16]) -> Bool {
    var furthest = 0
    var places: [Int: [Int]] = [:]
    for (index, sample) in source.enumerated() { places[Int(sample), default: []].append(index) }
    var place = -1
    for sample in heard {
      if place + 1 < source.count, source[place + 1] == sample {
        place += 1
      } else {
        guard let back = places[Int(sample)]?.last(where: { $0 <= furthest }) else { return false }
        place = back
      }
      furthest = max(furthest, place + 1)
    }
    return true
  }
}
