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
public func openDecoder(_ path: FilePath) throws(DecodeError) -> any Decoder {
  try DecoderChoice(path: path, libraries: { .installed }).open()
}
