/// What a text in a file's tags is about, by one name for all formats: that of Vorbis comments, where they have one.
public struct TagName: RawRepresentable, Hashable, Sendable {
  /// The name, in capitals.
  public let rawValue: String

  /// The name `rawValue`, for what none of the constants is about.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The names that are not only somebody's own, in the order in which people expect them.
  public static var inOrder: [TagName] {
    TagTable.names + [.trackGain, .trackPeak, .albumGain, .albumPeak]
  }

  private init(_ name: StaticString) { rawValue = name.description }

  /// The track's title.
  public static let title = TagName("TITLE")
  /// Who performs.
  public static let artist = TagName("ARTIST")
  /// The album.
  public static let album = TagName("ALBUM")
  /// Who the album is by.
  public static let albumArtist = TagName("ALBUMARTIST")
  /// The track's number, often with the number of tracks: "3/10".
  public static let track = TagName("TRACKNUMBER")
  /// The number of tracks.
  public static let trackTotal = TagName("TRACKTOTAL")
  /// The disc's number, often with the number of discs.
  public static let disc = TagName("DISCNUMBER")
  /// The number of discs.
  public static let discTotal = TagName("DISCTOTAL")
  /// When it was published: a year, or more exactly.
  public static let date = TagName("DATE")
  /// When it was published for the first time.
  public static let originalDate = TagName("ORIGINALDATE")
  /// The genre.
  public static let genre = TagName("GENRE")
  /// Who composed it.
  public static let composer = TagName("COMPOSER")
  /// Who wrote the words.
  public static let lyricist = TagName("LYRICIST")
  /// Who conducts.
  public static let conductor = TagName("CONDUCTOR")
  /// Who remixed it.
  public static let remixer = TagName("REMIXER")
  /// A group of tracks within an album.
  public static let grouping = TagName("GROUPING")
  /// More than the title says.
  public static let subtitle = TagName("SUBTITLE")
  /// Anything.
  public static let comment = TagName("COMMENT")
  /// Who published it.
  public static let label = TagName("LABEL")
  /// Whose rights it is under.
  public static let copyright = TagName("COPYRIGHT")
  /// The International Standard Recording Code.
  public static let isrc = TagName("ISRC")
  /// Beats per minute.
  public static let tempo = TagName("BPM")
  /// "1": the album is by several artists.
  public static let compilation = TagName("COMPILATION")
  /// The language that is sung or spoken.
  public static let language = TagName("LANGUAGE")
  /// Which program, or who, encoded it.
  public static let encoder = TagName("ENCODER")
  /// What the title is sorted by.
  public static let titleSort = TagName("TITLESORT")
  /// What the artist is sorted by.
  public static let artistSort = TagName("ARTISTSORT")
  /// What the album is sorted by.
  public static let albumSort = TagName("ALBUMSORT")
  /// What the album's artist is sorted by.
  public static let albumArtistSort = TagName("ALBUMARTISTSORT")
  /// What the composer is sorted by.
  public static let composerSort = TagName("COMPOSERSORT")
  /// Words that are sung; they appear as `Tags.lyrics`.
  static let lyrics = TagName("LYRICS")
  /// A cue sheet.
  public static let cueSheet = TagName("CUESHEET")
  /// By how much the track is to be raised, in dB.
  public static let trackGain = TagName("REPLAYGAIN_TRACK_GAIN")
  /// The track's highest sample.
  public static let trackPeak = TagName("REPLAYGAIN_TRACK_PEAK")
  /// By how much the album is to be raised, in dB.
  public static let albumGain = TagName("REPLAYGAIN_ALBUM_GAIN")
  /// The album's highest sample.
  public static let albumPeak = TagName("REPLAYGAIN_ALBUM_PEAK")
  /// By how much the track is to be raised to −23 LUFS, in 1/256 dB (RFC 7845, 5.2.1).
  static let r128TrackGain = TagName("R128_TRACK_GAIN")
  /// By how much the album is to be raised to −23 LUFS, in 1/256 dB.
  static let r128AlbumGain = TagName("R128_ALBUM_GAIN")
  /// By how much ID3v2's own frame raises the track, in dB.
  static let rva2TrackGain = TagName("RVA2:TRACK")
  /// By how much ID3v2's own frame raises the album, in dB.
  static let rva2AlbumGain = TagName("RVA2:ALBUM")
}
