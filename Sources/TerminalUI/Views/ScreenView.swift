internal import PlayerCore

/// Everything that a picture of the player depends on. The same values always give the same picture.
struct ScreenView: Equatable {
  var snapshot: Snapshot
  var state: ScreenState
  var now: MonotonicTime
  var size: GridSize
  var symbols: Symbols

  /// The picture. Where only time has passed since `earlier`, the rows that tell no time are taken over from there:
  /// they are most of the screen, and a playing screen is drawn every second.
  func draw(after earlier: (view: ScreenView, grid: Grid)? = nil) -> Grid {
    let layout = ScreenLayout(size)
    if let earlier, !layout.isTooSmall, state.helpLine == nil, earlier.view.at(now) == self {
      var grid = earlier.grid
      FooterView(snapshot: snapshot, state: state, now: now, symbols: symbols).redrawTime(on: &grid, layout)
      return grid
    }
    var grid = Grid(size)
    if layout.isTooSmall {
      drawTooSmall(on: &grid)
    } else if let firstLine = state.helpLine {
      HelpView(simulation: snapshot.simulation, firstLine: firstLine, symbols: symbols).draw(on: &grid)
    } else {
      if let scroll = state.timeline {
        TimelineView(book: state.timelineBook, scroll: scroll, symbols: symbols).draw(on: &grid, layout)
      } else if let list = state.routeList {
        RouteListView(routes: snapshot.routes, microphones: snapshot.microphones, list: list, symbols: symbols)
          .draw(on: &grid, layout)
      } else {
        QueueView(snapshot: snapshot, state: state, symbols: symbols).draw(on: &grid, layout)
      }
      FooterView(snapshot: snapshot, state: state, now: now, symbols: symbols).draw(on: &grid, layout)
    }
    return grid
  }

  private func at(_ time: MonotonicTime) -> ScreenView {
    var view = self
    view.now = time
    return view
  }

  /// When the picture will be another one although nothing happens; nil: never.
  var nextChange: MonotonicTime? {
    if ScreenLayout(size).isTooSmall || state.helpLine != nil { return nil }
    return FooterView(snapshot: snapshot, state: state, now: now, symbols: symbols).nextChange
  }

  private func drawTooSmall(on grid: inout Grid) {
    let words = ["terminal too small", "too small"].map { DisplayText($0, symbols) }
    if let fitting = words.first(where: { $0.columns <= size.columns }) { grid.put(fitting, row: 0) }
    let smallest = ScreenLayout.smallest
    let needed = DisplayText("\(smallest.columns)x\(smallest.rows) needed", symbols)
    if needed.columns <= size.columns { grid.put(needed, row: 1, style: .dim) }
  }
}

extension Grid {
  /// Draws a row with text at both ends: the right one in full, the left one cut to what is left.
  mutating func putEnds(
    row: Int, left: DisplayText, _ leftStyle: Style, right: DisplayText?, _ rightStyle: Style, _ symbols: Symbols
  ) {
    let rightColumns = right?.columns ?? 0
    let room = size.columns - 1 - (rightColumns > 0 ? rightColumns + 2 : 1)
    put(left.fit(min(left.columns, room), symbols), row: row, column: 1, style: leftStyle)
    if let right { put(right, row: row, column: size.columns - 1 - rightColumns, style: rightStyle) }
  }
}

extension Array where Element == DisplayText {
  /// The first that takes no more than `columns`: put the longest first.
  func fitting(_ columns: Int) -> DisplayText? { first { $0.columns <= columns } }
}
