internal import PlayerCore

extension QueueEntryID {
  var json: JSON { JSON(number) }
  static func reading(_ json: JSON) throws(WireError) -> QueueEntryID { QueueEntryID(try JSON.integer(json)) }
}

extension QueueEntry {
  /// Everything that is known of it; what is not known is left out.
  var json: JSON {
    var object: JSONObject = ["id": id.json, "path": path.json]
    object["part"] = part?.json
    object["dividedFrom"] = dividedFrom?.json
    object["facts"] = facts.json
    object["problem"] = problem.map(JSON.string)
    return .object(object)
  }

  /// How many bytes its form has, more or less.
  var approximateSize: Int {
    let texts = [facts.title, facts.artist, facts.album, facts.albumArtist, problem]
    return texts.reduce(256 + path.bytes.count) { $0 + ($1?.utf8.count ?? 0) }
  }

  static func reading(_ json: JSON) throws(WireError) -> QueueEntry {
    let object = try JSON.object(json)
    return QueueEntry(
      id: try object.read("id", QueueEntryID.reading), path: try object.read("path", FilePath.reading),
      part: try object.readIfThere("part", TrackPart.reading),
      dividedFrom: try object.readIfThere("dividedFrom", QueueEntryID.reading),
      facts: try object.read("facts", TrackFacts.reading), problem: try object.readIfThere("problem", JSON.string))
  }
}

extension QueueItem {
  var json: JSON {
    var object: JSONObject = ["path": path.json]
    object["part"] = part?.json
    if facts != TrackFacts() { object["facts"] = facts.json }
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> QueueItem {
    let object = try JSON.object(json)
    try object.admit(only: ["path", "part", "facts"])
    return QueueItem(
      path: try object.read("path", FilePath.absolute), part: try object.readIfThere("part", TrackPart.reading),
      facts: try object.readIfThere("facts", TrackFacts.reading) ?? TrackFacts())
  }
}

extension TrackPart {
  var json: JSON {
    var object: JSONObject = ["start": start.json]
    object["end"] = end?.json
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> TrackPart {
    let object = try JSON.object(json)
    return TrackPart(
      start: try object.read("start", MediaTime.reading), end: try object.readIfThere("end", MediaTime.reading))
  }
}

extension MediaTime {
  var json: JSON { ["value": JSON(value), "timescale": JSON(timescale)] }

  static func reading(_ json: JSON) throws(WireError) -> MediaTime {
    let object = try JSON.object(json)
    return MediaTime(
      Int64(try object.read("value", JSON.integer(in: 0...Int.max))),
      timescale: Int32(try object.read("timescale", JSON.integer(in: 1...Int(Int32.max)))))
  }
}
