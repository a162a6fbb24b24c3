internal import PlayerCore

/// The rows below the queue: what is playing, how far it is, why it is silent, where it is heard, what there is to say.
struct FooterView {
  var snapshot: Snapshot
  var state: ScreenState
  var now: MonotonicTime
  var symbols: Symbols

  func draw(on grid: inout Grid, _ layout: ScreenLayout) {
    drawTitle(on: &grid, layout.titleRow)
    drawProgress(on: &grid, layout.progressRow)
    let saysResumption = drawStatus(on: &grid, layout.statusRow)
    drawRoute(on: &grid, layout.routeRow)
    drawMessage(on: &grid, layout.messageRow, saysResumption: saysResumption)
  }

  /// Brings what was drawn earlier up to the present: the rows that time alone changes.
  func redrawTime(on grid: inout Grid, _ layout: ScreenLayout) {
    grid.clear(row: layout.progressRow)
    drawProgress(on: &grid, layout.progressRow)
    guard snapshot.resumesUntil != nil else { return }
    grid.clear(row: layout.statusRow)
    let saysResumption = drawStatus(on: &grid, layout.statusRow)
    grid.clear(row: layout.messageRow)
    drawMessage(on: &grid, layout.messageRow, saysResumption: saysResumption)
  }

  /// When a row here will be another one although nothing happens: a second passes.
  var nextChange: MonotonicTime? {
    [progress?.nextChange(after: now), nextCountdownChange].compactMap { $0 }.min()
  }

  // MARK: The track

  private var currentEntry: QueueEntry? {
    snapshot.queue.index(of: snapshot.current, near: state.currentIndex).map { snapshot.queue[$0] }
  }

  private func drawTitle(on grid: inout Grid, _ row: Int) {
    guard let entry = currentEntry else { return }
    var title = entry.displayTitle
    if let artist = entry.facts.artist { title += " – \(artist)" }
    let left = DisplayText(title, symbols)
    // The format may shorten the title, but not to less than this.
    let titleColumns = min(left.columns, 24)
    let right = formats(of: entry).fitting(grid.size.columns - 4 - titleColumns)
    grid.putEnds(row: row, left: left, .playing, right: right, .dim, symbols)
  }

  /// The sample format, longest first.
  private func formats(of entry: QueueEntry) -> [DisplayText] {
    guard let format = entry.facts.format else { return [] }
    var spellings = [Wording.format(format), Wording.rate(format.rate)]
    if let output = snapshot.output, let conversion = Wording.conversion(from: format, to: output) {
      spellings.insert("\(spellings[0]) \(symbols.arrow) \(conversion)", at: 0)
    }
    if snapshot.isBitPerfect { spellings.insert("\(spellings[0]) bit-perfect", at: 0) }
    return spellings.map { DisplayText($0, symbols) }
  }

  private var progress: Progress? {
    guard let entry = currentEntry else { return nil }
    return Progress(playhead: snapshot.playhead, duration: entry.facts.duration, now: now)
  }

  /// The columns of the bar in a terminal of `columns`, whatever the times are: it must not move while they grow.
  private func barColumns(of columns: Int) -> Int { columns - 3 - timesColumns }

  private var timesColumns: Int {
    let longest = (currentEntry?.facts.duration ?? .zero).clockText.utf8.count
    return 2 * max(longest, 5) + 2
  }

  private func drawProgress(on grid: inout Grid, _ row: Int) {
    let columns = barColumns(of: grid.size.columns)
    let done = progress?.filled(of: columns) ?? 0
    let heard = DisplayText(symbols.barDone, times: done, symbols)
    let rest = DisplayText(symbols.barRest, times: columns - done, symbols)
    grid.put(heard, row: row, column: 1, style: .progress)
    grid.put(rest, row: row, column: 1 + done, style: .dim)
    if let progress {
      let times = DisplayText(progress.times, symbols).fit(timesColumns, symbols, alignment: .trailing)
      grid.put(times, row: row, column: columns + 2)
    }
  }

  // MARK: State and route

  /// Returns whether it had room for the resumption.
  private func drawStatus(on grid: inout Grid, _ row: Int) -> Bool {
    let status = Wording.status(snapshot)
    let left = DisplayText(status.text, symbols)
    let right = resumption.fitting(grid.size.columns - 4 - left.columns)
    grid.putEnds(row: row, left: left, status.isAlarming ? .error : .normal, right: right, .message, symbols)
    return right != nil
  }

  private var timeToResume: Duration? {
    guard let until = snapshot.resumesUntil, until > now else { return nil }
    return until - now
  }

  private var resumption: [DisplayText] {
    guard let timeToResume else { return [] }
    return Wording.resumption(of: snapshot.lostRoute, left: timeToResume).map { DisplayText($0, symbols) }
  }

  private var nextCountdownChange: MonotonicTime? {
    guard let timeToResume else { return nil }
    // The time left is shown in whole seconds, so it changes just past a full one.
    let fraction = timeToResume - .seconds(timeToResume.components.seconds)
    return now + fraction + .nanoseconds(1)
  }

  private func drawRoute(on grid: inout Grid, _ row: Int) {
    let routes = Wording.route(snapshot.route).map { DisplayText($0, symbols) }
    let rights = Wording.levelAndOrder(snapshot).map { DisplayText($0, symbols) }
    // Who hears it matters more than words in full.
    let pairs = [Array(routes.dropLast()), routes.suffix(1)].flatMap { lefts in
      rights.flatMap { right in lefts.map { (left: $0, right: right) } }
    }
    let fitting = pairs.first { $0.left.columns + $0.right.columns + 4 <= grid.size.columns }
    guard let pair = fitting ?? pairs.last else { return }
    grid.putEnds(row: row, left: pair.left, .normal, right: pair.right, .normal, symbols)
  }

  // MARK: Message and prompt

  private func drawMessage(on grid: inout Grid, _ row: Int, saysResumption: Bool) {
    if let prompt = state.prompt {
      drawPrompt(prompt, on: &grid, row)
      return
    }
    let simulation = Wording.simulation(snapshot.simulation)
    var left = DisplayText(simulation ?? "", symbols)
    var style = Style.dim
    if let message = snapshot.message {
      left = DisplayText(message, symbols)
      style = .message
    } else if !saysResumption, let resumption = resumption.fitting(grid.size.columns - 2) {
      left = resumption
      style = .message
    }
    let help = DisplayText("? help", symbols)
    let right = help.columns <= grid.size.columns - 4 - left.columns ? help : nil
    grid.putEnds(row: row, left: left, style, right: right, .dim, symbols)
  }

  private func drawPrompt(_ prompt: ScreenState.FindPrompt, on grid: inout Grid, _ row: Int) {
    let right = prompt.isUnmatched ? DisplayText("no match", symbols) : nil
    let typed = DisplayText(prompt.text, symbols)
    let room = grid.size.columns - 4 - (right.map { $0.columns + 2 } ?? 0)
    // What is being typed is at the end, so a long text loses its start.
    let shown = typed.suffix(room)
    grid.put(DisplayText("/", symbols), row: row, column: 1)
    grid.put(shown, row: row, column: 2)
    grid.put(DisplayText(" ", symbols), row: row, column: 2 + shown.columns, style: .selected)
    if let right { grid.put(right, row: row, column: grid.size.columns - 1 - right.columns, style: .error) }
  }
}
