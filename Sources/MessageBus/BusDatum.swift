internal import CSystemd
internal import Glibc

/// Something that was read from a message, of whatever type it is there. Variants are what is in them.
indirect enum BusDatum: Equatable {
  case truth(Bool)
  /// Any whole number; an unsigned one of 64 bits at most the largest signed one.
  case number(Int64)
  case real(Double)
  /// A text, an object's path or a signature.
  case text(String)
  /// An array or a structure.
  case list([BusDatum])
  /// A dictionary; keys that are no texts are written as one.
  case map([String: BusDatum])
  case descriptor(BusDescriptor)

  var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
  var number: Int64? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [BusDatum]? { if case .list(let list) = self { list } else { nil } }
  var map: [String: BusDatum]? { if case .map(let map) = self { map } else { nil } }
  var descriptor: BusDescriptor? { if case .descriptor(let descriptor) = self { descriptor } else { nil } }

  fileprivate var key: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    default: "\(self)"
    }
  }
}

/// A file descriptor that came with a message; closed with its owner.
final class BusDescriptor: Equatable {
  let number: Int32

  /// Keeps a copy of `borrowed`; nil if there can be none.
  init?(copying borrowed: Int32) {
    number = fcntl(borrowed, F_DUPFD_CLOEXEC, 3)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}

extension cans_sd_bus {
  /// What a message says, argument by argument; empty if it cannot be read.
  func arguments(of message: OpaquePointer) -> [BusDatum] { rest(of: message) ?? [] }

  /// All that is left in the container where `message` is being read.
  private func rest(of message: OpaquePointer) -> [BusDatum]? {
    var data: [BusDatum] = []
    while let (type, contents) = nextType(in: message) {
      guard let datum = datum(of: type, contents, in: message) else { return nil }
      data.append(datum)
    }
    return data
  }

  /// The type that comes next, and that of its contents; nil at the end.
  private func nextType(in message: OpaquePointer) -> (Unicode.Scalar, String)? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
    return (Unicode.Scalar(UInt8(bitPattern: type)), contents.map { String(cString: $0) } ?? "")
  }

  private func datum(of type: Unicode.Scalar, _ contents: String, in message: OpaquePointer) -> BusDatum? {
    switch type {
    case "b": return basic(type, Int32.self, of: message).map { .truth($0 != 0) }
    case "y": return number(type, UInt8.self, of: message)
    case "n": return number(type, Int16.self, of: message)
    case "q": return number(type, UInt16.self, of: message)
    case "i": return number(type, Int32.self, of: message)
    case "u": return number(type, UInt32.self, of: message)
    case "x": return number(type, Int64.self, of: message)
    case "t": return number(type, UInt64.self, of: message)
    case "d": return basic(type, Double.self, of: message).map(BusDatum.real)
    case "s", "o", "g": return text(of: message, type).map(BusDatum.text)
    case "h":
      return basic(type, Int32.self, of: message).flatMap(BusDescriptor.init(copying:)).map(BusDatum.descriptor)
    case "v": return within(type, contents, of: message) { rest(of: message)?.first }
    case "r": return within(type, contents, of: message) { rest(of: message).map(BusDatum.list) }
    case "a" where contents.hasPrefix("{"): return within(type, contents, of: message) { map(in: message) }
    case "a": return within(type, contents, of: message) { rest(of: message).map(BusDatum.list) }
    default: return nil
    }
  }

  private func map(in message: OpaquePointer) -> BusDatum? {
    var map: [String: BusDatum] = [:]
    while let (type, contents) = nextType(in: message) {
      let entry = within(type, contents, of: message) { rest(of: message).map(BusDatum.list) }
      guard let entry = entry?.list, entry.count == 2 else { return nil }
      map[entry[0].key] = entry[1]
    }
    return .map(map)
  }

  private func within(
    _ type: Unicode.Scalar, _ contents: String, of message: OpaquePointer, _ read: () -> BusDatum?
  ) -> BusDatum? {
    guard sd_bus_message_enter_container(message, CChar(type.value), contents) > 0, let datum = read(),
      sd_bus_message_exit_container(message) >= 0
    else { return nil }
    return datum
  }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Unicode.Scalar, _: Number.Type, of message: OpaquePointer
  ) -> BusDatum? { basic(type, Number.self, of: message).map { .number(Int64(clamping: $0)) } }

  private func basic<Value: Numeric & BitwiseCopyable>(
    _ type: Unicode.Scalar, _: Value.Type, of message: OpaquePointer
  ) -> Value? {
    var value: Value = 0
    return sd_bus_message_read_basic(message, CChar(type.value), &value) > 0 ? value : nil
  }
}
