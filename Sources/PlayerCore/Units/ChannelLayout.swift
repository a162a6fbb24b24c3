/// Where a loudspeaker stands. The raw value is its bit in the channel mask of WAV files (`dwChannelMask`, ksmedia.h).
public enum Speaker: UInt8, Hashable, Sendable, CaseIterable {
  case frontLeft, frontRight, frontCentre, lowFrequency, backLeft, backRight
  case frontLeftOfCentre, frontRightOfCentre, backCentre, sideLeft, sideRight
  case topCentre, topFrontLeft, topFrontCentre, topFrontRight, topBackLeft, topBackCentre, topBackRight

  /// The bit in a channel mask.
  public var bit: UInt32 { 1 << UInt32(rawValue) }
}

/// For which loudspeakers a file's channels are meant. Channels always come in the order of WAV files:
/// that of the bits in their mask.
public struct ChannelLayout: Hashable, Sendable {
  /// Samples in a frame, at least one.
  public let channels: Int
  /// The loudspeakers as in `dwChannelMask`, no more than there are channels. Channels
  /// beyond have no place of their own.
  public let mask: UInt32

  /// The layout that WAV (Multichannel Audio Data and WAVE Files) and FLAC (RFC 9639, 9.1.3) mean by a number of
  /// channels alone. With more than eight, none has a place.
  public init(channels: Int) {
    precondition(channels > 0, "a layout has at least one channel")
    self.channels = channels
    mask = channels <= Self.usual.count ? Self.usual[channels - 1].reduce(0) { $0 | $1.bit } : 0
  }

  /// The layout that a file names. A mask with more loudspeakers than channels, or with none, means nothing: then it is
  /// what the number of channels means.
  public init(channels: Int, mask: UInt32) {
    let known = mask & Speaker.allCases.reduce(0) { $0 | $1.bit }
    let means = known != 0 && known.nonzeroBitCount <= channels
    self = means ? ChannelLayout(channels, known) : ChannelLayout(channels: channels)
  }

  private init(_ channels: Int, _ mask: UInt32) {
    self.channels = channels
    self.mask = mask
  }

  /// Each channel's loudspeaker, in order; nil for channels without a place.
  public var speakers: [Speaker?] {
    let named = Speaker.allCases.filter { mask & $0.bit != 0 }
    return named + [Speaker?](repeating: nil, count: channels - named.count)
  }

  private static let usual: [[Speaker]] = [
    [.frontCentre],
    [.frontLeft, .frontRight],
    [.frontLeft, .frontRight, .frontCentre],
    [.frontLeft, .frontRight, .backLeft, .backRight],
    [.frontLeft, .frontRight, .frontCentre, .backLeft, .backRight],
    [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .backLeft, .backRight],
    [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .backCentre, .sideLeft, .sideRight],
    [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight],
  ]
}
