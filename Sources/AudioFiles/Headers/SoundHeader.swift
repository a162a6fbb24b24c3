internal import AudioEngine
internal import PlayerCore

/// What the headers of a file say of its sound. The formats of most music are read here, without a decoder, as far as
/// lists need it: lengths may differ from what is played by an encoder's padding, and of MPEG audio without a Xing
/// header they are estimated from the bit rate. All others are opened as if they were to be played.
struct SoundHeader {
  /// What it is encoded in, for people.
  let codec: String?
  let format: AudioFormat
  /// The length in frames; nil where the headers do not tell.
  let length: FrameCount?

  init(codec: String?, format: AudioFormat, length: FrameCount?) {
    self.codec = codec
    self.format = format
    self.length = length
  }

  /// Reads the headers of `file`, which is the one at `path`.
  ///
  /// - Throws: one sentence for people on why it cannot be played.
  init(of file: borrowing OpenFile, at path: FilePath) throws(DecodeError) {
    switch try SoundKind(of: file) {
    case .flac(let start):
      let header = try FLACHeader(of: file, start: start)
      let format = try BelievableFormat.format(
        rate: header.rate, channels: header.channels, encoding: .integer(bits: header.bits))
      self.init(codec: "FLAC", format: format, length: header.length)
    case .mpeg(let start):
      self = try MPEGHeader(of: file, start: start).sound
    case .vorbis, .opus:
      if let sound = try OggHeader(of: file)?.sound { self = sound } else { self = try Self.opened(path, file) }
    case .libav(.mp4, _):
      if let sound = MP4Header(of: file)?.sound { self = sound } else { self = try Self.opened(path, file) }
    case .pcm(let start, .wav):
      if let sound = WAVHeader(of: file, start: start)?.sound {
        self = sound
      } else {
        self = try Self.opened(path, file)
      }
    default: self = try Self.opened(path, file)
    }
  }

  /// What the decoder for the file says.
  private static func opened(_ path: FilePath, _ file: borrowing OpenFile) throws(DecodeError) -> SoundHeader {
    let decoder = try openDecoder(path)
    let codec: String?
    if case .lossy(let name) = decoder.format.encoding { codec = name } else { codec = ContainerName(of: file).text }
    return SoundHeader(codec: codec, format: decoder.format, length: decoder.length)
  }
}
