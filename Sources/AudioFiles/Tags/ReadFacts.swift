public import AudioEngine
public import PlayerCore

/// Reads what the player shows of `path`: sample format, length, and what matters of the tags. May be
/// called on any thread; reads the start of the file and its tags, and all of it only for MPEG audio
/// that does not declare its length.
///
/// - Throws: one sentence for people on why it cannot be played.
public func readFacts(_ path: FilePath) throws(DecodeError) -> TrackFacts { try readTrack(path).facts }

/// Reads `path` as `readFacts` does, and the cue sheet in its tags.
func readTrack(_ path: FilePath) throws(DecodeError) -> TrackReading {
  let decoder = try openDecoder(path)
  let tags = try readTags(path, wanted: [])
  let facts = TrackFacts(
    title: tags.title, artist: tags.artist, album: tags.album, albumArtist: tags.albumArtist,
    albumPlace: tags.track.map { AlbumPlace(disc: tags.disc?.number ?? 1, track: $0.number) }, format: decoder.format,
    length: decoder.length, replayGain: tags.replayGain)
  return TrackReading(facts: facts, sheet: tags.sheet(of: path))
}
