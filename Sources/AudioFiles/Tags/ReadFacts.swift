public import AudioEngine
public import PlayerCore

/// Reads what `path` says about itself: tags, sample format and length. May be called on any thread; reads the start of
/// the file, and all of it only for MPEG audio that does not declare its length.
///
/// - Throws: one sentence for people on why it cannot be played.
public func readFacts(_ path: FilePath) throws(DecodeError) -> TrackFacts {
  let decoder = try openTagged(path)
  let tags = decoder.tags()
  return TrackFacts(
    title: tags.title, artist: tags.artist, album: tags.album, format: decoder.format, length: decoder.length)
}
