internal import CTestSupport

/// What a terminal shows after the bytes it was fed: as much of ECMA-48 and xterm as curses sends to
/// TERM=xterm-256color. Colours are ignored; a double-width character takes its cell and an empty one.
public struct TerminalScreen: Sendable {
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  private var saved = (row: 0, column: 0)
  private var scrolled = 0..<0
  private var last = ""
  private var pending: [UInt8] = []

  /// An empty screen of this size.
  public init(rows: Int, columns: Int) {
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    scrolled = 0..<rows
  }

  /// The rows as text, without the spaces at their ends.
  public var rows: [String] {
    cells.map { line in
      var text = line.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The rows in one string, for searching and for messages.
  public var text: String { rows.joined(separator: "\n") }

  /// Cuts or widens the screen to another size, as a terminal does when its window changes.
  public mutating func resize(rows: Int, columns: Int) {
    cells = (0..<rows).map { row in
      (0..<columns).map { column in row < cells.count && column < cells[row].count ? cells[row][column] : " " }
    }
    scrolled = 0..<rows
    row = min(row, rows - 1)
    column = min(column, columns - 1)
  }

  /// Takes what the program wrote. A sequence cut off at the end waits for the rest.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var position = 0
    while position < pending.count, let length = take(pending[position...]) { position += length }
    pending.removeFirst(position)
  }

  /// Carries out what `bytes` begin with and returns its length, or nil if it is not complete yet.
  private mutating func take(_ bytes: ArraySlice<UInt8>) -> Int? {
    let first = bytes.first!
    switch first {
    case 0x1B: return takeEscape(bytes)
    case 0x08: column = max(column - 1, 0)
    case 0x09: column = min((column / 8 + 1) * 8, cells[row].count - 1)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: column = 0
    case 0..<0x20, 0x7F: break
    default:
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard bytes.count >= length else { return nil }
      put(String(decoding: bytes.prefix(length), as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func put(_ character: String) {
    let width = Int(cts_cell_width(character.unicodeScalars.first!.value))
    if width == 0 {
      // A combining character joins the cell before it.
      if column > 0 { cells[row][column - 1] += character }
      return
    }
    if column + max(width, 1) > cells[row].count {
      column = 0
      lineFeed()
    }
    cells[row][column] = character
    if width == 2, column + 1 < cells[row].count { cells[row][column + 1] = "" }
    // A double-width character can be wider than a screen of one column.
    column = min(column + max(width, 1), cells[row].count)
    last = character
  }

  private mutating func lineFeed() {
    if row == scrolled.upperBound - 1 {
      scroll(by: 1, from: scrolled.lowerBound)
    } else {
      row = min(row + 1, cells.count - 1)
    }
  }

  /// Moves the lines from `top` to the end of the scrolled region up by `count`, or down where it is negative.
  private mutating func scroll(by count: Int, from top: Int) {
    let blank = Array(repeating: " ", count: cells[0].count)
    for _ in 0..<min(abs(count), cells.count) {
      cells.remove(at: count > 0 ? top : scrolled.upperBound - 1)
      cells.insert(blank, at: count > 0 ? scrolled.upperBound - 1 : top)
    }
  }

  private mutating func takeEscape(_ bytes: ArraySlice<UInt8>) -> Int? {
    let rest = bytes.dropFirst()
    guard let kind = rest.first else { return nil }
    switch kind {
    case UInt8(ascii: "["):
      guard let end = rest.dropFirst().firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
      control(UnicodeScalar(bytes[end]), String(decoding: rest.dropFirst().prefix(upTo: end), as: UTF8.self))
      return end - bytes.startIndex + 1
    case UInt8(ascii: "]"):
      // A title and the like; ends with BEL or ESC \.
      guard let end = rest.firstIndex(where: { $0 == 0x07 || $0 == UInt8(ascii: "\\") }) else { return nil }
      return end - bytes.startIndex + 1
    case UInt8(ascii: "("), UInt8(ascii: ")"): return rest.count < 2 ? nil : 3
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): (row, column) = saved
    case UInt8(ascii: "M"):
      if row == scrolled.lowerBound { scroll(by: -1, from: row) } else { row = max(row - 1, 0) }
    default: break
    }
    return 2
  }

  private mutating func control(_ final: UnicodeScalar, _ parameters: String) {
    // Private modes (cursor, alternate screen, keypad) do not change what is shown here.
    if parameters.first == "?" || parameters.first == ">" { return }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(numbers.first ?? 0, 1)
    let width = cells[0].count
    switch final {
    case "A": row = max(row - count, 0)
    case "B": row = min(row + count, cells.count - 1)
    case "C": column = min(column + count, width - 1)
    case "D": column = max(column - count, 0)
    case "G": column = min(count, width) - 1
    case "d": row = min(count, cells.count) - 1
    case "H", "f":
      row = min(count, cells.count) - 1
      column = min(max(numbers.count > 1 ? numbers[1] : 1, 1), width) - 1
    case "J": erase(lines: numbers.first ?? 0)
    case "K": eraseLine(numbers.first ?? 0)
    case "X": for at in column..<min(column + count, width) { cells[row][at] = " " }
    case "b": for _ in 0..<count { put(last) }
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: min(column, width))
      cells[row].removeLast(count)
    case "P":
      let removed = min(count, width - column)
      cells[row].removeSubrange(column..<(column + removed))
      cells[row] += Array(repeating: " ", count: removed)
    case "L": scroll(by: -count, from: row)
    case "M": scroll(by: count, from: row)
    case "S": scroll(by: count, from: scrolled.lowerBound)
    case "T": scroll(by: -count, from: scrolled.lowerBound)
    case "r":
      let bottom = numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], cells.count) : cells.count
      scrolled = min(count - 1, bottom - 1)..<bottom
      (row, column) = (0, 0)
    default: break
    }
  }

  private mutating func erase(lines which: Int) {
    eraseLine(which)
    let others = which == 0 ? row + 1..<cells.count : which == 1 ? 0..<row : 0..<cells.count
    for line in others { cells[line] = Array(repeating: " ", count: cells[line].count) }
  }

  private mutating func eraseLine(_ which: Int) {
    let width = cells[row].count
    let range = which == 0 ? min(column, width)..<width : which == 1 ? 0..<min(column + 1, width) : 0..<width
    for at in range { cells[row][at] = " " }
  }
}
