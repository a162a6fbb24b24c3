/// Which of a device's channels plays what of a file's. Where the device lacks a loudspeaker, its sound
/// goes to the nearest ones with the coefficients of ITU-R BS.775-3, table 2; the sub-bass channel is
/// dropped where there is no subwoofer.
public struct ChannelRouting: Hashable, Sendable {
  /// What is to be done to a frame.
  public enum Method: Hashable, Sendable {
    /// Nothing: the channels are the device's already.
    case unchanged
    /// Each channel of the device takes the file's channel of this index, or is silent. No sample changes.
    case picked([Int?])
    /// Each channel of the device is a sum over the file's channels with these factors.
    case mixed([[Float]])
  }

  /// What is to be done to a frame.
  public let method: Method
  /// Samples in the file's frames.
  public let sources: Int
  /// Samples in the device's frames.
  public let targets: Int

  /// The routing from a file's layout to the loudspeakers of a device's channels, in their order; nil for channels of
  /// which nobody says where they sound.
  ///
  /// A mix is scaled so that it can never exceed full scale. Mono goes to both front loudspeakers in full: that is how
  /// one sits before a record of one channel.
  public init(from layout: ChannelLayout, to device: [Speaker?]) {
    sources = layout.channels
    targets = device.count
    let factors = Self.scaled(Self.factors(from: layout, to: device))
    let picks = factors.map { row in row.firstIndex { $0 != 0 } }
    let isPicked = factors.allSatisfy { row in row.allSatisfy { $0 == 0 || $0 == 1 } && row.count { $0 != 0 } <= 1 }
    if !isPicked {
      method = .mixed(factors)
    } else if picks == Array(0..<layout.channels) {
      method = .unchanged
    } else {
      method = .picked(picks)
    }
  }

  /// Whether every channel of the file sounds from a channel of its own and there is no
  /// other: nothing is lost or added.
  public var isOneToOne: Bool {
    switch method {
    case .unchanged: true
    case .picked(let picks): targets == sources && Set(picks.compactMap(\.self)).count == sources
    case .mixed: false
    }
  }

  private static func factors(from layout: ChannelLayout, to device: [Speaker?]) -> [[Float]] {
    var rows = [[Float]](repeating: [Float](repeating: 0, count: layout.channels), count: device.count)
    let fronts = [Speaker.frontLeft, .frontRight].compactMap { device.firstIndex(of: $0) }
    if layout.channels == 1, device.count > 1 {
      for target in fronts.isEmpty ? [0] : fronts { rows[target][0] = 1 }
      return rows
    }
    let speakers = layout.speakers
    var unplaced = device.indices.filter { device[$0] == nil }[...]
    for (channel, speaker) in speakers.enumerated() {
      guard let speaker else {
        if let target = unplaced.popFirst() { rows[target][channel] = 1 }
        continue
      }
      for (target, factor) in places(of: speaker, on: device, besides: speakers) { rows[target][channel] += factor }
    }
    // Nothing known of either side: channel by channel.
    if rows.allSatisfy({ row in row.allSatisfy { $0 == 0 } }) {
      for index in 0..<min(layout.channels, device.count) { rows[index][index] = 1 }
    }
    return rows
  }

  /// No sum of samples within full scale exceeds it.
  private static func scaled(_ rows: [[Float]]) -> [[Float]] {
    let largest = rows.map { $0.reduce(0, +) }.max() ?? 0
    guard largest > 1 else { return rows }
    return rows.map { row in row.map { $0 / largest } }
  }

  /// Where the sound for `speaker` goes; nowhere if there is no fit place. A place that another channel of the file
  /// is meant for is shared at -3 dB.
  private static func places(
    of speaker: Speaker, on device: [Speaker?], besides others: [Speaker?]
  ) -> [(target: Int, factor: Float)] {
    if let target = device.firstIndex(of: speaker) { return [(target, 1)] }
    for substitute in substitutes(for: speaker) {
      let targets = substitute.speakers.compactMap { device.firstIndex(of: $0) }
      guard targets.count == substitute.speakers.count else { continue }
      let isShared = substitute.factor == 1 && others.contains(substitute.speakers[0])
      return targets.map { ($0, isShared ? minus3dB : substitute.factor) }
    }
    return []
  }

  private struct Substitute {
    let speakers: [Speaker]
    let factor: Float
  }

  private static let minus3dB: Float = 0.707_106_77

  /// What stands in for a missing loudspeaker, the best first.
  private static func substitutes(for speaker: Speaker) -> [Substitute] {
    func one(_ speaker: Speaker, _ factor: Float) -> Substitute { Substitute(speakers: [speaker], factor: factor) }
    func pair(_ left: Speaker, _ right: Speaker, _ factor: Float) -> Substitute {
      Substitute(speakers: [left, right], factor: factor)
    }
    let centre = [pair(.frontLeft, .frontRight, 0.5), one(.frontCentre, 0.5)]
    func surround(_ near: Speaker, _ front: Speaker) -> [Substitute] {
      [one(near, 1), one(.backCentre, minus3dB), one(front, minus3dB), one(.frontCentre, 0.5)]
    }
    let backCentre =
      [pair(.backLeft, .backRight, minus3dB), pair(.sideLeft, .sideRight, minus3dB)] + centre
    return switch speaker {
    case .frontLeft, .frontRight: [one(.frontCentre, minus3dB)]
    case .frontCentre: [pair(.frontLeft, .frontRight, minus3dB)]
    case .lowFrequency: []
    case .backLeft: surround(.sideLeft, .frontLeft)
    case .backRight: surround(.sideRight, .frontRight)
    case .sideLeft: surround(.backLeft, .frontLeft)
    case .sideRight: surround(.backRight, .frontRight)
    case .backCentre: backCentre
    case .frontLeftOfCentre: [one(.frontLeft, 1), one(.frontCentre, minus3dB)]
    case .frontRightOfCentre: [one(.frontRight, 1), one(.frontCentre, minus3dB)]
    case .topFrontLeft: [one(.frontLeft, minus3dB), one(.frontCentre, 0.5)]
    case .topFrontRight: [one(.frontRight, minus3dB), one(.frontCentre, 0.5)]
    case .topFrontCentre, .topCentre: centre
    case .topBackLeft: [one(.backLeft, minus3dB)] + surround(.sideLeft, .frontLeft)
    case .topBackRight: [one(.backRight, minus3dB)] + surround(.sideRight, .frontRight)
    case .topBackCentre: [one(.backCentre, minus3dB)] + backCentre
    }
  }
}
