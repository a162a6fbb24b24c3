internal import PlayerCore

extension Command {
  /// Its name, as in this enum, with its argument beside it.
  var json: JSON {
    switch self {
    case .play: ["name": "play"]
    case .pause: ["name": "pause"]
    case .togglePlayPause: ["name": "togglePlayPause"]
    case .stop: ["name": "stop"]
    case .nextTrack: ["name": "nextTrack"]
    case .previousTrack: ["name": "previousTrack"]
    case .playEntry(let id): ["name": "playEntry", "entry": id.json]
    case .skip(let distance): ["name": "skip", "nanoseconds": JSON(distance.wholeNanoseconds)]
    case .changePlaybackPosition(let time):
      ["name": "changePlaybackPosition", "nanoseconds": JSON(time.wholeNanoseconds)]
    case .setLevel(let level): ["name": "setLevel", "level": JSON(level.percent)]
    case .changeLevel(let step): ["name": "changeLevel", "step": JSON(step)]
    case .setMute(let isMuted): ["name": "setMute", "muted": .boolean(isMuted)]
    case .toggleMute: ["name": "toggleMute"]
    case .changeRepeatMode(let mode): ["name": "changeRepeatMode", "mode": .string(mode.rawValue)]
    case .cycleRepeatMode: ["name": "cycleRepeatMode"]
    case .changeShuffleMode(let on): ["name": "changeShuffleMode", "shuffle": .boolean(on)]
    case .toggleShuffleMode: ["name": "toggleShuffleMode"]
    case .insert(let items, let place):
      ["name": "insert", "items": .array(items.map(\.json)), "place": place.json]
    case .playItems(let items): ["name": "playItems", "items": .array(items.map(\.json))]
    case .removeEntries(let ids): ["name": "removeEntries", "entries": .array(ids.map(\.json))]
    case .moveEntries(let ids, let index):
      ["name": "moveEntries", "entries": .array(ids.map(\.json)), "to": JSON(index)]
    case .clearQueue: ["name": "clearQueue"]
    case .changePrivateListening(let isOn): ["name": "changePrivateListening", "private": .boolean(isOn)]
    case .togglePrivateListening: ["name": "togglePrivateListening"]
    case .chooseRoute(let id): ["name": "chooseRoute", "route": .string(id.text)]
    case .cycleRoutePolicy(let policy, let id):
      ["name": "cycleRoutePolicy", "policy": .string(policy.rawValue), "route": .string(id.text)]
    case .changeCategory(let category): ["name": "changeCategory", "category": .string(category.rawValue)]
    }
  }

  static func reading(_ json: JSON) throws(WireError) -> Command {
    let object = try JSON.object(json)
    let name = try object.read("name", JSON.string)
    let argument = argumentNames[name]
    guard let argument else { throw WireError("is \"\(name)\", which is no command", field: "name") }
    try object.admit(only: ["name"] + argument)
    return switch name {
    case "play": .play
    case "pause": .pause
    case "togglePlayPause": .togglePlayPause
    case "stop": .stop
    case "nextTrack": .nextTrack
    case "previousTrack": .previousTrack
    case "playEntry": .playEntry(try object.read("entry", QueueEntryID.reading))
    case "skip": .skip(.nanoseconds(try object.read("nanoseconds", JSON.integer) as Int64))
    case "changePlaybackPosition":
      .changePlaybackPosition(.nanoseconds(try object.read("nanoseconds", JSON.integer) as Int64))
    case "setLevel": .setLevel(try object.read("level", Level.reading))
    case "changeLevel": .changeLevel(try object.read("step", JSON.integer(in: -100...100)))
    case "setMute": .setMute(try object.read("muted", JSON.boolean))
    case "toggleMute": .toggleMute
    case "changeRepeatMode": .changeRepeatMode(try object.read("mode", JSON.choice))
    case "cycleRepeatMode": .cycleRepeatMode
    case "changeShuffleMode": .changeShuffleMode(try object.read("shuffle", JSON.boolean))
    case "toggleShuffleMode": .toggleShuffleMode
    case "insert":
      .insert(
        try object.read("items", JSON.list(of: QueueItem.reading)), at: try object.read("place", QueuePlace.reading))
    case "playItems": .playItems(try object.read("items", JSON.list(of: QueueItem.reading)))
    case "removeEntries": .removeEntries(try object.read("entries", JSON.list(of: QueueEntryID.reading)))
    case "moveEntries":
      .moveEntries(
        try object.read("entries", JSON.list(of: QueueEntryID.reading)),
        to: try object.read("to", JSON.integer(in: 0...Int(Int32.max))))
    case "clearQueue": .clearQueue
    case "changePrivateListening": .changePrivateListening(try object.read("private", JSON.boolean))
    case "togglePrivateListening": .togglePrivateListening
    case "chooseRoute": .chooseRoute(RouteID(try object.read("route", JSON.string)))
    case "cycleRoutePolicy":
      .cycleRoutePolicy(
        try object.read("policy", JSON.choice), of: RouteID(try object.read("route", JSON.string)))
    default: .changeCategory(try object.read("category", JSON.choice))
    }
  }

  /// The members that each command has besides its name.
  private static let argumentNames: [String: [String]] = [
    "play": [], "pause": [], "togglePlayPause": [], "stop": [], "nextTrack": [], "previousTrack": [],
    "playEntry": ["entry"], "skip": ["nanoseconds"], "changePlaybackPosition": ["nanoseconds"], "setLevel": ["level"],
    "changeLevel": ["step"], "setMute": ["muted"], "toggleMute": [], "changeRepeatMode": ["mode"],
    "cycleRepeatMode": [], "changeShuffleMode": ["shuffle"], "toggleShuffleMode": [], "insert": ["items", "place"],
    "playItems": ["items"], "removeEntries": ["entries"], "moveEntries": ["entries", "to"], "clearQueue": [],
    "changeCategory": ["category"], "changePrivateListening": ["private"], "togglePrivateListening": [],
    "chooseRoute": ["route"], "cycleRoutePolicy": ["policy", "route"],
  ]
}

extension QueuePlace {
  /// "end", "next", or an index.
  var json: JSON {
    switch self {
    case .end: "end"
    case .next: "next"
    case .index(let index): JSON(index)
    }
  }

  static func reading(_ json: JSON) throws(WireError) -> QueuePlace {
    switch json {
    case "end": .end
    case "next": .next
    case .integer(let index) where 0...Int64(Int32.max) ~= index: .index(Int(index))
    default: throw WireError("must be \"end\", \"next\" or an index from 0")
    }
  }
}

extension CommandStatus {
  static func reading(_ json: JSON) throws(WireError) -> CommandStatus {
    guard let status = CommandStatus(rawValue: try JSON.integer(json)) else {
      throw WireError("must be 0, 100, 110, 120 or 200")
    }
    return status
  }
}
