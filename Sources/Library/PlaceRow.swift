internal import PlayerCore

/// Where the player is in its queue, as a row of the database.
struct PlaceRow {
  /// The columns and their types, without the row's checksum.
  static let columns = [
    "current INTEGER", "frame INTEGER NOT NULL", "rate INTEGER NOT NULL", "status TEXT NOT NULL", "route TEXT NOT NULL",
    "repeat_mode TEXT NOT NULL", "category TEXT",
  ]

  /// A value for each column.
  let values: [SQLValue]

  /// What is kept of `place`.
  init(_ place: SavedPlace) {
    values = [
      SQLValue(place.current), .integer(place.frame.value), SQLValue(place.rate.hertz), .text(place.status.rawValue),
      .text(place.route.text), .text(place.repeatMode.rawValue), SQLValue(place.category?.rawValue),
    ]
  }

  /// A row as it was read.
  init(values: [SQLValue]) { self.values = values }

  /// The place that it stands for, in a queue of so many tracks.
  ///
  /// - Throws: when no program of ours has written that.
  func place(in tracks: Int) throws(DatabaseError) -> SavedPlace {
    var row = RowReader(values)
    let current: Int? = try row.integer()
    if let current, !(0..<tracks).contains(current) { throw .damaged("the current track is not in the queue") }
    let frame: Int64 = try RowReader.some(try row.integer(), "a place")
    let rate: Int32 = try RowReader.some(try row.integer(), "a rate")
    guard frame >= 0, rate > 0 else { throw .damaged("the place is none") }
    let status = try choice(PlaybackStatus.self, try row.text())
    let route = RouteID(try RowReader.some(try row.text(), "a route"))
    let repeatMode = try choice(RepeatMode.self, try row.text())
    let category = try row.text()
    return SavedPlace(
      current: current, frame: FrameCount(frame), rate: SampleRate(rate), status: status, route: route,
      repeatMode: repeatMode, category: category == nil ? nil : try choice(Category.self, category))
  }

  private func choice<Choice: RawRepresentable<String>>(
    _ type: Choice.Type, _ text: String?
  ) throws(DatabaseError) -> Choice {
    try RowReader.some(text.flatMap(Choice.init(rawValue:)), "one of several words")
  }
}
