import AudioEngine
import AudioFiles
import PlayerCore
import TestSupport
import Testing

/// Wherever a seek goes, it lands on the frame that a decode from the start has there.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct SeekProofTests {
  private let home: Home

  init() throws { home = try Home() }

  @Test(arguments: Coding.lossless + Coding.lossyTrimmed + Coding.untrimmed)
  func `two hundred seeks land on their frames`(_ coding: Coding) throws {
    let material = Material.material(rate: coding.rate)
    let path = try material.encode(0..<Material.cuts.last!, as: coding, named: "whole", in: home)
    let whole = try openDecoder(path).allSamples()
    let decoder = try openDecoder(path)
    let length = whole.count / 2
    #expect(decoder.length == nil || decoder.length == FrameCount(length))
    var chance = SplitMix64(seed: 0x5EEC)
    var largest: Float = 0
    for turn in 0..<200 {
      // The edges of the file are sought now and then, too, with whatever the seek before left in the decoder.
      let target =
        switch turn % 20 {
        case 7: 0
        case 13: length - 1
        case 17: length
        case 19: length + Int.random(in: 1...1 << 40, using: &chance)
        default: Int.random(in: 0..<length, using: &chance)
        }
      try decoder.seek(to: FrameCount(target))
      let wanted = whole[min(2 * target, whole.count)...].prefix(2 * Int.random(in: 1...800, using: &chance))
      let got = try decoder.samples(frames: wanted.isEmpty ? 1 : wanted.count / 2)
      try #require(got.count == wanted.count, "at frame \(target) of \(length)")
      for (sample, other) in zip(got, wanted) { largest = max(largest, abs(sample - other)) }
    }
    #expect(largest <= coding.seekTolerance)
  }
}
