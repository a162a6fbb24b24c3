internal import PlayerCore

extension RouteSummary {
  var json: JSON {
    var object: JSONObject = ["id": .string(id.text)]
    object["name"] = name.map(JSON.string)
    object["port"] = port.map { .string($0.rawValue) }
    object["level"] = JSON(level.percent)
    object["cap"] = JSON(cap.percent)
    object["muted"] = .boolean(isMuted)
    object["available"] = .boolean(isAvailable)
    object["current"] = .boolean(isCurrent)
    object["onUnplug"] = .string(onUnplug.rawValue)
    object["onPlug"] = .string(onPlug.rawValue)
    object["speakerVolume"] = speakerLevel.map { JSON($0.percent) }
    object["releaseAfter"] = releaseAfter.map { JSON($0.wholeNanoseconds) }
    object["listening"] = listening?.json
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> RouteSummary {
    let object = try JSON.object(json)
    return RouteSummary(
      id: RouteID(try object.read("id", JSON.string)), name: try object.readIfThere("name", JSON.string),
      port: try object.readIfThere("port", JSON.name), level: try object.read("level", Level.reading),
      cap: try object.read("cap", Level.reading), isMuted: try object.read("muted", JSON.boolean),
      isAvailable: try object.read("available", JSON.boolean), isCurrent: try object.read("current", JSON.boolean),
      onUnplug: try object.read("onUnplug", JSON.name), onPlug: try object.read("onPlug", JSON.name),
      speakerLevel: try object.readIfThere("speakerVolume", Level.reading),
      releaseAfter: try object.readIfThere("releaseAfter", JSON.integer).map { (time: Int64) in
        Duration.nanoseconds(time)
      }, listening: try object.readIfThere("listening", ListeningSummary.reading))
  }
}

extension ListeningSummary {
  fileprivate var json: JSON {
    var object: JSONObject = ["today": today.json, "week": week.json]
    object["dose"] = dose.map { JSON($0) }
    return .object(object)
  }

  fileprivate static func reading(_ json: JSON) throws(WireError) -> ListeningSummary {
    let object = try JSON.object(json)
    return ListeningSummary(
      today: try object.read("today", Span.reading), week: try object.read("week", Span.reading),
      dose: try object.readIfThere("dose", JSON.integer))
  }
}

extension ListeningSummary.Span {
  fileprivate var json: JSON {
    var object: JSONObject = ["minutes": JSON(minutes)]
    object["level"] = level.map { JSON(Double($0) / 10) }
    return .object(object)
  }

  fileprivate static func reading(_ json: JSON) throws(WireError) -> ListeningSummary.Span {
    let object = try JSON.object(json)
    return ListeningSummary.Span(
      minutes: try object.read("minutes", JSON.integer), level: try object.readIfThere("level", Self.tenths))
  }

  private static func tenths(_ json: JSON) throws(WireError) -> Int {
    guard let tenths = Int(exactly: (try JSON.number(json) * 10).rounded()) else { throw WireError("is no level") }
    return tenths
  }
}
