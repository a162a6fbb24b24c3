internal import PlayerCore

/// A track of the queue as a row of the database: the one place that knows what column means what.
struct ItemRow {
  /// The columns and their types, without the row's number and its checksum.
  static let columns = [
    "path BLOB NOT NULL", "begins INTEGER", "begins_scale INTEGER", "ends INTEGER", "ends_scale INTEGER", "title TEXT",
    "artist TEXT", "album TEXT", "album_artist TEXT", "disc INTEGER", "track INTEGER", "rate INTEGER",
    "channels INTEGER", "channel_mask INTEGER", "bits INTEGER", "is_float INTEGER", "codec TEXT", "length INTEGER",
    "track_gain REAL", "track_peak REAL", "album_gain REAL", "album_peak REAL",
  ]

  /// A value for each column.
  let values: [SQLValue]

  /// What is kept of `item`.
  init(_ item: QueueItem) {
    let (part, facts) = (item.part, item.facts)
    let (place, format, loudness) = (facts.albumPlace, facts.format, facts.replayGain)
    var values: [SQLValue] = [
      .blob(item.path.bytes), SQLValue(part?.start.value), SQLValue(part?.start.timescale), SQLValue(part?.end?.value),
      SQLValue(part?.end?.timescale), SQLValue(facts.title), SQLValue(facts.artist), SQLValue(facts.album),
      SQLValue(facts.albumArtist), SQLValue(place?.disc), SQLValue(place?.track), SQLValue(format?.rate.hertz),
      SQLValue(format?.channels), SQLValue(format?.layout.mask),
    ]
    switch format?.encoding {
    case nil: values += [.null, .null, .null]
    case .integer(let bits): values += [SQLValue(bits), .integer(0), .null]
    case .float(let bits): values += [SQLValue(bits), .integer(1), .null]
    case .lossy(let codec): values += [.null, .null, .text(codec)]
    }
    self.values =
      values + [
        SQLValue(facts.length?.value), SQLValue(loudness?.trackGain), SQLValue(loudness?.trackPeak),
        SQLValue(loudness?.albumGain), SQLValue(loudness?.albumPeak),
      ]
  }

  /// A row as it was read.
  init(values: [SQLValue]) { self.values = values }

  /// The track that it stands for.
  ///
  /// - Throws: when no program of ours has written that.
  func item() throws(DatabaseError) -> QueueItem {
    var row = RowReader(values)
    let path = try RowReader.some(try row.blob(), "a path")
    guard !path.isEmpty, !path.contains(0) else { throw .damaged("a path cannot be one") }
    let start = try time(&row)
    let end = try time(&row)
    if start == nil, end != nil { throw .damaged("a part has no start") }
    var facts = TrackFacts(
      title: try row.text(), artist: try row.text(), album: try row.text(), albumArtist: try row.text())
    let disc: Int? = try row.integer()
    facts.albumPlace = try row.integer().map { AlbumPlace(disc: disc ?? 1, track: $0) }
    facts.format = try format(&row)
    facts.length = try row.integer().map { (value: Int64) in FrameCount(value) }
    if let length = facts.length, length < .zero { throw .damaged("a length is negative") }
    let loudness = ReplayGainFacts(
      trackGain: try row.real(), trackPeak: try row.real(), albumGain: try row.real(), albumPeak: try row.real())
    facts.replayGain = loudness == ReplayGainFacts() ? nil : loudness
    return QueueItem(
      path: FilePath(bytes: path), part: start.map { TrackPart(start: $0, end: end) }, facts: facts)
  }

  private func time(_ row: inout RowReader) throws(DatabaseError) -> MediaTime? {
    let value: Int64? = try row.integer()
    let timescale: Int32? = try row.integer()
    guard let value, let timescale else { return nil }
    guard value >= 0, timescale > 0 else { throw .damaged("a part begins before its file") }
    return MediaTime(value, timescale: timescale)
  }

  private func format(_ row: inout RowReader) throws(DatabaseError) -> AudioFormat? {
    let rate: Int32? = try row.integer()
    let channels: Int? = try row.integer()
    let mask: UInt32? = try row.integer()
    let bits: Int? = try row.integer()
    let isFloat: Int? = try row.integer()
    let codec = try row.text()
    guard let rate, let channels, let mask else { return nil }
    guard rate > 0, channels > 0 else { throw .damaged("a format is none") }
    let encoding: SampleEncoding
    if let codec {
      encoding = .lossy(codec)
    } else {
      let bits = try RowReader.some(bits, "a number of bits")
      encoding = isFloat == 1 ? .float(bits: bits) : .integer(bits: bits)
    }
    return AudioFormat(
      rate: SampleRate(rate), layout: ChannelLayout(channels: channels, mask: mask), encoding: encoding)
  }
}
