internal import PlayerCore

/// The header and the queue: a line for each track with title, artist and length.
struct QueueView {
  var snapshot: Snapshot
  var state: ScreenState
  var symbols: Symbols

  func draw(on grid: inout Grid, _ layout: ScreenLayout) {
    if layout.hasHeader { drawHeader(on: &grid) }
    if snapshot.queue.isEmpty {
      drawEmpty(on: &grid, layout.listRows)
      return
    }
    let columns = Columns(total: grid.size.columns)
    for (row, entry) in zip(layout.listRows, snapshot.queue.dropFirst(state.firstLine)) {
      draw(entry, on: &grid, row: row, columns)
    }
  }

  /// How a line is divided: a mark, title, artist, length, with a space on either side of each.
  private struct Columns {
    let title: Range<Int>
    let artist: Range<Int>
    let length: Range<Int>

    init(total: Int) {
      let lengthWidth = 8
      length = total - 1 - lengthWidth..<total - 1
      let room = length.lowerBound - 3
      title = 3..<3 + room * 3 / 5
      artist = title.upperBound + 1..<length.lowerBound
    }
  }

  private func draw(_ entry: QueueEntry, on grid: inout Grid, row: Int, _ columns: Columns) {
    func put(_ text: String, in field: Range<Int>, _ style: Style, _ alignment: DisplayText.Alignment = .leading) {
      let fitted = DisplayText(text, symbols).fit(field.count, symbols, alignment: alignment)
      grid.put(fitted, row: row, column: field.lowerBound, style: style)
    }
    let isCurrent = entry.id == snapshot.current
    let style: Style = isCurrent ? .playing : .normal
    if entry.problem != nil {
      put(symbols.problem, in: 1..<2, .error)
    } else if isCurrent {
      put(currentMark, in: 1..<2, style)
    }
    put(entry.displayTitle, in: columns.title, style)
    if let problem = entry.problem {
      put(problem, in: columns.artist.lowerBound..<columns.length.upperBound, .error)
    } else {
      put(entry.facts.artist ?? "", in: columns.artist, style)
      put(entry.facts.duration?.clockText ?? "", in: columns.length, isCurrent ? style : .dim, .trailing)
    }
    if entry.id == state.selection { grid.restyle(row: row, isCurrent ? .selectedPlaying : .selected) }
  }

  private var currentMark: String {
    switch snapshot.status {
    case .playing: symbols.playing
    case .paused: symbols.paused
    case .stopped: symbols.stopped
    }
  }

  private func drawHeader(on grid: inout Grid) {
    let count = snapshot.queue.count
    var right = count == 1 ? "1 track" : "\(count) tracks"
    if let total = state.totalDuration { right += ", " + total.clockText }
    grid.putEnds(
      row: 0, left: DisplayText("cans", symbols), .title, right: DisplayText(right, symbols), .dim, symbols)
  }

  private func drawEmpty(on grid: inout Grid, _ rows: Range<Int>) {
    // That it is empty is not known yet.
    if snapshot.isAwaitingSession { return }
    let lines = ["The queue is empty. Start with music:", "", "  cans FILE|FOLDER|PLAYLIST.m3u ..."]
    for (row, line) in zip(rows, lines) {
      let text = DisplayText(line, symbols)
      grid.put(text.fit(min(text.columns, grid.size.columns - 1), symbols), row: row, column: 1, style: .dim)
    }
  }
}
