internal import PlayerCore

// A path is bytes, JSON's strings are Unicode. A path that is UTF-8 is a string; any other is an object with its bytes
// in hexadecimal digits. So nothing in a string has a second meaning, and what can be read is readable.
extension FilePath {
  var json: JSON {
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes { digits += [Self.digit(byte >> 4), Self.digit(byte & 15)] }
    return ["hex": .string(String(decoding: digits, as: UTF8.self))]
  }

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

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func bytes(_ json: JSON) throws(WireError) -> [UInt8] {
    let digits = try JSON.string(json).unicodeScalars.map { Character($0).hexDigitValue }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 != nil }) else {
      throw WireError("must be hexadecimal digits, two for each byte")
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
  }
}
