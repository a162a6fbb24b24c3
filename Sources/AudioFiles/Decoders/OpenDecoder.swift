public import AudioEngine
public import PlayerCore

/// Opens `track`: its file with the decoder for its contents, and of that the part that it is. Thread and blocking as
/// for `openDecoder(_: FilePath)`.
///
/// - Throws: one sentence for people on why it cannot be played.
public func openDecoder(_ track: Track) throws(DecodeError) -> any Decoder {
  let whole = try openDecoder(track.path)
  guard let part = track.part else { return whole }
  return try PartDecoder(of: whole, part)
}

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
  // libsndfile seeks wrongly behind an ID3 tag, so it is not shown one.
  case .pcm(let start): return try SndfileDecoder(FileWindow(file, without: 0..<start))
  case .flac(let start):
    let counted = try FLACHeader(of: file, start: start).counted
    return try SndfileDecoder(FileWindow(file, without: 0..<start), counted: counted)
  case .opus(let family):
    // libsndfile seeks some of the files that do not start at zero wrongly, by as much as they are off.
    let doubts: SndfileDecoder.Doubts = try OpusStart(of: file).offset > 0 ? .seeking : []
    return try SndfileDecoder(FileWindow(file), order: family == 1 ? .asInVorbis : .asInWAV, doubts: doubts)
  case .vorbis:
    do throws(DecodeError) { return try VorbisDecoder(file) } catch {
      // libvorbisfile refuses a file when it finds no order in its pages; libsndfile plays what is there, but seeks
      // Vorbis inexactly and believes any length.
      guard let again = try? OpenFile(path),
        let decoder = try? SndfileDecoder(FileWindow(again), order: .asInVorbis, doubts: [.length, .seeking])
      else { throw error }
      return decoder
    }
  case .mpeg(let start): return try Mpg123Decoder(file, start: start)
  }
}
