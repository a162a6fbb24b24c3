import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// The sum of two tracks stays below full scale, and is left alone where it does.
@Suite struct CrossfadeLimitTests {
  private static let rate = SampleRate(44_100)
  private static let frames = 44_100
  /// A tone of 100 frames a period.
  private static let period = 100

  /// All of a crossfade from `first` to `second`, read in pieces of `piece` frames.
  private static func mix(
    _ first: FakeTrack, _ second: FakeTrack, gains: (Double, Double) = (0, 0), piece: Int = 8192
  ) throws -> [Float] {
    let files = FakeFiles([first, second])
    var settings = ReplayGainSettings()
    settings.mode = .track
    settings.preventsClipping = false
    let open = try (0...1).map { index in
      var track = Track(entry: QueueEntryID(UInt32(index)), path: FilePath(String(index)))
      track.replayGain = settings.rule(isAmongItsAlbum: false)
      return try OpenTrack(track, files.opener, { _ in ReplayGainFacts(trackGain: index == 0 ? gains.0 : gains.1) })
    }
    let sources = open.map { TrackSource($0, nil, ringRate: rate, base: 0) }
    let crossfade = Crossfade(
      of: sources[0], incomingGain: open[1].replayGain, at: 0, frames: frames, channels: 2)
    var mixed = [Float](repeating: 0, count: frames * 2)
    try mixed.withUnsafeMutableBufferPointer { buffer in
      var done = 0
      while done < frames {
        let count = min(piece, frames - done)
        let failures = try crossfade.read(sources[1], into: buffer.baseAddress! + 2 * done, frames: count)
        #expect(failures.incoming == nil && failures.outgoing == nil)
        done += count
      }
    }
    return mixed.enumerated().map { index, sample in sample * crossfade.replayGain.value(at: index / 2) }
  }

  private static func tone(level: Double) -> FakeTrack {
    var track = FakeTrack(seed: 1, frames: frames)
    track.wave = { level * sin(2 * .pi * 441 * $0) }
    return track
  }

  /// The level of the tone in each of its periods, and how far the samples are from such a tone.
  private static func periods(of mixed: [Float]) -> [(level: Double, error: Double)] {
    stride(from: 0, to: frames, by: period).map { start in
      let shape = (0..<period).map { sin(2 * .pi * Double($0) / Double(period)) }
      let samples = (0..<period).map { Double(mixed[2 * (start + $0)]) }
      let level = zip(shape, samples).map { $0 * $1 }.reduce(0, +) * 2 / Double(period)
      return (level, zip(shape, samples).map { abs($1 - level * $0) }.max()!)
    }
  }

  @Test func `two tones in phase at full level stay tones at full level`() throws {
    let mixed = try Self.mix(Self.tone(level: 1), Self.tone(level: 1))
    #expect(mixed.allSatisfy { abs($0) <= 1 })
    for (index, period) in Self.periods(of: mixed).enumerated() {
      #expect(period.level > 0.97 && period.error < 0.01, "period \(index): \(period)")
    }
  }

  @Test func `what stays below full scale keeps its power`() throws {
    let mixed = try Self.mix(Self.tone(level: 0.7), Self.tone(level: 0.7))
    let levels = Self.periods(of: mixed).map(\.level)
    #expect(abs(levels[220] - 0.7 * 2.squareRoot()) < 0.001)
    for (index, level) in levels.enumerated() {
      let angle = (Double(index) + 0.5) / 441 * .pi / 2
      #expect(abs(level - 0.7 * (cos(angle) + sin(angle))) < 0.002)
    }
  }

  @Test(arguments: [(0, 0), (-9, -9), (-12, 6), (6, -3), (9, 9)] as [(Double, Double)])
  func `no sum is beyond full scale, or beyond what one of the tracks has alone`(gains: (Double, Double)) throws {
    let (first, second) = (FakeTrack(seed: 1, frames: Self.frames), FakeTrack(seed: 7, frames: Self.frames))
    let mixed = try Self.mix(first, second, gains: gains)
    let own = max(1, pow(10, max(gains.0, gains.1) / 20))
    #expect(mixed.allSatisfy { abs($0) <= Float(own) * 1.000_001 })
    // Nearly at the start and at the end each is alone, and as it is.
    func whole(_ track: FakeTrack, _ frame: Int, _ gain: Double) -> Double {
      Double(track.sample(frame, 0)) / 32_768 * pow(10, gain / 20)
    }
    let last = Self.frames - 1
    #expect(abs(Double(mixed[0]) - whole(first, 0, gains.0)) < 0.001 * own)
    #expect(abs(Double(mixed[2 * last]) - whole(second, last, gains.1)) < 0.001 * own)
  }

  @Test(arguments: [1, 255, 256, 257, 3000]) func `the pieces it is read in make no difference`(piece: Int) throws {
    let (first, second) = (FakeTrack(seed: 1, frames: Self.frames), FakeTrack(seed: 7, frames: Self.frames))
    #expect(try Self.mix(first, second, piece: piece) == Self.mix(first, second))
  }

  @Test func `the limit comes in a window ahead of a peak and goes back slowly`() {
    var limit = SumLimit(fall: 0.25)
    let safe = [Float](repeating: 0.5, count: 4)
    func window(_ need: Float, _ next: Float) -> [Float] {
      var samples = [Float](repeating: 1, count: 4)
      limit.apply(to: &samples, safe, frames: 4, 1, need, next)
      return samples
    }
    #expect(window(0, 0) == [1, 1, 1, 1])
    #expect(window(0, 1) == [1, 0.875, 0.75, 0.625])
    #expect(window(1, 0) == [0.5, 0.5, 0.5, 0.5])
    #expect(window(0, 0) == [0.5, 0.53125, 0.5625, 0.59375])
    #expect(SumLimit.need(factor: 0.75, safe: 0.5) == 0.5)
    #expect(SumLimit.need(factor: 0.9, safe: 1) == 1)
  }
}
