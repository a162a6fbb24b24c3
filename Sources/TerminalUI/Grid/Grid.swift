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
  private var cells: [Cell]

  /// Blank.
  init(_ size: GridSize) {
    self.size = GridSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// The cells of row `row`, left to right.
  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

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

  /// Makes rows blank.
  mutating func clear(rows: Range<Int>) {
    for index in rows.lowerBound * size.columns..<rows.upperBound * size.columns { cells[index] = .blank }
  }

  /// Gives a whole row another style.
  mutating func restyle(row: Int, _ style: Style) {
    guard (0..<size.rows).contains(row) else { return }
    for index in row * size.columns..<(row + 1) * size.columns { cells[index].style = style }
  }

  private mutating func set(_ glyph: Glyph, row: Int, column: Int, style: Style) {
    let first = row * size.columns + column
    // Half of a wide character that stood here would push the rest of the row.
    if cells[first].text.isEmpty, column > 0 { cells[first - 1].text = " " }
    let behind = first + glyph.columns
    if column + glyph.columns < size.columns, cells[behind].text.isEmpty { cells[behind].text = " " }
    cells[first] = Cell(text: glyph.text, style: style)
    if glyph.columns == 2 { cells[first + 1] = Cell(text: "", style: style) }
  }
}
