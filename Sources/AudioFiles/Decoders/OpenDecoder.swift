public import AudioEngine
public import PlayerCore

/// Opens `path` with the decoder for its contents; its name plays no part. To be called on the thread that will read
/// from the decoder; blocks on the disk, never on a pipe or a device.
///
/// - Throws: one sentence for people on why it cannot be played.
public func openDecoder(_ path: FilePath) throws(DecodeError) -> any Decoder { try openTagged(path) }

/// A decoder that also knows the tags of its file.
protocol TaggedDecoder: Decoder {
  /// What the file says about itself in words.
  func tags() -> Tags
}

func openTagged(_ path: FilePath) throws(DecodeError) -> any TaggedDecoder {
  let file = try OpenFile(path)
  switch try SoundKind(of: file) {
  case .pcm: return try SndfileDecoder(file, order: .asInWAV)
  case .flac(let start):
    let header = try FLACHeader(of: file, start: start)
    return try SndfileDecoder(file, order: .asInWAV, endsBefore: header.formatChange)
  case .opus(let family): return try SndfileDecoder(file, order: family == 1 ? .asInVorbis : .asInWAV)
  case .vorbis:
    do throws(DecodeError) { return try VorbisDecoder(file) } catch {
      // libvorbisfile refuses a file when it finds no order in its pages; libsndfile plays what is there, but seeks
      // Vorbis inexactly and believes any length.
      guard let decoder = try? SndfileDecoder(OpenFile(path), order: .asInVorbis, trust: .nothingButSamples) else {
        throw error
      }
      return decoder
    }
  case .mpeg(let start): return try Mpg123Decoder(file, start: start)
  }
}
