/// Something that a recording says, of whatever type it is there. D-Bus variants, which busctl writes as their type and
/// what is in them, are what is in them.
public indirect enum RecordedValue: Decodable, Equatable, Sendable {
  case truth(Bool)
  case number(Int64)
  case real(Double)
  case text(String)
  case list([RecordedValue])
  case map([String: RecordedValue])

  /// Reads it from JSON.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Int64.self) {
      self = .number(number)
    } else if let real = try? value.decode(Double.self) {
      self = .real(real)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([RecordedValue].self) {
      self = .list(list)
    } else {
      let map = try value.decode([String: RecordedValue].self)
      self = map.count == 2 && map["type"] != nil ? map["data"] ?? .map(map) : .map(map)
    }
  }

  /// Whether it is so; nil: it is something else.
  public var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
  /// The number, if it is one.
  public var number: Int64? { if case .number(let number) = self { number } else { nil } }
  /// The number, whole or not.
  public var real: Double? { if case .real(let real) = self { real } else { number.map(Double.init) } }
  /// The text, if it is one.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The dictionary, if it is one.
  public var map: [String: RecordedValue]? { if case .map(let map) = self { map } else { nil } }
}
