/// What the library keeps of a sound file: what its tags and headers say.
public struct LibraryFacts: Hashable, Sendable {
  /// The track's title.
  public var title: String?
  /// Who performs, all names in a row.
  public var artist: String?
  /// The album.
  public var album: String?
  /// Who the album is by, all names in a row.
  public var albumArtist: String?
  /// Who composed it, all names in a row.
  public var composer: String?
  /// The genres in a row.
  public var genre: String?
  /// What the title is sorted by, where that is not the title.
  public var titleSort: String?
  /// What the artist is sorted by.
  public var artistSort: String?
  /// What the album is sorted by.
  public var albumSort: String?
  /// What the album's artist is sorted by.
  public var albumArtistSort: String?
  /// When it was published, from 0 to 9999.
  public var year: Int?
  /// The track's number on its disc.
  public var track: Int?
  /// The disc's number in its album.
  public var disc: Int?
  /// Whether the album is by several artists.
  public var isCompilation = false
  /// What it is encoded in, by its name for people: "FLAC", "MP3".
  public var codec: String?
  /// Frames a second.
  public var rate: SampleRate?
  /// Samples in a frame.
  public var channels: Int?
  /// Bits of a sample; nil for lossy codecs.
  public var bits: Int?
  /// How long it lasts, to milliseconds; as the headers say it, which a player may know better.
  public var duration: Duration?
  /// What its tags say about its loudness.
  public var replayGain: ReplayGainFacts?

  /// Facts of which none is known yet.
  public init() {}
}
