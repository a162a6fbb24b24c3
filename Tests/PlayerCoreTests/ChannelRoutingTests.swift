import PlayerCore
import Testing

/// Which of a device's channels plays what of a file's.
@Suite struct ChannelRoutingTests {
  static let stereo: [Speaker?] = [.frontLeft, .frontRight]
  static let alsa51: [Speaker?] = [.frontLeft, .frontRight, .backLeft, .backRight, .frontCentre, .lowFrequency]

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var layout: ChannelLayout
    var device: [Speaker?]
    var method: ChannelRouting.Method
  }

  static let exact = [
    Row(testDescription: "stereo", layout: .init(channels: 2), device: stereo, method: .unchanged),
    Row(testDescription: "mono on mono", layout: .init(channels: 1), device: [.frontCentre], method: .unchanged),
    Row(testDescription: "mono on an unknown channel", layout: .init(channels: 1), device: [nil], method: .unchanged),
    Row(testDescription: "mono on stereo", layout: .init(channels: 1), device: stereo, method: .picked([0, 0])),
    Row(
      testDescription: "mono on 5.1: both fronts", layout: .init(channels: 1), device: alsa51,
      method: .picked([0, 0, nil, nil, nil, nil])),
    Row(
      testDescription: "stereo on 5.1: only the fronts", layout: .init(channels: 2), device: alsa51,
      method: .picked([0, 1, nil, nil, nil, nil])),
    Row(
      testDescription: "stereo the other way round", layout: .init(channels: 2), device: [.frontRight, .frontLeft],
      method: .picked([1, 0])),
    Row(
      testDescription: "5.1 in ALSA's order", layout: .init(channels: 6), device: alsa51,
      method: .picked([0, 1, 4, 5, 2, 3])),
    Row(
      testDescription: "5.1 with sides on 5.1 with backs", layout: .init(channels: 6, mask: 0x60F), device: alsa51,
      method: .picked([0, 1, 4, 5, 2, 3])),
    Row(
      testDescription: "7.1 in ALSA's order", layout: .init(channels: 8), device: alsa51 + [.sideLeft, .sideRight],
      method: .picked([0, 1, 4, 5, 2, 3, 6, 7])),
    Row(
      testDescription: "nothing known of ten channels", layout: .init(channels: 10),
      device: [Speaker?](repeating: nil, count: 10), method: .unchanged),
  ]

  @Test(arguments: exact) func `no sample changes where every channel has its place`(row: Row) {
    #expect(ChannelRouting(from: row.layout, to: row.device).method == row.method)
  }

  /// The factors for a device; rows are the device's channels.
  private func factors(_ layout: ChannelLayout, _ device: [Speaker?]) -> [[Float]] {
    guard case .mixed(let rows) = ChannelRouting(from: layout, to: device).method else { return [] }
    return rows
  }

  @Test func `5·1 on stereo is the mix of BS·775, brought below full scale`() throws {
    let rows = factors(ChannelLayout(channels: 6), Self.stereo)
    try #require(rows.count == 2)
    let half = Float(0.5).squareRoot()
    let whole = 1 + 2 * half
    // Front left, front right, centre, sub-bass, back left, back right.
    let left: [Float] = [1, 0, half, 0, half, 0].map { $0 / whole }
    let right: [Float] = [0, 1, half, 0, 0, half].map { $0 / whole }
    #expect(zip(rows[0] + rows[1], left + right).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `stereo on one loudspeaker is half of each`() {
    #expect(factors(ChannelLayout(channels: 2), [.frontCentre]) == [[0.5, 0.5]])
  }

  @Test func `sides share the place of backs that the file has too`() throws {
    let rows = factors(ChannelLayout(channels: 8), Self.alsa51)
    try #require(rows.count == 6)
    #expect(rows[2][4] > rows[2][6] && rows[2][6] > 0)
    #expect(rows[5].count { $0 != 0 } == 1)
  }

  @Test func `no mix can exceed full scale, and no loudspeaker but the sub-bass is lost`() {
    let devices = [
      [.frontCentre], Self.stereo, Self.stereo + [.frontCentre], Self.alsa51, [.frontLeft, .frontRight, .backCentre],
    ]
    for channels in 1...8 {
      for device in devices {
        let routing = ChannelRouting(from: ChannelLayout(channels: channels), to: device)
        guard case .mixed(let rows) = routing.method else { continue }
        #expect(rows.allSatisfy { $0.reduce(0, +) <= 1.000_001 }, "\(channels) on \(device)")
        for (channel, speaker) in ChannelLayout(channels: channels).speakers.enumerated() where speaker != .lowFrequency
        {
          #expect(rows.contains { $0[channel] > 0 }, "\(channels) on \(device) loses channel \(channel)")
        }
      }
    }
  }

  @Test func `every single loudspeaker of a mask is heard on stereo`() {
    for speaker in Speaker.allCases where speaker != .lowFrequency {
      let mask = Speaker.frontLeft.bit | Speaker.frontRight.bit | speaker.bit
      let layout = ChannelLayout(channels: mask.nonzeroBitCount, mask: mask)
      guard layout.channels == 3 else { continue }
      let rows = factors(layout, Self.stereo)
      let place = layout.speakers.firstIndex(of: speaker)!
      #expect(rows.contains { $0[place] > 0 }, "\(speaker)")
    }
  }
}
