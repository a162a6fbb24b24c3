import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// The end of one track over the start of the next.
@Suite struct CrossfadeTests {
  private static let second = Duration.seconds(1)

  /// Tracks of one level each, full scale ±1.
  private static func levels(_ tracks: [(frames: Int, level: Double)], rate: Int32 = 44_100) -> [FakeTrack] {
    tracks.enumerated().map { index, part in
      var track = FakeTrack(seed: index, frames: part.frames, rate: rate)
      let level = part.level
      track.wave = { _ in level }
      return track
    }
  }

  private static func playing(
    _ tracks: [FakeTrack], _ terms: FakeOutput.Terms = .init(), tags: [ReplayGainFacts?] = [],
    overlap: Duration = second, rule: ReplayGainRule = .off
  ) -> Rig {
    let rig = Rig(tracks, terms, tags: tags)
    rig.perform(.prepare(Generation(1), track(rig, 0, rule), from: .zero))
    rig.perform(.setNext(Generation(1), track(rig, 1, rule), overlap: overlap))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    return rig
  }

  private static func track(_ rig: Rig, _ index: Int, _ rule: ReplayGainRule) -> Track {
    var track = rig.track(index)
    track.replayGain = rule
    return track
  }

  /// The left channel, full scale ±1.
  private static func heard(_ rig: Rig) -> [Double] {
    let samples = rig.output.heardSamples
    return stride(from: 0, to: samples.count, by: 2).map { Double(samples[$0]) / 32_767 }
  }

  @Test func `the power of both is that of one, and the sum as long as it should be`() {
    let loud = Self.playing(Self.levels([(100_000, 0.5), (90_000, 0)]))
    let quiet = Self.playing(Self.levels([(100_000, 0), (90_000, 0.5)]))
    #expect(loud.run { $0.isEnded })
    #expect(quiet.run { $0.isEnded })
    let total = 100_000 + 90_000 - 44_100
    let (outgoing, incoming) = (Self.heard(loud).prefix(total), Self.heard(quiet).prefix(total))
    #expect(outgoing.count == total)
    for frame in 0..<total {
      let power = outgoing[frame] * outgoing[frame] + incoming[frame] * incoming[frame]
      guard abs(power - 0.25) < 0.0001 else {
        Issue.record("power \(power) at \(frame)")
        break
      }
    }
    #expect(outgoing[..<55_900].allSatisfy { abs($0 - 0.5) < 0.0001 })
    #expect(incoming[..<55_900].allSatisfy { $0 == 0 })
    #expect(abs(outgoing[55_900 + 22_050] - 0.5 * 0.5.squareRoot()) < 0.0001, "half the power in the middle")
    #expect(outgoing[100_000...].allSatisfy { $0 == 0 })
    #expect(loud.output.violations == [] && loud.allocations == 0)
  }

  @Test func `the track that comes in is current from its first frame on`() {
    let rig = Self.playing([FakeTrack(seed: 1, frames: 100_000), FakeTrack(seed: 2, frames: 90_000)])
    let begun = rig.clock.now
    #expect(rig.run { $0.isEnded })
    let starts = rig.reports.compactMap(\.start)
    #expect(starts.map(\.position) == [position(0, 0), position(1, 0)])
    let due = begun + SampleRate(44_100).duration(of: FrameCount(55_900))
    #expect(abs((starts[1].at - due).wholeNanoseconds) < 50_000)
    #expect(Array(rig.output.heardSamples.prefix(111_800)) == rig.tracks[0].samples(0..<55_900))
    let rest = rig.tracks[1].samples(44_100..<90_000)
    #expect(Array(rig.output.heardSamples.dropFirst(200_000).prefix(rest.count)) == rest)
    #expect(rig.silence(2) == position(1, 90_000))
  }

  @Test func `R33: silence at any moment of a crossfade is at once, and the place is exact`() {
    for steps in stride(from: 0, to: 240, by: 2) {
      var terms = FakeOutput.Terms()
      terms.bufferFrames = 2048
      terms.queueFrames = 2048
      terms.periodFrames = 512
      let rig = Rig([FakeTrack(seed: 1, frames: 4000), FakeTrack(seed: 2, frames: 5000)], terms)
      rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
      rig.perform(.setNext(Generation(1), rig.track(1), overlap: .milliseconds(45)))
      rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
      rig.work(steps: steps)
      let writes = rig.output.writes
      guard let rest = rig.silence(2) else {
        Issue.record("no answer after \(steps) steps")
        continue
      }
      #expect(rig.output.writes == writes && !rig.output.isRunning)
      let heard = rig.output.heardFrames
      let border = 4000 - 1984
      if heard <= border + 5000 {
        #expect(rest == (heard < border ? position(0, heard) : position(1, heard - border)), "\(steps)")
      }
      rig.perform(.prepare(Generation(3), rig.track(Int(rest.entry.number)), from: rest.frame))
      rig.perform(.begin(Generation(3), gain: .unity, fadeIn: .zero))
      #expect(rig.run { $0 == .ended(Generation(3)) })
      let source = rig.tracks[Int(rest.entry.number)]
      let left = source.samples(Int(rest.frame.value)..<source.frames)
      #expect(Array(rig.output.heardSamples.dropFirst(2 * heard).prefix(left.count)) == left, "alone: \(steps)")
      #expect(rig.output.violations == [])
    }
  }

  @Test func `a fade out in the middle of a crossfade ends where it says`() {
    let rig = Self.playing([FakeTrack(seed: 1, frames: 100_000), FakeTrack(seed: 2, frames: 90_000)])
    rig.run(.milliseconds(1500))
    let start = rig.output.heardFrames + 441
    #expect(rig.silence(2, fadeOut: .milliseconds(20)) == position(1, start + 882 - 55_900))
  }

  struct Exception: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout FakeTrack, inout FakeTrack) -> Void
    /// Where the next track begins.
    var border: Int?
    var heard: Int
  }

  static let exceptions = [
    Exception(
      testDescription: "an unknown length", change: { first, _ in first.knowsLength = false }, border: 100_000,
      heard: 190_000),
    Exception(
      testDescription: "another number of channels",
      change: { _, second in second = FakeTrack(seed: 2, frames: 90_000, channels: 1) },
      border: nil, heard: 100_000),
    Exception(
      testDescription: "a next track that cannot be read", change: { _, second in second.failsAt = 0 }, border: nil,
      heard: 100_000),
    Exception(
      testDescription: "a next track that breaks off early", change: { _, second in second.failsAt = 20_000 },
      border: 55_900, heard: 100_000),
    Exception(
      testDescription: "a track that breaks off at its end", change: { first, _ in first.failsAt = 80_000 },
      border: 55_900, heard: 145_900),
    Exception(
      testDescription: "a track that breaks off before", change: { first, _ in first.failsAt = 30_000 },
      border: 30_000, heard: 120_000),
    Exception(
      testDescription: "a next track shorter than the overlap", change: { _, second in second.frames = 10_000 },
      border: 55_900, heard: 100_000),
  ]

  @Test(arguments: exceptions) func `what cannot overlap is heard one after the other`(row: Exception) {
    var first = FakeTrack(seed: 1, frames: 100_000)
    var second = FakeTrack(seed: 2, frames: 90_000)
    row.change(&first, &second)
    let rig = Self.playing([first, second])
    let begun = rig.clock.now
    #expect(rig.run { $0.isEnded })
    let starts = rig.reports.compactMap(\.start)
    #expect(starts.map(\.position) == (row.border == nil ? [position(0, 0)] : [position(0, 0), position(1, 0)]))
    if let border = row.border, let last = starts.last {
      let due = begun + SampleRate(44_100).duration(of: FrameCount(border))
      #expect(abs((last.at - due).wholeNanoseconds) < 50_000)
    }
    let sound = rig.output.heardSamples
    let last = (sound.lastIndex { $0 != 0 } ?? -1) / 2 + 1
    // The last samples of a fade may round to zero.
    #expect((row.heard - 100...row.heard).contains(last))
    #expect(rig.output.violations == [])
    let broken = first.failsAt != nil || second.failsAt != nil
    #expect(rig.reports.contains { $0.isFailed } == broken)
  }

  @Test func `a track named in its place after a next one could not be read follows at the end`() {
    var unreadable = FakeTrack(seed: 2, frames: 90_000)
    unreadable.failsAt = 0
    let rig = Self.playing([FakeTrack(seed: 1, frames: 100_000), unreadable, FakeTrack(seed: 3, frames: 20_000)])
    #expect(rig.run { $0.isFailed })
    rig.perform(.setNext(Generation(1), rig.track(2)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<100_000) + rig.tracks[2].samples(0..<20_000))
  }

  @Test func `an overlap that is given up in time does not happen`() {
    let rig = Self.playing([FakeTrack(seed: 1, frames: 200_000), FakeTrack(seed: 2, frames: 90_000)])
    rig.run(.milliseconds(100))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<200_000) + rig.tracks[1].samples(0..<90_000))
  }

  @Test func `a seek behind the overlap's start plays to the end`() {
    let rig = Self.playing([FakeTrack(seed: 1, frames: 100_000), FakeTrack(seed: 2, frames: 20_000)])
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    rig.perform(.prepare(Generation(2), rig.track(0), from: FrameCount(60_000)))
    rig.perform(.setNext(Generation(2), rig.track(1), overlap: Self.second))
    rig.settle()
    rig.perform(.begin(Generation(2), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    #expect(
      Array(rig.music.dropFirst(2 * heard))
        == rig.tracks[0].samples(60_000..<100_000) + rig.tracks[1].samples(0..<20_000))
  }

  @Test func `a track may fade into itself`() {
    let rig = Rig(Self.levels([(200_000, 0.25)]))
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.setNext(Generation(1), rig.track(0), overlap: Self.second))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    rig.settle()
    for _ in 0..<3 {
      let starts = rig.reports.compactMap(\.start).count
      rig.run(.milliseconds(3600))
      #expect(rig.reports.compactMap(\.start).count == starts + 1)
      rig.perform(.setNext(Generation(1), rig.track(0), overlap: Self.second))
    }
    #expect(rig.files.opened.count == 2)
  }

  @Test func `ReplayGain goes from one track's to the other's without a step, and never above the cap`() {
    var settings = ReplayGainSettings()
    settings.mode = .track
    settings.preventsClipping = false
    let tags = [ReplayGainFacts(trackGain: -12), ReplayGainFacts(trackGain: 6)]
    let rig = Self.playing(
      Self.levels([(100_000, 0.25), (90_000, 0.25)]), tags: tags, rule: settings.rule(isAmongItsAlbum: false))
    rig.perform(.setGain(CappedGain(Gain(0.5), cap: Gain(0.6)), ramp: .zero))
    #expect(rig.run { $0.isEnded })
    let heard = Self.heard(rig).dropFirst(2000).prefix(140_000)
    #expect(abs(heard.first! - 0.25 * 0.5 * 0.2512) < 0.0005)
    #expect(abs(heard.last! - 0.25 * 0.6) < 0.0005)
    #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.0005 })
    // Two signals of the same power may meet in phase.
    #expect(heard.allSatisfy { $0 < 0.25 * 0.6 * 1.42 })
  }

  @Test func `tracks of two rates overlap on a device of a third`() {
    var terms = FakeOutput.Terms()
    terms.onlyRate = SampleRate(48_000)
    var tracks = Self.levels([(100_000, 0.5), (90_000, 0)])
    tracks[1].format = AudioFormat(rate: SampleRate(32_000), channels: 2, encoding: .integer(bits: 16))
    let rig = Rig(tracks, terms, rate: .fixed(SampleRate(48_000)))
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.setNext(Generation(1), rig.track(1), overlap: Self.second))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    #expect(rig.run { $0.isEnded })
    let border = (100_000 * 480 + 440) / 441 - 48_000
    let heard = Self.heard(rig)
    #expect(heard[1000..<border].allSatisfy { abs($0 - 0.5) < 0.0005 })
    #expect(abs(heard[border + 24_000] - 0.5 * 0.5.squareRoot()) < 0.001)
    let end = border + 135_000
    #expect(heard.count >= end && heard[(border + 48_000)...].allSatisfy { abs($0) < 0.0005 })
  }

  @Test func `where a track ends is known however long it claims to be`() throws {
    final class Boundless: Decoder {
      let format = AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .integer(bits: 16))
      let length: FrameCount? = FrameCount(1 << 48)
      func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int { 0 }
      func seek(to frame: FrameCount) throws(DecodeError) {}
    }
    let track = try OpenTrack(
      Track(entry: QueueEntryID(0), path: FilePath("/boundless")), { _ throws(DecodeError) in Boundless() },
      { _ in nil })
    let ends = [44_100, 88_200].map { rate in
      TrackSource(track, nil, ringRate: SampleRate(rate), base: 7).endFrame
    }
    #expect(ends == [7 + (1 << 48), 7 + (1 << 49)])
  }
}
