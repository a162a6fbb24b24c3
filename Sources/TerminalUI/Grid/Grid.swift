/// Columns and rows of a terminal or a part of it.
struct GridSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}

/// One place of the screen. A character of two columns takes a cell with its text and one without any.
struct Cell: Equatable, Sendable {
  /// A character and the marks upon it; empty behind a character of two columns.
  var text: String
  /// What it means.
  var style: Style

  static let blank = Cell(text: " ", style: .normal)
}

/// A picture of the whole screen, drawn by views and handed to the terminal or compared in a test.
struct Grid: Equatable, Sendable {
  let size: GridSize
  /// An array for each row: rows that two pictures share are neither copied nor compared cell by cell.
  private var lines: [[Cell]]

  /// Blank.
  init(_ size: GridSize) {
    self.size = GridSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    lines = Array(repeating: Array(repeating: .blank, count: self.size.columns), count: self.size.rows)
  }

  /// The cells of row `row`, left to right.
  func row(_ row: Int) -> [Cell] { lines[row] }

  /// The screen as text, a string for each row.
  var rows: [String] { (0..<size.rows).map { row($0).map(\.text).joined() } }

  /// Draws `text` from `column` of `row` on. What lies outside of the grid, be it half a character, is left out.
  mutating func put(_ text: DisplayText, row: Int, column: Int = 0, style: Style = .normal) {
    guard (0..<size.rows).contains(row) else { return }
    var column = column
    for glyph in text.glyphs {
      if column >= 0, column + glyph.columns <= size.columns {
        set(glyph, row: row, column: column, style: style)
      }
      column += glyph.columns
    }
  }

  /// Makes a row blank.
  mutating func clear(row: Int) {
    guard (0..<size.rows).contains(row) else { return }
    lines[row] = Array(repeating: .blank, count: size.columns)
  }

  /// Gives a whole row another style.
  mutating func restyle(row: Int, _ style: Style) {
    guard (0..<size.rows).contains(row) else { return }
    for column in 0..<size.columns { lines[row][column].style = style }
  }

  private mutating func set(_ glyph: Glyph, row: Int, column: Int, style: Style) {
    // Half of a wide character that stood here would push the rest of the row.
    if lines[row][column].text.isEmpty, column > 0 { lines[row][column - 1].text = " " }
    let behind = column + glyph.columns
    if behind < size.columns, lines[row][behind].text.isEmpty { lines[row][behind].text = " " }
    lines[row][column] = Cell(text: glyph.text, style: style)
    if glyph.columns == 2 { lines[row][column + 1] = Cell(text: "", style: style) }
  }
}
