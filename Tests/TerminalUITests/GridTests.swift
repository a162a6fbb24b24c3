import Testing

@testable import TerminalUI

@Suite struct GridTests {
  private func text(_ text: String) -> DisplayText { inLocale("C.UTF-8") { DisplayText(text, .unicode) } }

  @Test func `a wide character takes two cells of a row`() {
    var grid = Grid(GridSize(columns: 5, rows: 2))
    grid.put(text("夜x"), row: 0, column: 1)
    #expect(grid.rows == [" 夜x ", "     "])
    #expect(grid.row(0).map(\.text) == [" ", "夜", "", "x", " "])
  }

  @Test func `what does not fit is left out, be it half a character`() {
    var grid = Grid(GridSize(columns: 3, rows: 1))
    grid.put(text("a夜夜"), row: 0)
    grid.put(text("z"), row: 1)
    grid.put(text("z"), row: -1)
    #expect(grid.rows == ["a夜"])
    grid.put(text("夜b"), row: 0, column: -1)
    #expect(grid.rows == ["ab "])
  }

  @Test func `drawing over half of a wide character blanks the other half`() {
    var grid = Grid(GridSize(columns: 4, rows: 1))
    grid.put(text("夜夜"), row: 0)
    grid.put(text("x"), row: 0, column: 1)
    #expect(grid.rows == [" x夜"])
    grid.put(text("y"), row: 0, column: 2)
    #expect(grid.rows == [" xy "])
    grid.put(text("夜"), row: 0, column: 0)
    grid.put(text("夜"), row: 0, column: 1)
    #expect(grid.rows == [" 夜 "])
  }

  @Test func `a terminal without cells has no rows to draw`() {
    #expect(Grid(GridSize(columns: 0, rows: 0)).rows == [])
    #expect(Grid(GridSize(columns: -1, rows: 1)).rows == [""])
  }
}
