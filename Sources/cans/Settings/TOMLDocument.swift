import CTOML

/// The values of a TOML document, down to the tables of its first level, read by toml++. Of a text that is no TOML
/// every line counts that is one by itself: a slip in one setting must not lift the limits that others set.
nonisolated struct TOMLDocument {
  struct Value {
    /// The table's name; empty at the top.
    let section: String
    let key: String
    /// The line it stands on, from 1.
    fileprivate(set) var line: Int
    /// Nil for what no setting is: a date, an array, a table in a table.
    let content: SettingValue?

    /// How messages name it: "snag.contact-holds".
    var path: String { section.isEmpty ? key : "\(section).\(key)" }
  }

  /// In the document's order.
  private(set) var values: [Value] = []
  /// Why it is no TOML, with the first line that is to blame.
  private(set) var problem: (line: Int, text: String)?
  /// The lines that do not count for that reason, from 1, each with the head of its table.
  private(set) var ignored: [(line: Int, text: String)] = []

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (values, problem) = Self.parse(bytes)
    if problem != nil { readLines(of: bytes) }
  }

  /// What is wrong with the file `name`, and what of it does not count; nil if nothing is.
  func complaint(name: String) -> String? {
    guard let problem else { return nil }
    let told = ignored.prefix(10).map { "\($0.line)" }.joined(separator: ", ")
    let rest = ignored.count > 10 ? " and \(ignored.count - 10) more" : ""
    let left = ignored.isEmpty ? "no line" : "line\(ignored.count == 1 ? "" : "s") \(told)\(rest)"
    return "\(name):\(problem.line): \(problem.text) (\(left) ignored)"
  }

  /// The text of line `number`, from 1; empty if there is none.
  func line(_ number: Int) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? String(decoding: lines[number - 1], as: UTF8.self) : ""
  }

  /// Reads each line as a document of its own, under the head of its table. What stands below a head that is none, or
  /// says again what was said before, is ignored.
  private mutating func readLines(of bytes: [UInt8]) {
    var head: [UInt8] = []
    var isHeadBroken = false
    var known: Set<String> = []
    for (index, text) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let line = text + [UInt8(ascii: "\n")]
      let isHead = text.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "[")
      if isHead { head = Array(line) }
      let (found, problem) = Self.parse(isHead ? head : isHeadBroken ? Array(line) : head + line)
      if isHead { isHeadBroken = problem != nil }
      let counts = problem == nil && (found.isEmpty || !isHeadBroken) && known.isDisjoint(with: found.map(\.path))
      guard counts else {
        ignored.append((index + 1, String(decoding: isHead ? head : head + line, as: UTF8.self)))
        continue
      }
      known.formUnion(found.map(\.path))
      for var value in found {
        value.line = index + 1
        values.append(value)
      }
    }
  }

  private static func parse(_ bytes: [UInt8]) -> (values: [Value], problem: (line: Int, text: String)?) {
    let found = Found()
    var text = [CChar](repeating: 0, count: 256)
    let line = bytes.withUnsafeBytes { bytes in
      cans_toml_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Unmanaged.passUnretained(found).toOpaque(),
        { Unmanaged<Found>.fromOpaque($0!).takeUnretainedValue().add($1!.pointee) }, &text, text.count)
    }
    let values = found.values.sorted { $0.line < $1.line }
    guard line != 0 else { return (values, nil) }
    return (values, (Int(line), text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }))
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
