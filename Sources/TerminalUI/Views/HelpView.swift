internal import PlayerCore

/// All keys, over the whole screen, generated from the table of keys.
struct HelpView {
  var simulation: Simulation
  var firstLine: Int
  var symbols: Symbols

  /// Rows that the help needs besides its lines: the title above.
  static let frameRows = 1

  func draw(on grid: inout Grid) {
    let lines = Self.lines(simulation, columns: grid.size.columns)
    let shown = lines.dropFirst(firstLine).prefix(grid.size.rows - Self.frameRows)
    let isCut = shown.count < lines.count
    grid.putEnds(
      row: 0, left: DisplayText("Keys", symbols), .title,
      right: DisplayText(isCut ? "j k scroll, Esc closes" : "Esc closes", symbols), .dim, symbols)
    for (row, line) in shown.enumerated() {
      let text = DisplayText(line, symbols)
      grid.put(
        text.fit(min(text.columns, grid.size.columns - 1), symbols), row: row + Self.frameRows, column: 1)
    }
  }

  /// The help's lines in a terminal of so many columns: one binding each, or two side by side.
  static func lines(_ simulation: Simulation, columns: Int) -> [String] {
    let bindings = KeyTable.bindings(simulation)
    let keyColumns = bindings.map { $0.keyNames.count }.max() ?? 0
    let entries = bindings.map { padded($0.keyNames, to: keyColumns) + "  " + $0.help }
    let width = (entries.map(\.count).max() ?? 0) + 3
    guard columns >= 2 * width else { return entries }
    let rows = (entries.count + 1) / 2
    return (0..<rows).map { row in
      let right = row + rows < entries.count ? entries[row + rows] : ""
      return right.isEmpty ? entries[row] : padded(entries[row], to: width) + right
    }
  }

  private static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - text.count, 0))
  }
}
