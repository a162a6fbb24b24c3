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
  /// Samples in a frame, at least one.
  public let channels: Int
  /// How the samples are kept.
  public let encoding: SampleEncoding

  /// A format; zero channels are a bug of the caller.
  public init(rate: SampleRate, channels: Int, encoding: SampleEncoding) {
    precondition(channels > 0, "a format has at least one channel")
    self.rate = rate
    self.channels = channels
    self.encoding = encoding
  }
}
