internal import PlayerCore

/// What the player does, in one line: the track, the time, and where it is heard or why it is not.
struct StatusText {
  /// The title may be shortened, but not to less than this while another piece can give way.
  private static let leastTitleColumns = 16

  var snapshot: Snapshot
  var now: MonotonicTime
  var symbols: Symbols

  /// The line, in at most `columns` columns.
  func draw(columns: Int) -> DisplayText {
    let mark = DisplayText(mark, symbols)
    let title = DisplayText(title, symbols)
    let times = DisplayText(progress?.times ?? "", symbols)
    let least = min(title.columns, Self.leastTitleColumns)
    let taken = mark.columns + 1 + least + 2 + times.columns + 2
    let pieces = pieces.map { DisplayText($0, symbols) }
    // While it plays, where it is heard can be left out; why it does not play cannot.
    let piece = pieces.fitting(columns - taken) ?? (isPlaying ? nil : pieces.last)
    var tail = [times, piece].compactMap { $0 }.filter { $0.columns > 0 }
    if width(of: tail) > columns, let piece { tail = [piece] }
    let room = columns - width(of: tail)
    let head = room > 0 && title.columns > 0 ? [title.columns > room ? title.fit(room, symbols) : title] : []
    let parts = (head + tail).enumerated().map { DisplayText($0 == 0 ? " " : "  ", symbols) + $1 }
    let line = parts.reduce(mark, +)
    return line.columns > columns ? line.fit(columns, symbols) : line
  }

  /// The columns of the mark and of what stands behind the title, with the spaces before and between.
  private func width(of tail: [DisplayText]) -> Int {
    2 + tail.reduce(0) { $0 + $1.columns + 2 }
  }

  /// When the line will be another one although nothing happens.
  var nextChange: MonotonicTime? {
    var moments = [progress?.nextChange(after: now)]
    if let timeToResume {
      // The time left is shown in whole seconds, so it changes just past a full one.
      let fraction = timeToResume - .seconds(timeToResume.components.seconds)
      moments.append(now + fraction + .nanoseconds(1))
    }
    return moments.compactMap { $0 }.min()
  }

  private var isPlaying: Bool { snapshot.status == .playing && snapshot.holds.isEmpty && !snapshot.isBuffering }

  private var mark: String {
    switch snapshot.status {
    case .playing: symbols.playing
    case .paused: symbols.paused
    case .stopped: symbols.stopped
    }
  }

  private var title: String {
    guard let entry = snapshot.currentEntry else { return "" }
    return [entry.displayTitle, entry.facts.artist].compactMap { $0 }.joined(separator: " – ")
  }

  private var progress: Progress? {
    guard let entry = snapshot.currentEntry else { return nil }
    return Progress(playhead: snapshot.playhead, duration: entry.facts.duration, now: now)
  }

  /// Where it is heard, or why it is not and what would change that; longest first.
  private var pieces: [String] {
    guard !isPlaying else {
      let routes = Wording.route(snapshot.route)
      guard let simulation = Wording.simulation(snapshot.simulation) else { return routes }
      return routes.map { "\($0), \(simulation)" } + [simulation]
    }
    let status = Wording.status(snapshot).text
    let resumptions = timeToResume.map { Wording.resumption(of: snapshot.lostRoute, left: $0) } ?? []
    return resumptions.map { "\(status), \($0)" } + [status]
  }

  private var timeToResume: Duration? {
    guard let until = snapshot.resumesUntil, until > now else { return nil }
    return until - now
  }
}
