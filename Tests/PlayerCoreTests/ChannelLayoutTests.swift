import PlayerCore
import Testing

@Suite struct ChannelLayoutTests {
  /// The masks in "Multiple Channel Audio Data and WAVE Files" and in ksmedia.h.
  @Test(arguments: zip(1...8, [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F] as [UInt32]))
  func `a number of channels means a mask`(channels: Int, mask: UInt32) {
    let layout = ChannelLayout(channels: channels)
    #expect(layout.mask == mask)
    #expect(layout.speakers.count == channels && layout.speakers.allSatisfy { $0 != nil })
    #expect(AudioFormat(rate: SampleRate(48_000), channels: channels, encoding: .integer(bits: 16)).layout == layout)
  }

  @Test func `a mask names the channels in the order of its bits`() {
    let sides = ChannelLayout(channels: 6, mask: 0x60F)
    #expect(sides.speakers == [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .sideLeft, .sideRight])
    #expect(ChannelLayout(channels: 3, mask: 0x3).speakers == [.frontLeft, .frontRight, nil])
  }

  @Test func `a mask that cannot be counts for nothing`() {
    #expect(ChannelLayout(channels: 2, mask: 0) == ChannelLayout(channels: 2))
    #expect(ChannelLayout(channels: 2, mask: 0x3F) == ChannelLayout(channels: 2))
    #expect(ChannelLayout(channels: 2, mask: 0x8000_0000) == ChannelLayout(channels: 2))
    #expect(ChannelLayout(channels: 9).speakers == [Speaker?](repeating: nil, count: 9))
  }
}
