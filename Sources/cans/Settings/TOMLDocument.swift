import CTOML

/// The values of a TOML document, down to the tables of its first level, read by toml++.
nonisolated struct TOMLDocument {
  struct Value {
    /// The table's name; empty at the top.
    let section: String
    let key: String
    /// The line it stands on, from 1.
    let line: Int
    /// Nil for what no setting is: a date, an array, a table in a table.
    let content: SettingValue?

    /// How messages name it: "snag.contact-holds".
    var path: String { section.isEmpty ? key : "\(section).\(key)" }
  }

  /// In the document's order.
  private(set) var values: [Value] = []
  /// Why it is no TOML; then there are no values.
  private(set) var problem: (line: Int, text: String)?

  init(_ bytes: [UInt8]) {
    let found = Found()
    var text = [CChar](repeating: 0, count: 256)
    let line = bytes.withUnsafeBytes { bytes in
      cans_toml_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Unmanaged.passUnretained(found).toOpaque(),
        { Unmanaged<Found>.fromOpaque($0!).takeUnretainedValue().add($1!.pointee) }, &text, text.count)
    }
    values = found.values.sorted { $0.line < $1.line }
    if line != 0 { problem = (Int(line), text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }) }
  }

  /// Where C's visitor puts what it is shown.
  private final class Found {
    var values: [Value] = []

    func add(_ value: cans_toml_value) {
      let content: SettingValue? =
        switch value.kind {
        case CANS_TOML_STRING: .text(String(cString: value.text))
        case CANS_TOML_INTEGER: .integer(value.integer)
        case CANS_TOML_BOOLEAN: .boolean(value.integer != 0)
        case CANS_TOML_FLOAT: .decimal(value.real)
        default: nil
        }
      values.append(
        Value(
          section: String(cString: value.section), key: String(cString: value.key), line: Int(value.line),
          content: content))
    }
  }
}
