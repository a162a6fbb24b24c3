public import AudioEngine
public import PlayerCore

/// All that can be told of a file without playing it.
public struct FileInfo: Sendable {
  /// What it is called that surrounds the sound: "FLAC", "Ogg", "MPEG audio"; nil if that is not known.
  public let container: String?
  /// Which library decodes it; nil if none does.
  public let decoder: String?
  /// The sample format; nil if nothing decodes it.
  public let format: AudioFormat?
  /// The length in frames; nil if only playing would tell.
  public let length: FrameCount?
  /// Why it cannot be played, for people; nil if it can.
  public let problem: String?
  /// What it says about itself.
  public let tags: Tags

  /// Reads all that can be told of `path`. May be called on any thread; blocks on the disk.
  ///
  /// - Throws: one sentence for people on why the file cannot be read at all.
  public init(of path: FilePath) throws(DecodeError) {
    container = ContainerName(of: try OpenFile(path)).text
    tags = try readTags(path)
    do throws(DecodeError) {
      let decoder = try openDecoder(path)
      self.decoder = libraryName(of: decoder)
      format = decoder.format
      length = decoder.length
      problem = nil
    } catch {
      decoder = nil
      format = nil
      length = nil
      problem = error.reason
    }
  }

  /// How long it lasts, if that is known.
  public var duration: Duration? {
    guard let format, let length else { return nil }
    return format.rate.duration(of: length)
  }
}

/// The library behind `decoder`.
private func libraryName(of decoder: any Decoder) -> String {
  switch decoder {
  case is SndfileDecoder: "libsndfile"
  case is FLACDecoder: "libFLAC"
  case is Mpg123Decoder: "libmpg123"
  case is VorbisDecoder: "libvorbisfile"
  default: "FFmpeg"
  }
}
