internal import AudioEngine
internal import PlayerCore

/// What a file may claim about its sound and be believed. A header is easily damaged or forged, and
/// buffers are measured by what it says.
enum BelievableFormat {
  private static let rates: ClosedRange<Int> = 1_000...768_000
  /// As many as ALSA's channel maps commonly name.
  private static let channels = 1...8
  /// Some ten years at the highest rate.
  private static let mostFrames: Int64 = 1 << 48

  /// The format that a file claims, with its channels' places as in `dwChannelMask`; 0 where it does not say.
  ///
  /// - Throws: when no device would play it.
  static func format(
    rate: Int, channels: Int, mask: UInt32 = 0, encoding: SampleEncoding
  ) throws(DecodeError) -> AudioFormat {
    guard rates.contains(rate), Self.channels.contains(channels) else {
      throw DecodeError("\(channels) channels at \(rate) Hz are not played by cans")
    }
    return AudioFormat(
      rate: SampleRate(Int32(rate)), layout: ChannelLayout(channels: channels, mask: mask), encoding: encoding)
  }

  /// The length that a file claims, in frames; nil where it is absurd: then only playing tells.
  static func length(_ frames: Int64) -> FrameCount? {
    (0...mostFrames).contains(frames) ? FrameCount(frames) : nil
  }

  /// The place of a frame by what a file claims, in frames from the first one; nil where it is so far that sums with it
  /// could not be counted.
  static func place(_ frame: Int128) -> Int64? { frame.magnitude <= UInt128(mostFrames) ? Int64(frame) : nil }

  /// The frame at which a seek to `frame` aims: in the file, and where its length is not known so near that frames
  /// counted from there on can still be counted.
  static func seekTarget(_ frame: FrameCount, length: FrameCount?) -> FrameCount {
    min(max(frame, .zero), length ?? FrameCount(mostFrames))
  }

  /// The length of several parts together; nil where one of them, or the sum, is absurd.
  static func length(ofParts parts: [Int64]) -> FrameCount? {
    var sum: Int64 = 0
    for part in parts {
      guard let part = length(part), let total = length(sum + part.value) else { return nil }
      sum = total.value
    }
    return FrameCount(sum)
  }
}
