internal import PlayerCore

/// The facts of a track as columns of the database: the one place that knows what column means what.
enum FactsRow {
  /// The columns and their types.
  static let columns = [
    "title TEXT", "artist TEXT", "album TEXT", "album_artist TEXT", "composer TEXT", "genre TEXT", "title_sort TEXT",
    "artist_sort TEXT", "album_sort TEXT", "album_artist_sort TEXT", "year INTEGER", "track INTEGER", "disc INTEGER",
    "is_compilation INTEGER", "codec TEXT", "rate INTEGER", "channels INTEGER", "bits INTEGER", "milliseconds INTEGER",
    "track_gain REAL", "track_peak REAL", "album_gain REAL", "album_peak REAL",
  ]
  /// Their names.
  static let names = columns.map { String($0.prefix { $0 != " " }) }

  /// A value for each column.
  static func values(of facts: LibraryFacts) -> [SQLValue] {
    let loudness = facts.replayGain
    return [
      SQLValue(facts.title), SQLValue(facts.artist), SQLValue(facts.album), SQLValue(facts.albumArtist),
      SQLValue(facts.composer), SQLValue(facts.genre), SQLValue(facts.titleSort), SQLValue(facts.artistSort),
      SQLValue(facts.albumSort), SQLValue(facts.albumArtistSort), SQLValue(facts.year), SQLValue(facts.track),
      SQLValue(facts.disc), .integer(facts.isCompilation ? 1 : 0), SQLValue(facts.codec), SQLValue(facts.rate?.hertz),
      SQLValue(facts.channels), SQLValue(facts.bits),
      SQLValue(facts.duration.map { $0.wholeNanoseconds / 1_000_000 }), SQLValue(loudness?.trackGain),
      SQLValue(loudness?.trackPeak), SQLValue(loudness?.albumGain), SQLValue(loudness?.albumPeak),
    ]
  }

  /// The values of a file without facts.
  static let none = [SQLValue](repeating: .null, count: columns.count)

  /// The facts in the columns that come next in `row`.
  ///
  /// - Throws: when no program of ours has written that.
  static func facts(_ row: inout RowReader) throws(DatabaseError) -> LibraryFacts {
    var facts = LibraryFacts()
    facts.title = try row.text()
    facts.artist = try row.text()
    facts.album = try row.text()
    facts.albumArtist = try row.text()
    facts.composer = try row.text()
    facts.genre = try row.text()
    facts.titleSort = try row.text()
    facts.artistSort = try row.text()
    facts.albumSort = try row.text()
    facts.albumArtistSort = try row.text()
    facts.year = try row.integer()
    facts.track = try row.integer()
    facts.disc = try row.integer()
    let isCompilation: Int? = try row.integer()
    facts.isCompilation = isCompilation == 1
    facts.codec = try row.text()
    let rate: Int32? = try row.integer()
    if let rate, rate <= 0 { throw .damaged("a rate is none") }
    facts.rate = rate.map(SampleRate.init)
    facts.channels = try row.integer()
    facts.bits = try row.integer()
    let milliseconds: Int64? = try row.integer()
    facts.duration = milliseconds.map(Duration.milliseconds)
    let loudness = ReplayGainFacts(
      trackGain: try row.real(), trackPeak: try row.real(), albumGain: try row.real(), albumPeak: try row.real())
    facts.replayGain = loudness == ReplayGainFacts() ? nil : loudness
    return facts
  }
}
