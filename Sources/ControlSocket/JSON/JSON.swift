/// A value of JSON (RFC 8259).
public enum JSON: Equatable, Sendable {
  case null
  case boolean(Bool)
  /// A number without fraction or exponent.
  case integer(Int64)
  /// Any other number; always finite.
  case decimal(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

/// The members of an object, in their order.
public struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// One member.
  public struct Member: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: JSON
  }

  /// All members; no name comes twice.
  public private(set) var members: [Member]

  /// An object of these members; a name that comes twice is a bug of the caller.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { Member(name: $0, value: $1) }
  }

  /// The member `name`. Setting appends it, as objects are built once, and does nothing for nil.
  public subscript(name: String) -> JSON? {
    get { members.first { $0.name == name }?.value }
    set { if let newValue { members.append(Member(name: name, value: newValue)) } }
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// An object of these members.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }

  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A whole number.
  public init(_ number: some FixedWidthInteger) { self = .integer(Int64(clamping: number)) }

  /// Any number. JSON has no infinite ones: they are the strings "inf", "-inf" and "nan".
  public init(_ number: Double) {
    self = number.isFinite ? .decimal(number) : .string(number.isNaN ? "nan" : number > 0 ? "inf" : "-inf")
  }
}
