/// Why a line from a client was not understood: what the player answers, and the connection goes on.
public struct ControlError: Error, Hashable, Sendable {
  /// The kind of error, for programs.
  public enum Code: String, Hashable, Sendable {
    /// The line is not one JSON object.
    case malformed
    /// The line is longer than `Wire.longestRequest`; it was skipped.
    case oversized
    /// There is no such request.
    case unknown
    /// A member of the request is missing, means nothing, or is not known.
    case invalid
    /// The request is written in a version of the schema that is not spoken.
    case version
    /// So many clients are connected that no more are taken. The connection does not go on.
    case crowded
  }

  /// The kind.
  public var code: Code
  /// What is wrong, for people: one line.
  public var message: String
  /// The member that it is about, such as "command.level"; nil: the line as a whole.
  public var field: String?

  /// An error.
  public init(_ code: Code, _ message: String, field: String? = nil) {
    self.code = code
    self.message = message
    self.field = field
  }

  init(version: Int64) {
    let spoken = Wire.versions.map(String.init).joined(separator: ", ")
    self.init(.version, "version \(version) is not spoken here, but \(spoken)", field: "version")
  }

  /// An error of version tells which ones are spoken.
  var json: JSON {
    var object: JSONObject = ["code": .string(code.rawValue)]
    object["field"] = field.map(JSON.string)
    object["message"] = .string(message)
    if code == .version { object["versions"] = .array(Wire.versions.map { JSON($0) }) }
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> ControlError {
    let object = try JSON.object(json)
    return ControlError(
      try object.read("code", JSON.name), try object.read("message", JSON.string),
      field: try object.readIfThere("field", JSON.string))
  }
}
