internal import PlayerCore

/// A line from a client, read: its id, and what it asks for or what is wrong with it.
public struct ReceivedRequest: Equatable, Sendable {
  /// Comes back with the answer.
  public let id: Int64?
  /// The request, or why it is none.
  public let content: Result<ControlRequest, ControlError>

  /// Reads a line without its newline. Any bytes are read; those that mean nothing are an error.
  public init(line: some Collection<UInt8>) {
    do throws(JSONError) {
      guard case .object(let object) = try JSON(parsing: line) else { throw JSONError(reason: "it is an array") }
      // An error's answer carries the id, too, where there is one to be read.
      id = (try? object.readIfThere("id", JSON.integer)) ?? nil
      content = Self.request(object)
    } catch {
      id = nil
      content = .failure(ControlError(.malformed, "a request must be one JSON object on one line: \(error.reason)"))
    }
  }

  private static func request(_ object: JSONObject) -> Result<ControlRequest, ControlError> {
    do throws(WireError) {
      // A newer schema may have other members: so its version comes first.
      let version: Int64? = try object.readIfThere("version", JSON.integer)
      if let version, !Wire.versions.contains(where: { $0 == version }) {
        return .failure(ControlError(version: version))
      }
      _ = try object.readIfThere("id", JSON.integer) as Int64?
      let name = try object.read("request", JSON.string)
      guard let form = forms[name] else {
        let known = forms.keys.sorted().joined(separator: ", ")
        return .failure(ControlError(.unknown, "\"\(name)\" is no request; there are \(known)", field: "request"))
      }
      try object.admit(only: ["request", "version", "id"] + form.members)
      return .success(try form.reading(object))
    } catch {
      return .failure(ControlError(.invalid, error.description, field: error.field))
    }
  }

  private struct Form: Sendable {
    let members: [String]
    let reading: @Sendable (JSONObject) throws(WireError) -> ControlRequest
  }

  /// Every request, by its name.
  private static let forms: [String: Form] = [
    "hello": Form(members: []) { _ throws(WireError) in .hello },
    "command": Form(members: ["command", "source"]) { object throws(WireError) in
      // A media key or MPRIS is what it is by its way in; nobody becomes one by saying so.
      let source = try object.readIfThere("source", JSON.choice) ?? CommandSource.commandLine
      guard source == .commandLine || source == .keyboard else {
        throw WireError("must be commandLine or keyboard", field: "source")
      }
      return .command(try object.read("command", Command.reading), from: source)
    },
    "add": Form(members: ["paths", "place"]) { object throws(WireError) in
      let paths = try object.read("paths", JSON.list(of: FilePath.absolute))
      guard !paths.isEmpty else { throw WireError("must name something", field: "paths") }
      return .add(paths, at: try object.readIfThere("place", AddedPlace.reading) ?? .queue(.end))
    },
    "status": Form(members: ["form"]) { object throws(WireError) in
      switch try object.readIfThere("form", JSON.string) ?? "state" {
      case "state": return .status
      case "text": return .statusText
      default: throw WireError("must be state or text", field: "form")
      }
    },
    "queue": Form(members: ["from", "count"]) { object throws(WireError) in
      .queue(
        from: try object.readIfThere("from", JSON.integer(in: 0...Int(Int32.max))) ?? 0,
        count: try object.readIfThere("count", JSON.integer(in: 0...Int(Int32.max))) ?? Int(Int32.max))
    },
    "log": Form(members: ["from", "count"]) { object throws(WireError) in
      .log(
        from: try object.readIfThere("from", JSON.integer) ?? Int64.min,
        count: try object.readIfThere("count", JSON.integer(in: 0...Int(Int32.max))) ?? Int(Int32.max))
    },
    "watch": Form(members: ["screen"]) { object throws(WireError) in
      .watch(isScreen: try object.readIfThere("screen", JSON.boolean) ?? false)
    },
    "interrupt": Form(members: ["phase", "resume"]) { object throws(WireError) in
      switch try object.read("phase", JSON.string) {
      case "begin": return .beginInterruption
      case "end": return .endInterruption(shouldResume: try object.readIfThere("resume", JSON.boolean) ?? false)
      default: throw WireError("must be begin or end", field: "phase")
      }
    },
    "record": Form(members: ["phase", "lost"]) { object throws(WireError) in
      switch try object.read("phase", JSON.string) {
      case "begin": return .beginRecording
      case "end": return .endRecording(lostMicrophone: try object.readIfThere("lost", JSON.boolean) ?? false)
      default: throw WireError("must be begin or end", field: "phase")
      }
    },
    "simulate": Form(members: ["change"]) { object throws(WireError) in
      .simulate(try object.read("change", JSON.choice))
    },
    "quit": Form(members: []) { _ throws(WireError) in .quit },
  ]
}
