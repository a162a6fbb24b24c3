internal import LinuxSystem
internal import PlayerCore

/// What the player did and why, in the queue's place: the newest entry last.
struct TimelineView {
  var book: TimelineBook
  var scroll: TimelineScroll
  var symbols: Symbols

  /// A row: what stands before the sentence, and a piece of that.
  private struct Line {
    var start: DisplayText
    var text: DisplayText
  }

  func draw(on grid: inout Grid, _ layout: ScreenLayout) {
    if layout.hasHeader {
      grid.putEnds(
        row: 0, left: DisplayText("Timeline", symbols), .title, right: DisplayText("j k scroll, Esc closes", symbols),
        .dim, symbols)
    }
    if book.records.isEmpty {
      grid.put(DisplayText("Nothing has happened yet.", symbols), row: layout.listRows.lowerBound, column: 1)
      return
    }
    for (row, line) in zip(layout.listRows, lines(rows: layout.listRows.count, columns: grid.size.columns - 2)) {
      grid.put(line.start, row: row, column: 1, style: .dim)
      grid.put(line.text, row: row, column: 1 + line.start.columns)
    }
  }

  /// The rows that end with the entry at the place; from the first entry on where there are not as many.
  private func lines(rows: Int, columns: Int) -> [Line] {
    let records = book.records
    let end = scroll.bottom.map { min(max(Int($0 - book.first), 0), records.count - 1) } ?? records.count - 1
    var lines: [Line] = []
    for index in (0...end).reversed() where lines.count < rows { lines = self.lines(of: index, columns) + lines }
    if lines.count >= rows { return lines.suffix(rows) }
    for index in (end + 1..<records.count) where lines.count < rows { lines += self.lines(of: index, columns) }
    return Array(lines.prefix(rows))
  }

  /// The rows of one entry; before the first of a day its date.
  private func lines(of index: Int, _ columns: Int) -> [Line] {
    let record = book.records[index]
    let time = LocalTime(milliseconds: record.time)
    let isNewDay = index == 0 || LocalTime(milliseconds: book.records[index - 1].time).date != time.date
    let nothing = DisplayText("", symbols)
    var lines = isNewDay ? [Line(start: DisplayText(time.date, symbols), text: nothing)] : []
    // Narrow terminals have no room for seconds.
    var start = DisplayText(columns >= 58 ? "\(time.time)  " : "\(time.time.prefix(5)) ", symbols)
    let indent = start.columns
    for piece in pieces(of: record.entry.text, width: columns - indent) {
      lines.append(Line(start: start, text: piece))
      start = nothing.fit(indent, symbols)
    }
    return lines
  }

  /// `text` in lines of so many columns, broken between words; a word that is longer is cut.
  private func pieces(of text: String, width: Int) -> [DisplayText] {
    var pieces: [DisplayText] = []
    let space = DisplayText(" ", symbols)
    for word in text.split(separator: " ") {
      let word = DisplayText(String(word), symbols)
      let fitting = word.fit(min(word.columns, width), symbols)
      if let last = pieces.last, last.columns + 1 + fitting.columns <= width {
        pieces[pieces.count - 1] = last + space + fitting
      } else {
        pieces.append(fitting)
      }
    }
    return pieces
  }
}
