import AudioEngine
import PlayerCore

/// What values a setting may have, and how they are spelled in the settings file.
struct SettingKind<Value> {
  /// For people: "seconds from 0 to 10".
  let allowed: String
  /// Nil for what is not allowed.
  let read: (SettingValue) -> Value?
  /// The spelling of a value.
  let spell: (Value) -> SettingValue

  /// Besides this kind's values, `word` is allowed, and means nil.
  fileprivate func or(_ word: String) -> SettingKind<Value?> {
    SettingKind<Value?>(
      allowed: "\(allowed), or \"\(word)\"",
      read: { $0 == .text(word) ? .some(nil) : read($0).map(Optional.some) },
      spell: { $0.map(spell) ?? .text(word) })
  }
}

extension SettingKind where Value == String {
  /// Any text but the empty one.
  static func text(_ allowed: String) -> Self {
    SettingKind(
      allowed: allowed,
      read: { if case .text(let text) = $0, !text.isEmpty { text } else { nil } },
      spell: SettingValue.text)
  }
}

extension SettingKind where Value == String? {
  /// A command line; an empty one, or one of spaces: none.
  static var command: Self {
    SettingKind(
      allowed: "a command line for sh, or \"\" for none",
      read: { value in
        guard case .text(let text) = value, !text.utf8.contains(0) else { return nil }
        return .some(text.allSatisfy(\.isWhitespace) ? nil : text)
      },
      spell: { .text($0 ?? "") })
  }

  /// Any text but the empty one, or `word` for nil.
  static func text(_ allowed: String, or word: String) -> Self { SettingKind<String>.text(allowed).or(word) }
}

extension SettingKind where Value == Set<String> {
  /// Names, none of which has a space in it; an empty text: none.
  static func names(_ allowed: String) -> Self {
    SettingKind(
      allowed: allowed,
      read: { if case .text(let text) = $0 { Set(text.split(separator: " ").map(String.init)) } else { nil } },
      spell: { .text($0.sorted().joined(separator: " ")) })
  }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases, by its raw value.
  static var choice: Self {
    let words = Value.allCases.map { "\"\($0.rawValue)\"" }
    return SettingKind(
      allowed: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""),
      read: { if case .text(let word) = $0 { Value(rawValue: word) } else { nil } },
      spell: { .text($0.rawValue) })
  }
}

extension SettingKind where Value == Bool {
  /// "on" or "off".
  static var switched: Self {
    SettingKind(
      allowed: "\"on\" or \"off\"",
      read: { $0 == .text("on") ? true : $0 == .text("off") ? false : nil },
      spell: { .text($0 ? "on" : "off") })
  }
}

extension SettingKind where Value == Level {
  /// A whole number of percent.
  static var percentage: Self {
    SettingKind(
      allowed: "a percentage from 0 to 100",
      read: { if case .integer(let percent) = $0, 0...100 ~= percent { Level(percent: Int(percent)) } else { nil } },
      spell: { .integer(Int64($0.percent)) })
  }
}

extension SettingKind where Value == Duration {
  /// Seconds, also parts of one.
  static func seconds(_ range: ClosedRange<Double>) -> Self {
    let (least, most) = (SettingValue.number(range.lowerBound).toml, SettingValue.number(range.upperBound).toml)
    return SettingKind(
      allowed: "seconds from \(least) to \(most)",
      // Whole microseconds, or 0.3 would not be 300 ms.
      read: { value in value.number.flatMap { range ~= $0 ? .microseconds(Int64(($0 * 1e6).rounded())) : nil } },
      spell: { .number(Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18) })
  }
}

extension SettingKind where Value == Double {
  /// Decibels, up or down.
  static var decibels: Self {
    SettingKind(
      allowed: "decibels from -15 to 15",
      read: { value in value.number.flatMap { -15...15 ~= $0 ? $0 : nil } },
      spell: SettingValue.number)
  }

  /// Decibels of sound pressure.
  static var soundPressure: Self {
    SettingKind(
      allowed: "decibels of sound pressure from 60 to 140",
      read: { value in value.number.flatMap { 60...140 ~= $0 ? $0 : nil } },
      spell: SettingValue.number)
  }
}

extension SettingKind where Value == OutputRate {
  /// "native", or hertz.
  static var rate: Self {
    SettingKind(
      allowed: "\"native\", or a rate from 8000 to 768000 Hz",
      read: { value in
        switch value {
        case .text("native"): .native
        case .integer(let hertz) where 8_000...768_000 ~= hertz: .fixed(SampleRate(Int32(hertz)))
        default: nil
        }
      },
      spell: { rate in
        switch rate {
        case .native: .text("native")
        case .fixed(let rate): .integer(Int64(rate.hertz))
        }
      })
  }
}

extension SettingKind where Value == Level? {
  /// A percentage, or `word` for nil.
  static func percentage(or word: String) -> Self { SettingKind<Level>.percentage.or(word) }
}

extension SettingKind where Value == Duration? {
  /// Seconds, or `word` for nil.
  static func seconds(_ range: ClosedRange<Double>, or word: String) -> Self {
    SettingKind<Duration>.seconds(range).or(word)
  }
}
