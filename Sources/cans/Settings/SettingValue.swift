/// A value of the settings file.
nonisolated enum SettingValue: Equatable {
  case text(String), integer(Int64), decimal(Double), boolean(Bool)

  /// The value of an integer or a decimal.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    case .text, .boolean: nil
    }
  }

  /// A whole number without a point.
  static func number(_ number: Double) -> SettingValue {
    Int64(exactly: number).map(SettingValue.integer) ?? .decimal(number)
  }

  /// As JSON has it, and TOML too: its basic strings know the same escapes.
  var json: JSONText {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .number(number)
    case .decimal(let number): .decimal(number)
    case .boolean(let truth): .boolean(truth)
    }
  }

  /// As TOML has it.
  var toml: String { json.text }
}
