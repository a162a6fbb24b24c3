public import AudioEngine
public import PlayerCore

/// Reads what the library keeps of the file at `path`: its tags, and of its sound what the headers say, without a
/// decoder for the formats that most music is in. May be called on any thread; blocks on the disk.
///
/// - Throws: one sentence for people on why it is nothing that can be played.
public func readLibraryFacts(_ path: FilePath) throws(DecodeError) -> LibraryFacts {
  let file = try OpenFile(path)
  let sound = try SoundHeader(of: file, at: path)
  let tags = readTags(of: file, wanted: [])
  func joined(_ name: TagName) -> String? { tags.texts[name]?.joined(separator: ", ") }
  var facts = LibraryFacts()
  facts.title = tags.title
  facts.artist = tags.artist
  facts.album = tags.album
  facts.albumArtist = tags.albumArtist
  facts.composer = joined(.composer)
  facts.genre = joined(.genre)
  facts.titleSort = joined(.titleSort)
  facts.artistSort = joined(.artistSort)
  facts.albumSort = joined(.albumSort)
  facts.albumArtistSort = joined(.albumArtistSort)
  facts.year = tags.year
  facts.track = tags.track?.number
  facts.disc = tags.disc?.number
  facts.isCompilation = tags[.compilation] == "1"
  facts.codec = sound.codec
  facts.rate = sound.format.rate
  facts.channels = sound.format.channels
  facts.bits =
    switch sound.format.encoding {
    case .integer(let bits), .float(let bits): bits
    case .lossy: nil
    }
  facts.duration = sound.length.map(sound.format.rate.duration)
  facts.replayGain = tags.replayGain
  return facts
}
