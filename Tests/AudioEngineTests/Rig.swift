import CTestSupport
import LinuxSystem
import PlayerCore
import TestSupport

@testable import AudioEngine

/// The whole engine on one thread and a fake clock: nothing happens but what a test orders.
final class Rig {
  let clock = FakeClock()
  let tracks: [FakeTrack]
  let files: FakeFiles
  let output: FakeOutput
  let wire = Wire()
  var control: Control
  var feeder: Feeder
  var renderer: Renderer
  /// All reports so far.
  var reports: [EngineReport] = []
  /// Allocations in turns of the output side, those left out in which the device was opened or lost.
  var allocations: Int64 = 0
  /// What the output side waits for.
  var pause = Pause.signal(milliseconds: -1)

  /// Without optimisation Swift's runtime may allocate where a process uses something for the first time, which is none
  /// of the engine's allocations: so something was played before any are counted.
  private static let isWarm: Bool = {
    for channels in 1...2 {
      let rig = Rig([FakeTrack(seed: 1, frames: 9000, channels: channels)], isFirst: true)
      rig.play(1, fadeIn: .milliseconds(20))
      rig.run(.milliseconds(50))
      rig.perform(.setGain(CappedGain(Gain(0.5)), ramp: .milliseconds(20)))
      _ = rig.run { $0.isEnded }
    }
    return true
  }()

  /// - Parameter opener: opens other files than the tracks.
  init(
    _ tracks: [FakeTrack], _ terms: FakeOutput.Terms = .init(), tags: [ReplayGainFacts?] = [],
    rate: OutputRate = .native, opener: DecoderOpener? = nil, isFirst: Bool = false,
    resampler: @escaping ResamplerMaker = { terms throws(ResamplerFault) in try SoxrResampler(terms) }
  ) {
    precondition(isFirst || Self.isWarm)
    self.tracks = tracks
    let clock = clock
    files = FakeFiles(tracks)
    output = FakeOutput(terms, clock: { clock.now })
    control = Control(wire)
    feeder = Feeder(
      wire, opener: opener ?? files.opener,
      replayGain: { track in
        let index = Int(track.entry.number)
        return tags.indices.contains(index) ? tags[index] : nil
      }, rate: rate, resampler: resampler)
    // What gains do is compared to the sample; dither has tests of its own.
    renderer = Renderer(wire, output: output, dithers: false, clock: { clock.now })
  }

  func perform(_ order: EngineOrder) { control.perform(order) }

  /// One turn of the decode side, then of the output side.
  func turn() {
    feeder.turn()
    turnOutput()
  }

  /// Does `steps` small pieces of work, so that what comes then comes at a moment of its own: a turn of the decode
  /// side, one of the output side, a little time.
  func work(steps: Int) {
    for step in 0..<steps {
      switch step % 3 {
      case 0: feeder.turn()
      case 1: turnOutput()
      default: clock.advance(by: .microseconds(3301))
      }
    }
  }

  func turnOutput() {
    let before = cans_allocations_of_this_thread()
    let reported = wire.worded.withLock { $0.count }
    pause = renderer.turn()
    if reported == wire.worded.withLock({ $0.count }) {
      allocations += cans_allocations_of_this_thread() - before
    }
    reports += control.takeReports()
  }

  /// Turns until both sides have only time to wait for.
  func settle() { for _ in 0..<4 { turn() } }

  /// Lets time pass in steps, with a turn after each.
  func run(_ duration: Duration, step: Duration = .milliseconds(5)) {
    var left = duration
    while left > .zero {
      clock.advance(by: min(step, left))
      turn()
      left -= step
    }
  }

  /// Lets time pass until a report is `wanted`; false after `most`.
  func run(most: Duration = .seconds(20), until wanted: (EngineReport) -> Bool) -> Bool {
    var seen = 0
    var left = most
    while left > .zero {
      turn()
      while seen < reports.count {
        if wanted(reports[seen]) { return true }
        seen += 1
      }
      clock.advance(by: .milliseconds(5))
      left -= .milliseconds(5)
    }
    return false
  }

  func track(_ index: Int) -> Track { Track(entry: QueueEntryID(UInt32(index)), path: FilePath(String(index))) }

  /// Prepares and begins track `index` from `frame`, at once and in full.
  func play(_ generation: UInt32, _ index: Int = 0, from frame: Int = 0, fadeIn: Duration = .zero) {
    perform(.prepare(Generation(generation), track(index), from: FrameCount(frame)))
    settle()
    perform(.begin(Generation(generation), gain: .unity, fadeIn: fadeIn))
    settle()
  }

  /// Silences; returns the position reported.
  func silence(_ generation: UInt32, fadeOut: Duration = .zero) -> Position? {
    perform(.silence(Generation(generation), fadeOut: fadeOut))
    settle()
    if fadeOut > .zero { run(fadeOut + .milliseconds(50)) }
    return silenced(generation)
  }

  func silenced(_ generation: UInt32) -> Position? {
    for case .silenced(Generation(generation), let position) in reports { return position }
    return nil
  }

  /// The heard samples without the silence that the engine pads with (no sample of a fake track is zero).
  var music: [Int16] { output.heardSamples.filter { $0 != 0 } }
}

func position(_ index: Int, _ frame: Int) -> Position {
  Position(entry: QueueEntryID(UInt32(index)), frame: FrameCount(frame))
}

extension EngineReport {
  var isEnded: Bool { if case .ended = self { true } else { false } }
  var isPrepared: Bool { if case .prepared = self { true } else { false } }
  var isLost: Bool { if case .deviceLost = self { true } else { false } }
  var isFailed: Bool { if case .trackFailed = self { true } else { false } }
  var isStarved: Bool { if case .starved = self { true } else { false } }
  var isChecked: Bool { if case .checked = self { true } else { false } }
  /// The position of `suspended`.
  var sleep: Position? { if case .suspended(_, let position) = self { position } else { nil } }
  var isResamplerMissing: Bool { if case .resamplerMissing = self { true } else { false } }
  var isRecovered: Bool { if case .recovered = self { true } else { false } }

  /// The positions of `started`, with their times.
  var start: (position: Position, at: MonotonicTime)? {
    if case .started(_, let position, let at) = self { (position, at) } else { nil }
  }
}
