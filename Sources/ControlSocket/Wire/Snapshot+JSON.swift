internal import PlayerCore

extension Snapshot {
  /// Everything but the queue and what is current there.
  var jsonWithoutQueue: JSONObject {
    var object: JSONObject = [
      "status": .string(status.rawValue),
      "wish": ["goal": .string(wish.goal.rawValue), "cause": .string(wish.cause.rawValue)],
      "holds": .array(holds.map(\.rawValue).sorted().map(JSON.string)),
      "interruptions": .array(interruptions.map(\.rawValue).sorted().map(JSON.string)), "playhead": playhead.json,
      "jumps": JSON(jumps), "category": .string(category.rawValue), "route": route.json,
    ]
    object["privateListening"] = .string(privateListening.rawValue)
    object["routes"] = .array(routes.map(\.json))
    object["microphones"] = .array(microphones.map(\.json))
    object["dose"] = weeklyDose.map { JSON($0) }
    object["lostRoute"] = lostRoute?.json
    object["level"] = JSON(level.percent)
    object["muted"] = .boolean(isMuted)
    object["output"] = output?.json
    object["bitPerfect"] = .boolean(isBitPerfect)
    object["realTime"] = realTime.json
    object["resumesUntil"] = resumesUntil.map { JSON($0.nanoseconds) }
    object["repeat"] = .string(repeatMode.rawValue)
    object["shuffle"] = .boolean(shuffles)
    object["silent"] = .boolean(isSilent)
    object["awaitsSession"] = .boolean(isAwaitingSession)
    object["buffering"] = .boolean(isBuffering)
    object["message"] = message.map(JSON.string)
    object["simulation"] = simulation.json
    object["timeline"] = JSON(timelineCount)
    object["can"] = .array(capabilities.names.map(JSON.string))
    return object
  }

  init(withoutQueue object: JSONObject) throws(WireError) {
    self.init()
    status = try object.read("status", JSON.name)
    wish = try object.read("wish", Wish.reading)
    holds = Set(try object.read("holds", JSON.list(of: JSON.choice)))
    interruptions = Set(try object.read("interruptions", JSON.list(of: JSON.choice)))
    playhead = try object.read("playhead", Playhead.reading)
    jumps = try object.read("jumps", JSON.integer)
    category = try object.read("category", JSON.choice)
    route = try object.read("route", Route.reading)
    privateListening = try object.read("privateListening", JSON.choice)
    routes = try object.read("routes", JSON.list(of: RouteSummary.reading))
    microphones = try object.readIfThere("microphones", JSON.list(of: Microphone.reading)) ?? []
    weeklyDose = try object.readIfThere("dose", JSON.integer)
    lostRoute = try object.readIfThere("lostRoute", Route.reading)
    level = try object.read("level", Level.reading)
    isMuted = try object.read("muted", JSON.boolean)
    output = try object.readIfThere("output", OutputDescription.reading)
    isBitPerfect = try object.read("bitPerfect", JSON.boolean)
    realTime = try object.read("realTime", RealTime.reading)
    resumesUntil = try object.readIfThere("resumesUntil", JSON.integer).map(MonotonicTime.init(nanoseconds:))
    repeatMode = try object.read("repeat", JSON.choice)
    shuffles = try object.read("shuffle", JSON.boolean)
    isSilent = try object.read("silent", JSON.boolean)
    isAwaitingSession = try object.read("awaitsSession", JSON.boolean)
    isBuffering = try object.read("buffering", JSON.boolean)
    message = try object.readIfThere("message", JSON.string)
    simulation = try object.read("simulation", Simulation.reading)
    timelineCount = try object.readIfThere("timeline", JSON.integer) ?? 0
    capabilities = Capabilities(names: try object.read("can", JSON.list(of: JSON.string)))
  }
}

extension Capabilities {
  /// What would do something now.
  var names: [String] {
    let all = [("play", play), ("pause", pause), ("next", next), ("previous", previous), ("seek", seek)]
    return all.filter(\.1).map(\.0)
  }

  /// Names that are not known are passed over.
  init(names: [String]) {
    self.init()
    play = names.contains("play")
    pause = names.contains("pause")
    next = names.contains("next")
    previous = names.contains("previous")
    seek = names.contains("seek")
  }
}

extension Wish {
  static func reading(_ json: JSON) throws(WireError) -> Wish {
    let object = try JSON.object(json)
    return Wish(try object.read("goal", JSON.name), because: try object.read("cause", JSON.name))
  }
}

extension Playhead {
  var json: JSON {
    [
      "frame": JSON(frame.value), "at": JSON(at.nanoseconds), "rate": JSON(rate.hertz), "advances": .boolean(advances),
    ]
  }

  static func reading(_ json: JSON) throws(WireError) -> Playhead {
    let object = try JSON.object(json)
    return Playhead(
      frame: try object.read("frame", FrameCount.reading),
      at: MonotonicTime(nanoseconds: try object.read("at", JSON.integer)),
      rate: try object.read("rate", SampleRate.reading), advances: try object.read("advances", JSON.boolean))
  }
}

extension Route {
  var json: JSON {
    [
      "port": .string(port.rawValue), "id": .string(id.text), "name": .string(name),
      "privacy": .string(privacy.rawValue), "jacks": .array(jacks.map(JSON.string)),
    ]
  }

  static func reading(_ json: JSON) throws(WireError) -> Route {
    let object = try JSON.object(json)
    return Route(
      port: try object.read("port", JSON.name), id: RouteID(try object.read("id", JSON.string)),
      name: try object.read("name", JSON.string), privacy: try object.read("privacy", JSON.name),
      jacks: try object.read("jacks", JSON.list(of: JSON.string)))
  }
}

extension Level {
  static func reading(_ json: JSON) throws(WireError) -> Level { Level(percent: try JSON.integer(in: 0...100)(json)) }
}

extension OutputDescription {
  /// The channels as the numbers of loudspeakers, which are those of their bits in the mask of WAV files.
  var json: JSON {
    var object: JSONObject = ["device": .string(deviceName)]
    object["card"] = card.map { JSON($0.number) }
    object["rate"] = JSON(rate.hertz)
    object["channels"] = .array(channelMap.map { $0.map { JSON($0.rawValue) } ?? .null })
    object["format"] = .string(sampleFormat)
    object["simulated"] = .boolean(isSimulated)
    object["direct"] = .boolean(isDirect)
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> OutputDescription {
    let object = try JSON.object(json)
    let map = try object.read("channels", JSON.list(of: JSON.orNull(Speaker.reading)))
    return OutputDescription(
      deviceName: try object.read("device", JSON.string),
      card: try object.readIfThere("card", JSON.integer).map(CardIndex.init),
      rate: try object.read("rate", SampleRate.reading), channels: map.count,
      sampleFormat: try object.read("format", JSON.string), isSimulated: try object.read("simulated", JSON.boolean),
      isDirect: try object.read("direct", JSON.boolean), channelMap: map)
  }
}

extension Speaker {
  static func reading(_ json: JSON) throws(WireError) -> Speaker {
    guard let speaker = Speaker(rawValue: try JSON.integer(json)) else { throw WireError("is no loudspeaker") }
    return speaker
  }
}

extension RealTime {
  var json: JSON {
    switch self {
    case .unknown: ["state": "unknown"]
    case .allowed(let priority): ["state": "allowed", "priority": JSON(priority)]
    case .granted(let priority): ["state": "granted", "priority": JSON(priority)]
    case .refused(let reason): ["state": "refused", "reason": .string(reason)]
    }
  }

  static func reading(_ json: JSON) throws(WireError) -> RealTime {
    let object = try JSON.object(json)
    switch try object.read("state", JSON.string) {
    case "unknown": return .unknown
    case "allowed": return .allowed(priority: try object.read("priority", JSON.integer))
    case "granted": return .granted(priority: try object.read("priority", JSON.integer))
    case "refused": return .refused(try object.read("reason", JSON.string))
    default: throw WireError("must be one of unknown, allowed, granted, refused", field: "state")
    }
  }
}

extension Simulation {
  var json: JSON {
    switch self {
    case .off: "off"
    case .requested: "requested"
    case .noCardFound: "noCardFound"
    }
  }

  static func reading(_ json: JSON) throws(WireError) -> Simulation {
    switch json {
    case "off": .off
    case "requested": .requested
    case "noCardFound": .noCardFound
    default: throw WireError("must be one of off, requested, noCardFound")
    }
  }
}
