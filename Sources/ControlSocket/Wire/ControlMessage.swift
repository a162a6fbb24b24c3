public import PlayerCore

/// A line from the player: an answer, or what a watcher is told.
public struct ControlMessage: Equatable, Sendable {
  /// What it says.
  public enum Content: Equatable, Sendable {
    /// To `hello`: the versions of the schema that are spoken, the program, and the number of its process.
    case hello(versions: [Int], program: String, process: Int32)
    /// To a request that does something, by its name: how that went, and for people why, where that does not say it.
    case done(String, CommandStatus, reason: String? = nil)
    /// To `add`: how that went, and why; how many tracks were found; what was wrong with what was named, for people.
    case added(CommandStatus, count: Int, problems: [String], reason: String? = nil)
    /// To `status`.
    case status(StateLine)
    /// To `status` in words: lines, each with its end.
    case statusText(String)
    /// To `queue`: entries from this index on, of a queue of this revision with so many in all. There may be fewer than
    /// were asked for; the rest is to be asked for again.
    case entries([QueueEntry], from: Int, total: Int, revision: UInt64)
    /// To `log`: entries of the timeline, which has those from number `first` to `last`. There may be fewer than were
    /// asked for; the rest is to be asked for again.
    case log([TimelineRecord], first: Int64, last: Int64)
    /// To `watch`: states follow.
    case watching
    /// To anything that was not understood.
    case error(ControlError)
    /// Without having been asked: the state is this from now on, and this has changed in the queue since the last one.
    case state(StateLine, [QueueChange])
  }

  /// The request's.
  public var id: Int64?
  /// What it says.
  public var content: Content

  /// A message.
  public init(id: Int64? = nil, _ content: Content) {
    self.id = id
    self.content = content
  }

  /// The message as a line, without its newline.
  public var line: [UInt8] { JSON.object(object).bytes }

  private var object: JSONObject {
    var object = JSONObject()
    object["id"] = id.map { JSON($0) }
    switch content {
    case .hello(let versions, let program, let process):
      object["reply"] = "hello"
      object["versions"] = .array(versions.map { JSON($0) })
      object["program"] = .string(program)
      object["process"] = JSON(process)
    case .done(let name, let status, let reason):
      object["reply"] = .string(name)
      object["status"] = JSON(status.rawValue)
      object["reason"] = reason.map(JSON.string)
    case .added(let status, let count, let problems, let reason):
      object["reason"] = reason.map(JSON.string)
      object["reply"] = "add"
      object["status"] = JSON(status.rawValue)
      object["count"] = JSON(count)
      object["problems"] = .array(problems.map(JSON.string))
    case .status(let state):
      object["reply"] = "status"
      object["state"] = state.json
    case .statusText(let text):
      object["reply"] = "status"
      object["text"] = .string(text)
    case .entries(let entries, let from, let total, let revision):
      object["reply"] = "queue"
      object["revision"] = JSON(revision)
      object["total"] = JSON(total)
      object["from"] = JSON(from)
      object["entries"] = .array(entries.map(\.json))
    case .log(let records, let first, let last):
      object["reply"] = "log"
      object["first"] = JSON(first)
      object["last"] = JSON(last)
      object["entries"] = .array(records.map(\.json))
    case .watching: object["reply"] = "watch"
    case .error(let error): object["error"] = error.json
    case .state(let state, let changes):
      object["state"] = state.json
      object["changes"] = .array(changes.map(\.json))
    }
    return object
  }

  /// Reads a line without its newline.
  ///
  /// - Throws: when it is not a message of this version. Members that are not known are passed over.
  public init(line: some Collection<UInt8>) throws(WireError) {
    let json: JSON
    do throws(JSONError) { json = try JSON(parsing: line) } catch { throw WireError(error.reason) }
    let object = try JSON.object(json)
    id = try object.readIfThere("id", JSON.integer)
    if let error = try object.readIfThere("error", ControlError.reading) {
      content = .error(error)
    } else if let reply = try object.readIfThere("reply", JSON.string) {
      content = try Self.reply(reply, object)
    } else {
      content = .state(
        try object.read("state", StateLine.reading), try object.read("changes", JSON.list(of: QueueChange.reading)))
    }
  }

  private static func reply(_ name: String, _ object: JSONObject) throws(WireError) -> Content {
    switch name {
    case "hello":
      return .hello(
        versions: try object.read("versions", JSON.list(of: JSON.integer)),
        program: try object.read("program", JSON.string), process: try object.read("process", JSON.integer))
    case "add":
      return .added(
        try object.read("status", CommandStatus.reading), count: try object.read("count", JSON.integer),
        problems: try object.read("problems", JSON.list(of: JSON.string)),
        reason: try object.readIfThere("reason", JSON.string))
    case "status":
      if let text = try object.readIfThere("text", JSON.string) { return .statusText(text) }
      return .status(try object.read("state", StateLine.reading))
    case "queue":
      return .entries(
        try object.read("entries", JSON.list(of: QueueEntry.reading)),
        from: try object.read("from", JSON.integer(in: 0...Int(Int32.max))),
        total: try object.read("total", JSON.integer(in: 0...Int(Int32.max))),
        revision: try object.read("revision", JSON.integer))
    case "log":
      return .log(
        try object.read("entries", JSON.list(of: TimelineRecord.reading)),
        first: try object.read("first", JSON.integer), last: try object.read("last", JSON.integer))
    case "watch": return .watching
    default:
      return .done(
        name, try object.read("status", CommandStatus.reading), reason: try object.readIfThere("reason", JSON.string))
    }
  }
}
