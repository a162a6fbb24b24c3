internal import PlayerCore

// A path is bytes, JSON's strings are Unicode. A path that is UTF-8 is a string; any other is an object with its bytes
// in hexadecimal digits. So nothing in a string has a second meaning, and what can be read is readable.
extension FilePath {
  var json: JSON { utf8Text.map { .string($0) } ?? ["hex": .string(hexadecimal)] }

  static func reading(_ json: JSON) throws(WireError) -> FilePath {
    switch json {
    case .string(let text): return FilePath(text)
    case .object(let object):
      try object.admit(only: ["hex"])
      return FilePath(bytes: try object.read("hex", Self.bytes))
    default: throw WireError("must be a string, or an object with the path's bytes in \"hex\"")
    }
  }

  /// A path that another process can use, whatever folder it is in.
  static func absolute(_ json: JSON) throws(WireError) -> FilePath {
    let path = try reading(json)
    guard path.bytes.first == UInt8(ascii: "/") else { throw WireError("must start with a slash") }
    guard !path.bytes.contains(0) else { throw WireError("must not have a zero byte in it") }
    return path
  }

  private static func bytes(_ json: JSON) throws(WireError) -> [UInt8] {
    let digits = try JSON.string(json).unicodeScalars.map { Character($0).hexDigitValue }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 != nil }) else {
      throw WireError("must be hexadecimal digits, two for each byte")
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
  }
}
