internal import CSystemd

/// A value to send over a bus, of one of the types that this module sends (D-Bus specification, Type System).
indirect enum BusValue: Equatable {
  /// A member of a dictionary.
  struct Field: Equatable {
    let key: String
    let value: BusValue
  }

  case boolean(Bool), int32(Int32), int64(Int64), double(Double), string(String), path(String), strings([String])
  /// Texts to variants: "a{sv}".
  case dictionary([Field])

  /// The type's signature.
  var signature: String {
    switch self {
    case .boolean: "b"
    case .int32: "i"
    case .int64: "x"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .strings: "as"
    case .dictionary: "a{sv}"
    }
  }
}

extension BusValue {
  /// Appends it to a message.
  func append(to message: OpaquePointer, by sd: cans_sd_bus) throws(BusError) {
    switch self {
    case .boolean(let truth): try Self.append("b", truth ? 1 as Int32 : 0, to: message, by: sd)
    case .int32(let number): try Self.append("i", number, to: message, by: sd)
    case .int64(let number): try Self.append("x", number, to: message, by: sd)
    case .double(let number): try Self.append("d", number, to: message, by: sd)
    case .string(let text): try Self.append(text.fitForBus, as: "s", to: message, by: sd)
    case .path(let path): try Self.append(path, as: "o", to: message, by: sd)
    case .strings(let texts):
      try Self.within("a", "s", of: message, by: sd) { () throws(BusError) in
        for text in texts { try Self.append(text.fitForBus, as: "s", to: message, by: sd) }
      }
    case .dictionary(let fields):
      try Self.within("a", "{sv}", of: message, by: sd) { () throws(BusError) in
        for field in fields { try field.append(to: message, by: sd) }
      }
    }
  }

  private static func append(
    _ text: String, as type: Unicode.Scalar, to message: OpaquePointer, by sd: cans_sd_bus
  ) throws(BusError) {
    let result = text.withCString { sd.sd_bus_message_append_basic(message, CChar(type.value), $0) }
    if result < 0 { throw .failed(code: -result) }
  }

  private static func append<Number: BitwiseCopyable>(
    _ type: Unicode.Scalar, _ number: Number, to message: OpaquePointer, by sd: cans_sd_bus
  ) throws(BusError) {
    let result = withUnsafePointer(to: number) { sd.sd_bus_message_append_basic(message, CChar(type.value), $0) }
    if result < 0 { throw .failed(code: -result) }
  }

  fileprivate static func within(
    _ type: Unicode.Scalar, _ contents: String, of message: OpaquePointer, by sd: cans_sd_bus,
    _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    let opened = sd.sd_bus_message_open_container(message, CChar(type.value), contents)
    if opened < 0 { throw .failed(code: -opened) }
    try body()
    let closed = sd.sd_bus_message_close_container(message)
    if closed < 0 { throw .failed(code: -closed) }
  }
}

extension BusValue.Field {
  fileprivate func append(to message: OpaquePointer, by sd: cans_sd_bus) throws(BusError) {
    try BusValue.within("e", "sv", of: message, by: sd) { () throws(BusError) in
      try BusValue.string(key).append(to: message, by: sd)
      try BusValue.within("v", value.signature, of: message, by: sd) { () throws(BusError) in
        try value.append(to: message, by: sd)
      }
    }
  }
}

extension String {
  /// The text as a bus takes it: without zeros and noncharacters, for which messages are
  /// refused, and of a decent length.
  var fitForBus: String {
    let limit = 16_384
    let isRefused: (Unicode.Scalar) -> Bool = { scalar in
      scalar.value == 0 || scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
    }
    guard utf8.count > limit || unicodeScalars.contains(where: isRefused) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit).map { isRefused($0) ? "\u{FFFD}" : $0 }))
  }
}
