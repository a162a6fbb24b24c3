import Glibc
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// Streams at another rate than their tracks': every frame at its time, none lost or added,
/// and places in the tracks' own.
@Suite struct ResamplingTests {
  /// Two tones that no rate here is a multiple of, at half of full scale.
  static let wave: @Sendable (Double) -> Double = {
    0.3 * sin(2 * .pi * 1_234.5 * $0) + 0.2 * sin(2 * .pi * 3_210.9 * $0)
  }

  /// Tracks that make up one wave, each from where the one before ends.
  static func tracks(_ parts: [(frames: Int, rate: Int32)]) -> [FakeTrack] {
    var time = 0.0
    return parts.enumerated().map { index, part in
      var track = FakeTrack(seed: index, frames: part.frames, rate: part.rate)
      track.wave = wave
      track.waveStart = time
      time += Double(part.frames) / Double(part.rate)
      return track
    }
  }

  static func terms(only rate: Int32?) -> FakeOutput.Terms {
    var terms = FakeOutput.Terms()
    terms.onlyRate = rate.map { SampleRate($0) }
    return terms
  }

  /// The frames heard that are not the wave at their time, of those that are not within `margin` of `edges`: there the
  /// sound begins or ends, which no filter can follow.
  static func wrong(
    _ heard: [Int16], rate: Int32, from start: Double = 0, edges: [Int], margin: Int = 400
  ) -> [Int] {
    (0..<heard.count / 2).filter { frame in
      if edges.contains(where: { abs(frame - $0) < margin }) { return false }
      return abs(Double(heard[2 * frame]) / 32_768 - wave(start + Double(frame) / Double(rate))) > 0.0003
    }
  }

  /// Expects that each track is the wave between two of the `edges`. A border is rounded to a frame, so
  /// every track has a time of its own.
  static func expectParts(_ rig: Rig, edges: [Int]) {
    let heard = rig.output.heardSamples
    for (track, (from, to)) in zip(rig.tracks, zip(edges, edges.dropFirst())) {
      let part = Array(heard[(2 * from)..<(2 * to)])
      let wrong = wrong(part, rate: 48_000, from: track.waveStart, edges: [0, to - from], margin: 800)
      #expect(wrong.prefix(5) == [], "track \(track.seed)")
    }
  }

  static func heard(_ rig: Rig, frames: Int) -> [Int16] { Array(rig.output.heardSamples.prefix(2 * frames)) }

  @Test(
    arguments: [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (8_000, 48_000), (11_025, 44_100)]
      as [(Int32, Int32)])
  func `a device of another rate gets every frame at its time`(from: Int32, to: Int32) {
    let frames = Int(from) * 3 / 2 + 17
    let rig = Rig(Self.tracks([(frames, from)]), Self.terms(only: to))
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    let total = Int((Double(frames) * Double(to) / Double(from)).rounded())
    #expect(rig.output.heardFrames >= total - 1)
    let heard = Self.heard(rig, frames: total)
    let margin = 300 * Int(to) / Int(min(from, to))
    #expect(Self.wrong(heard, rate: to, edges: [0, total], margin: margin).prefix(5) == [])
    #expect(rig.output.heardSamples.dropFirst(2 * total + 2).allSatisfy { $0 == 0 }, "nothing is added")
    let rest = Int(rig.silence(2)?.frame.value ?? 0)
    #expect(abs(rest - frames) <= Int(from / to) + 1)
    #expect(rig.output.opens == 1 && rig.files.opened.count == 1)
    #expect(rig.output.violations == [] && rig.allocations == 0)
    let descriptions = rig.reports.compactMap {
      if case .prepared(_, let device) = $0 { device.rate.hertz } else { nil }
    }
    #expect(descriptions == [to])
  }

  @Test func `tracks of one rate go through one resampler`() {
    // Each longer than the ring, so that the next is named before it is read to its end.
    let parts = [70_001, 65_777, 62_000, 31_234]
    let rig = Rig(Self.tracks(parts.map { ($0, 44_100) }), Self.terms(only: 48_000))
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    for next in 2...4 {
      #expect(rig.run { if case .started(_, position(next - 1, 0), _) = $0 { true } else { false } })
      rig.perform(.setNext(Generation(1), next < 4 ? rig.track(next) : nil))
    }
    #expect(rig.run { $0.isEnded })
    let total = Int((Double(parts.reduce(0, +)) * 48_000 / 44_100).rounded())
    #expect(Self.wrong(Self.heard(rig, frames: total), rate: 48_000, edges: [0, total]).prefix(5) == [])
    #expect(rig.output.heardSamples.dropFirst(2 * total + 2).allSatisfy { $0 == 0 })
    #expect(rig.reports.compactMap(\.start).map(\.position) == (0..<4).map { position($0, 0) })
    #expect(rig.output.opens == 1 && rig.output.violations == [])
  }

  @Test func `at a fixed rate neighbours of any rate follow without a gap`() {
    let parts: [(Int, Int32)] = [(30_001, 44_100), (48_000, 96_000), (20_000, 48_000), (30_000, 22_050)]
    let rig = Rig(Self.tracks(parts), rate: .fixed(SampleRate(48_000)))
    rig.play(1)
    let begun = rig.clock.now
    rig.perform(.setNext(Generation(1), rig.track(1)))
    for next in 2...4 {
      #expect(rig.run { if case .started(_, position(next - 1, 0), _) = $0 { true } else { false } })
      rig.perform(.setNext(Generation(1), next < 4 ? rig.track(next) : nil))
    }
    #expect(rig.run { $0.isEnded })
    var edges = [0]
    for (frames, rate) in parts {
      edges.append(edges.last! + Int((Double(frames) * 48_000 / Double(rate)).rounded()))
    }
    let total = edges.last!
    Self.expectParts(rig, edges: edges)
    #expect(rig.output.heardSamples.dropFirst(2 * total + 2 * parts.count).allSatisfy { $0 == 0 })
    for (start, edge) in zip(rig.reports.compactMap(\.start), edges) {
      let due = begun + SampleRate(48_000).duration(of: FrameCount(edge))
      #expect(abs((start.at - due).wholeNanoseconds) < 100_000)
    }
    #expect(rig.output.opens == 1 && rig.output.violations == [])
  }

  @Test func `the device's answer is remembered`() {
    let rig = Rig(Self.tracks([(60_000, 44_100), (60_000, 44_100)]), Self.terms(only: 48_000))
    rig.play(1)
    rig.run(.milliseconds(100))
    rig.play(2, 1)
    rig.run(.milliseconds(100))
    #expect(rig.output.opens == 1)
    rig.perform(.release)
    rig.play(3, 1)
    rig.run(.milliseconds(100))
    let opened = rig.reports.filter { if case .trackOpened = $0 { true } else { false } }
    #expect(opened.count == 4, "only the very first stream was started again")
  }

  @Test func `a track of the device's own rate joins one that is resampled`() {
    let rig = Rig(Self.tracks([(30_000, 44_100), (30_000, 48_000)]), Self.terms(only: 48_000))
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    let border = 32_653
    Self.expectParts(rig, edges: [0, border, border + 30_000])
    #expect(rig.output.opens == 1)
  }

  @Test func `short tracks that were joined before the device answered are not lost`() {
    let parts = [500, 600, 30_000]
    let rig = Rig(Self.tracks(parts.map { ($0, 44_100) }), Self.terms(only: 48_000))
    rig.perform(.prepare(Generation(1), rig.track(0), from: .zero))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.settle()
    rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
    #expect(rig.run { if case .started(_, position(1, 0), _) = $0 { true } else { false } })
    rig.perform(.setNext(Generation(1), rig.track(2)))
    #expect(rig.run { $0.isEnded })
    let starts = rig.reports.compactMap(\.start).map(\.position)
    #expect(starts == [position(0, 0), position(1, 0), position(2, 0)])
    #expect(rig.output.heardFrames >= (parts.reduce(0, +) * 480 + 440) / 441 - 1)
  }

  @Test(arguments: [ResamplerFault.noLibrary, .refused])
  func `without a resampler the device converts`(fault: ResamplerFault) {
    var track = FakeTrack(seed: 1, frames: 50_000)
    track.knowsLength = false
    let rig = Rig([track], Self.terms(only: 48_000), resampler: { _ throws(ResamplerFault) in throw fault })
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == track.samples(0..<50_000))
    #expect(rig.output.opens == 2)
    rig.play(2)
    rig.run(.milliseconds(100))
    #expect(rig.output.opens == 2)
    #expect(!rig.reports.contains { $0.isResamplerMissing }, "nobody asked for a rate")
  }

  @Test func `what the resampler was refused for says nothing about other tracks`() {
    let parts: [(Int, Int32)] = [(30_001, 44_100), (48_000, 96_000), (30_000, 44_100)]
    let rig = Rig(
      Self.tracks(parts), rate: .fixed(SampleRate(48_000)),
      resampler: { terms throws(ResamplerFault) in
        if terms.from.hertz == 96_000 { throw .refused }
        return try SoxrResampler(terms)
      })
    for (index, (frames, rate)) in parts.enumerated() {
      let heard = rig.output.heardFrames
      rig.play(UInt32(index + 1), index)
      #expect(rig.run { $0 == .ended(Generation(UInt32(index + 1))) })
      let isRefused = rate == 96_000
      let opened = rig.reports.compactMap { if case .prepared(_, let device) = $0 { device.rate.hertz } else { nil } }
      #expect(opened.last == (isRefused ? 96_000 : 48_000))
      let total = isRefused ? frames : Int((Double(frames) * 48_000 / Double(rate)).rounded())
      #expect(rig.output.heardFrames - heard >= total - 1)
    }
    #expect(!rig.reports.contains { $0.isResamplerMissing } && rig.output.violations == [])
  }

  @Test func `a rate that cannot be had without a library is reported once`() {
    let rig = Rig(
      Self.tracks([(30_000, 48_000), (30_000, 44_100), (30_000, 44_100)]), rate: .fixed(SampleRate(48_000)),
      resampler: { _ throws(ResamplerFault) in throw .noLibrary })
    rig.play(1, 0)
    #expect(rig.run { $0.isEnded })
    #expect(!rig.reports.contains { $0.isResamplerMissing }, "this one is at that rate")
    for generation in 2...3 {
      rig.play(UInt32(generation), generation - 1)
      #expect(rig.run { $0 == .ended(Generation(UInt32(generation))) })
    }
    #expect(rig.reports.filter { $0.isResamplerMissing } == [.resamplerMissing(wanted: SampleRate(48_000))])
  }

  @Test(arguments: [0, 300, 4096])
  func `R1: after silence at any moment the place is the frame that was heard`(keeps: Int) {
    for steps in 0..<160 {
      var terms = Self.terms(only: 48_000)
      terms.bufferFrames = 2048
      terms.queueFrames = 2048
      terms.periodFrames = 512
      terms.keepsAtRewind = keeps
      let rig = Rig(Self.tracks([(4000, 44_100), (3000, 44_100)]), terms)
      rig.perform(.prepare(Generation(1), rig.track(0), from: FrameCount(7)))
      rig.perform(.setNext(Generation(1), rig.track(1)))
      rig.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
      rig.work(steps: steps)
      let writes = rig.output.writes
      guard let rest = rig.silence(2) else {
        Issue.record("no answer after \(steps) steps")
        continue
      }
      #expect(rig.output.writes == writes && !rig.output.isRunning)
      let heard = rig.output.heardFrames
      let border = (3993 * 48_000 + 44_099) / 44_100
      // At the end silence is heard, too.
      let total = Int((6993.0 * 48_000 / 44_100).rounded())
      if heard <= border {
        #expect(rest == (heard == border ? position(1, 0) : position(0, 7 + heard * 44_100 / 48_000)), "\(steps)")
      } else if heard <= total {
        #expect(rest == position(1, (heard - border) * 44_100 / 48_000), "\(steps)")
      }
      rig.perform(.prepare(Generation(3), rig.track(Int(rest.entry.number)), from: rest.frame))
      rig.perform(.begin(Generation(3), gain: .unity, fadeIn: .zero))
      #expect(rig.run { $0 == .ended(Generation(3)) })
      #expect(rig.reports.compactMap(\.start).last?.position == rest)
      #expect(rig.output.violations == [])
    }
  }

  @Test func `a seek begins at the very frame`() {
    let rig = Rig(Self.tracks([(90_000, 44_100)]), Self.terms(only: 48_000))
    rig.play(1)
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    rig.play(2, from: 12_345)
    rig.run(.milliseconds(500))
    let rest = Array(rig.output.heardSamples.dropFirst(2 * heard))
    #expect(Self.wrong(rest, rate: 48_000, from: 12_345 / 44_100.0, edges: [0]).prefix(5) == [])
  }
}
