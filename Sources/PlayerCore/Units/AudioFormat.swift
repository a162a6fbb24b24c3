/// How samples are kept in a file.
public enum SampleEncoding: Hashable, Sendable {
  /// Whole numbers of so many bits (lossless and PCM formats).
  case integer(bits: Int)
  /// IEEE floating point of so many bits.
  case float(bits: Int)
  /// A lossy codec, by its name for people: "MP3", "Vorbis", "Opus", "ADPCM".
  case lossy(String)
}

/// Rate, channels and encoding of a file's sound.
public struct AudioFormat: Hashable, Sendable {
  /// Frames a second.
  public let rate: SampleRate
  /// What the channels of a frame are meant for. Decoders deliver them in this order.
  public let layout: ChannelLayout
  /// How the samples are kept.
  public let encoding: SampleEncoding

  /// Samples in a frame, at least one.
  public var channels: Int { layout.channels }

  /// A format whose channels mean what their number says; zero channels are a bug of the caller.
  public init(rate: SampleRate, channels: Int, encoding: SampleEncoding) {
    self.init(rate: rate, layout: ChannelLayout(channels: channels), encoding: encoding)
  }

  /// A format with a layout of its own.
  public init(rate: SampleRate, layout: ChannelLayout, encoding: SampleEncoding) {
    self.rate = rate
    self.layout = layout
    self.encoding = encoding
  }
}
