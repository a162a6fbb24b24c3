import AudioEngine
import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct BelievableFormatTests {
  @Test(arguments: [(0, 2), (1, 2), (2_000_000_000, 2), (44_100, 0), (44_100, 9), (-1, 2)])
  func `a format that no device plays is refused in words`(rate: Int, channels: Int) {
    #expect(throws: DecodeError.self) {
      try BelievableFormat.format(rate: rate, channels: channels, encoding: .integer(bits: 16))
    }
  }

  @Test func `usual formats are believed`() throws {
    for (rate, channels) in [(4_000, 1), (44_100, 2), (192_000, 8), (768_000, 2)] {
      let format = try BelievableFormat.format(rate: rate, channels: channels, encoding: .float(bits: 32))
      #expect(format.rate.hertz == Int32(rate) && format.channels == channels)
    }
  }

  @Test func `absurd lengths are unknown lengths, also added up`() {
    #expect(BelievableFormat.length(0) == .zero)
    #expect(BelievableFormat.length(-1) == nil)
    #expect(BelievableFormat.length(.max) == nil)
    #expect(BelievableFormat.length(ofParts: [100, 20]) == FrameCount(120))
    #expect(BelievableFormat.length(ofParts: [1 << 48, 1]) == nil)
    #expect(BelievableFormat.length(ofParts: [.max, .max]) == nil)
  }

  @Test func `places are believed as far as they can be counted with`() {
    #expect(BelievableFormat.place(-1_105) == -1_105)
    #expect(BelievableFormat.place(1 << 48) == 1 << 48)
    for absurd in [1 << 49, -(1 << 49), Int128(Int64.max), Int128(Int64.min), .max, .min] {
      #expect(BelievableFormat.place(absurd) == nil)
    }
  }
}
