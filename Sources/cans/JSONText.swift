import PlayerCore

/// Writes JSON (RFC 8259). Only writes: nothing here is a parser.
nonisolated indirect enum JSONText {
  case string(String), number(Int64), decimal(Double), boolean(Bool), null
  case array([JSONText])
  case object([(String, JSONText)])

  /// The text, on one line.
  var text: String {
    switch self {
    case .string(let string): Self.quoted(string)
    case .number(let number): String(number)
    case .decimal(let number): number.isFinite ? String(number) : "null"
    case .boolean(let truth): truth ? "true" : "false"
    case .null: "null"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
    }
  }

  /// A path, as on the control socket: text, or where it is none, its bytes as hexadecimal digits.
  static func path(_ path: FilePath) -> JSONText {
    path.utf8Text.map { .string($0) } ?? .object([("hex", .string(path.hexadecimal))])
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
