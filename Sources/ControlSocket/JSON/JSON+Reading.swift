/// Something that was sent and means nothing: which field, and why, for people.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The way to the value: "command.entries[2]"; empty for the whole.
  public var field: String
  /// What is wrong with it: "must be a string".
  public var reason: String

  /// An error in the value itself; whoever holds that adds the way.
  init(_ reason: String, field: String = "") {
    self.field = field
    self.reason = reason
  }

  /// The same error, seen from the object whose member `name` has it.
  func under(_ name: String) -> WireError {
    let separator = field.isEmpty || field.hasPrefix("[") ? "" : "."
    return WireError(reason, field: name + separator + field)
  }

  /// "command.level must be a whole number from 0 to 100".
  public var description: String { field.isEmpty ? reason : "\(field) \(reason)" }
}

/// Reads a value as something; the functions below, and the types that have a form.
typealias Reading<Value> = (JSON) throws(WireError) -> Value

extension JSON {
  static func object(_ json: JSON) throws(WireError) -> JSONObject {
    guard case .object(let object) = json else { throw WireError("must be an object") }
    return object
  }

  static func string(_ json: JSON) throws(WireError) -> String {
    guard case .string(let string) = json else { throw WireError("must be a string") }
    return string
  }

  static func boolean(_ json: JSON) throws(WireError) -> Bool {
    guard case .boolean(let truth) = json else { throw WireError("must be true or false") }
    return truth
  }

  static func number(_ json: JSON) throws(WireError) -> Double {
    switch json {
    case .integer(let number): return Double(number)
    case .decimal(let number): return number
    case .string("inf"): return .infinity
    case .string("-inf"): return -.infinity
    case .string("nan"): return .nan
    default: throw WireError("must be a number")
    }
  }

  /// A whole number of any integer type.
  static func integer<Number: FixedWidthInteger>(_ json: JSON) throws(WireError) -> Number {
    guard case .integer(let number) = json, let exact = Number(exactly: number) else {
      throw WireError("must be a whole number from \(Number.min) to \(Number.max)")
    }
    return exact
  }

  /// A whole number in `range`.
  static func integer(in range: ClosedRange<Int>) -> Reading<Int> {
    { json throws(WireError) in
      guard case .integer(let number) = json, let exact = Int(exactly: number), range.contains(exact) else {
        throw WireError("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return exact
    }
  }

  /// One of the names that `Value` has.
  static func name<Value: RawRepresentable<String>>(_ json: JSON) throws(WireError) -> Value {
    let text = try string(json)
    guard let value = Value(rawValue: text) else { throw WireError("is \"\(text)\", which means nothing here") }
    return value
  }

  /// One of the names that `Value` has, all of which an error lists.
  static func choice<Value: RawRepresentable<String> & CaseIterable>(_ json: JSON) throws(WireError) -> Value {
    guard case .string(let text) = json, let value = Value(rawValue: text) else {
      throw WireError("must be one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }

  /// An array of what `reading` reads.
  static func list<Value>(of reading: @escaping Reading<Value>) -> Reading<[Value]> {
    { json throws(WireError) in
      guard case .array(let elements) = json else { throw WireError("must be an array") }
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        do throws(WireError) { values.append(try reading(element)) } catch { throw error.under("[\(index)]") }
      }
      return values
    }
  }

  /// What `reading` reads, or null.
  static func orNull<Value>(_ reading: @escaping Reading<Value>) -> Reading<Value?> {
    { json throws(WireError) in json == .null ? nil : try reading(json) }
  }
}

extension JSONObject {
  /// The member `name`, which must be there.
  func read<Value>(_ name: String, _ reading: Reading<Value>) throws(WireError) -> Value {
    guard let json = self[name] else { throw WireError("is missing", field: name) }
    do throws(WireError) { return try reading(json) } catch { throw error.under(name) }
  }

  /// The member `name`; nil if it is not there, or null.
  func readIfThere<Value>(_ name: String, _ reading: Reading<Value>) throws(WireError) -> Value? {
    guard let json = self[name], json != .null else { return nil }
    do throws(WireError) { return try reading(json) } catch { throw error.under(name) }
  }

  /// Complains about the first member that is none of `names`.
  func admit(only names: [String]) throws(WireError) {
    for member in members where !names.contains(member.name) {
      throw WireError("is unknown; there may be \(names.joined(separator: ", "))", field: member.name)
    }
  }
}
