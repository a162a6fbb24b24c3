/// A value of a column. What is saved is compared and checked as such values, whatever it stands for.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// `number`, or nothing.
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// `number`, or nothing; SQLite takes what is no number for nothing.
  init(_ number: Double?) { self = number.flatMap { $0.isNaN ? nil : .real($0) } ?? .null }

  /// `text`, or nothing.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

/// The values of a row, taken from the left. Each is what its reader expects, or the row is damaged.
struct RowReader {
  private var values: ArraySlice<SQLValue>

  init(_ values: some Sequence<SQLValue>) { self.values = Array(values)[...] }

  /// A number, or nothing.
  mutating func integer<Number: BinaryInteger>() throws(DatabaseError) -> Number? {
    switch values.popFirst() {
    case .null: return nil
    case .integer(let value):
      guard let number = Number(exactly: value) else { throw .damaged("a number is too large") }
      return number
    default: throw .damaged("a number is missing")
    }
  }

  /// A number with a fraction, or nothing.
  mutating func real() throws(DatabaseError) -> Double? {
    switch values.popFirst() {
    case .null: return nil
    case .real(let value): return value
    default: throw .damaged("a number is missing")
    }
  }

  /// A text, or nothing.
  mutating func text() throws(DatabaseError) -> String? {
    switch values.popFirst() {
    case .null: return nil
    case .text(let value): return value
    default: throw .damaged("a text is missing")
    }
  }

  /// Bytes, or nothing.
  mutating func blob() throws(DatabaseError) -> [UInt8]? {
    switch values.popFirst() {
    case .null: return nil
    case .blob(let value): return value
    default: throw .damaged("bytes are missing")
    }
  }

  /// `value`, which must not be nothing.
  static func some<Value>(_ value: Value?, _ name: String) throws(DatabaseError) -> Value {
    guard let value else { throw .damaged("\(name) is missing") }
    return value
  }
}
