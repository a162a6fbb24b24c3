/// Which rows of the terminal show what.
struct ScreenLayout: Equatable, Sendable {
  /// The smallest terminal that shows everything.
  static let smallest = GridSize(columns: 40, rows: 8)
  private static let footerRows = 5

  let size: GridSize
  /// Whether there is no room for more than a note that says so.
  let isTooSmall: Bool
  /// Whether the first row is the header.
  let hasHeader: Bool
  /// The queue's rows; none where the terminal is too small.
  let listRows: Range<Int>

  /// The layout of a terminal of this size.
  init(_ size: GridSize) {
    self.size = size
    isTooSmall = size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
    hasHeader = size.rows >= 10
    listRows = isTooSmall ? 0..<0 : (hasHeader ? 1 : 0)..<size.rows - Self.footerRows
  }

  /// Title and format of the current track.
  var titleRow: Int { listRows.upperBound }
  /// Progress bar and times.
  var progressRow: Int { titleRow + 1 }
  /// Playing, or why not.
  var statusRow: Int { titleRow + 2 }
  /// Route and volume.
  var routeRow: Int { titleRow + 3 }
  /// Message, find prompt or hint.
  var messageRow: Int { titleRow + 4 }
}
