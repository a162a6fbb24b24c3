public import PlayerCore

/// What a client asks the player for.
public enum ControlRequest: Equatable, Sendable {
  /// Which versions of the schema are spoken, and by whom.
  case hello
  /// Do this.
  case command(Command, from: CommandSource)
  /// Find the music that these files, folders and playlists name, and put it in the queue.
  case add([FilePath], at: AddedPlace)
  /// The state.
  case status
  /// The state in words, for people.
  case statusText
  /// So many entries of the queue from this index on.
  case queue(from: Int, count: Int)
  /// So many entries of the timeline from this number on.
  case log(from: Int64, count: Int)
  /// The state now and whenever it changes. `isScreen`: for somebody who sees it on a terminal (R29).
  case watch(isScreen: Bool)
  /// Something else is to be heard for a while (R14).
  case beginInterruption
  /// That is over (R15).
  case endInterruption(shouldResume: Bool)
  /// The client records from now on (R29); it does until it says otherwise, or hangs up.
  case beginRecording
  /// It does not any more; `lostMicrophone`: because of that (R30).
  case endRecording(lostMicrophone: Bool)
  /// Do this to the simulated hardware.
  case simulate(SimulatedChange)
  /// End.
  case quit

  /// Its name on the socket.
  public var name: String {
    switch self {
    case .hello: "hello"
    case .command: "command"
    case .add: "add"
    case .status, .statusText: "status"
    case .queue: "queue"
    case .log: "log"
    case .watch: "watch"
    case .beginInterruption, .endInterruption: "interrupt"
    case .beginRecording, .endRecording: "record"
    case .simulate: "simulate"
    case .quit: "quit"
    }
  }
}

/// Where music that was found is put.
public enum AddedPlace: Hashable, Sendable {
  /// In the queue; what plays goes on.
  case queue(QueuePlace)
  /// In the queue, and it plays at once.
  case now
}

extension ControlRequest {
  /// The request as a line, without its newline.
  ///
  /// - Parameter id: comes back with the answer.
  public func line(id: Int64? = nil) -> [UInt8] {
    var object: JSONObject = ["request": .string(name), "version": JSON(Wire.version)]
    object["id"] = id.map { JSON($0) }
    switch self {
    case .hello, .status, .quit: break
    case .statusText: object["form"] = "text"
    case .command(let command, let source):
      object["command"] = command.json
      object["source"] = .string(source.rawValue)
    case .add(let paths, let place):
      object["paths"] = .array(paths.map(\.json))
      object["place"] = place.json
    case .queue(let from, let count):
      object["from"] = JSON(from)
      object["count"] = JSON(count)
    case .log(let from, let count):
      object["from"] = JSON(from)
      object["count"] = JSON(count)
    case .watch(let isScreen): object["screen"] = .boolean(isScreen)
    case .beginInterruption: object["phase"] = "begin"
    case .endInterruption(let shouldResume):
      object["phase"] = "end"
      object["resume"] = .boolean(shouldResume)
    case .beginRecording: object["phase"] = "begin"
    case .endRecording(let lostMicrophone):
      object["phase"] = "end"
      object["lost"] = .boolean(lostMicrophone)
    case .simulate(let change): object["change"] = .string(change.rawValue)
    }
    return JSON.object(object).bytes
  }
}

extension AddedPlace {
  var json: JSON {
    switch self {
    case .queue(let place): place.json
    case .now: "now"
    }
  }

  static func reading(_ json: JSON) throws(WireError) -> AddedPlace {
    if json == "now" { return .now }
    guard let place = try? QueuePlace.reading(json) else {
      throw WireError("must be \"now\", \"end\", \"next\" or an index from 0")
    }
    return .queue(place)
  }
}
