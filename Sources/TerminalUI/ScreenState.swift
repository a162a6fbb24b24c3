internal import PlayerCore

/// What the screen does about a key.
enum ScreenEffect: Equatable, Sendable {
  case request(ScreenRequest)
  /// Draw everything again, as another program has written to the terminal.
  case redraw
}

/// The screen's own state: what the player need not know. Pure; the screen's thread feeds it.
struct ScreenState: Equatable, Sendable {
  /// The entry that keys act on. Until the user moves it, it goes along with the current track.
  private(set) var selection: QueueEntryID?
  /// The queue's index of the first line shown.
  private(set) var firstLine = 0
  /// What is being looked for, while the prompt is open.
  private(set) var prompt: FindPrompt?
  /// The first line of the help, while it is open.
  private(set) var helpLine: Int?
  /// The list of routes, while it is open.
  var routeList: RouteList?
  /// The place in the timeline, while it is open.
  var timeline: TimelineScroll?
  /// What is known of the timeline.
  var timelineBook = TimelineBook()

  /// What was looked for last.
  private var lastPattern = ""
  /// Where the selection was, for when its entry is gone.
  private var selectedIndex = 0
  /// Where the current track was when last looked for: it seldom is elsewhere.
  private(set) var currentIndex = 0
  /// What the queue's tracks last together, if all are known: added up once for each queue.
  private(set) var totalDuration: Duration?
  private var measuredQueue: [QueueEntry] = []
  private var following = Following.current
  private var size = GridSize(columns: 80, rows: 24)

  /// Whether the selection goes along with the current track.
  enum Following: Equatable, Sendable {
    case current
    /// From the moment that another track than this is current: the user chose one that is not current yet.
    case successor(of: QueueEntryID?)
    /// Not since the user moved the selection.
    case nothing
  }

  /// Text being typed to find a track, and where the search began.
  struct FindPrompt: Equatable, Sendable {
    var text = ""
    /// Whether the text matches nothing.
    var isUnmatched = false
    /// The selection to return to.
    var origin: QueueEntryID?
    /// Whether the selection went along with the current track.
    var following: Following
  }

  /// Fits the state to a new snapshot or size: the selection goes to the current track, or stays on its entry, or goes
  /// to the one that took its place.
  mutating func adapt(to snapshot: Snapshot, size: GridSize) {
    self.size = size
    let queue = snapshot.queue
    measure(queue)
    if let index = queue.index(of: snapshot.current, near: currentIndex) { currentIndex = index }
    if case .successor(let old) = following, old != snapshot.current { following = .current }
    let wanted = following == .current ? snapshot.current : selection
    select(queue.index(of: wanted, near: selectedIndex) ?? selectedIndex, in: queue)
    if let line = helpLine { helpLine = min(line, lastHelpLine(snapshot)) }
    let rows = listRows
    routeList?.adapt(to: snapshot.routes, rows: rows)
  }

  private mutating func measure(_ queue: [QueueEntry]) {
    // At no cost while it is the same array.
    if queue == measuredQueue { return }
    measuredQueue = queue
    let durations = queue.compactMap(\.facts.duration)
    totalDuration = !queue.isEmpty && durations.count == queue.count ? durations.reduce(.zero, +) : nil
  }

  /// Acts upon a key press.
  mutating func handle(_ key: Key, _ snapshot: Snapshot) -> [ScreenEffect] {
    if prompt != nil, handleInPrompt(key, snapshot) { return [] }
    let action = KeyTable.action(for: key, snapshot.simulation)
    if helpLine != nil, handleInHelp(key, action, snapshot) { return [] }
    if timeline != nil, let effects = handleInTimeline(key, action) { return effects }
    if routeList != nil, let effects = handleInRoutes(key, action, snapshot) { return effects }
    guard let action else { return [] }
    return perform(action, snapshot)
  }

  private mutating func perform(_ action: ScreenAction, _ snapshot: Snapshot) -> [ScreenEffect] {
    let queue = snapshot.queue
    func command(_ command: Command) -> [ScreenEffect] { [.request(.command(command))] }
    switch action {
    case .toggle: return command(.togglePlayPause)
    case .playSelected:
      guard let selection else { return [] }
      following = .successor(of: snapshot.current)
      return command(.playEntry(selection))
    case .next:
      following = .current
      return command(.nextTrack)
    case .previous:
      following = .current
      return command(.previousTrack)
    case .stop: return command(.stop)
    case .seek(let duration): return command(.skip(duration))
    case .changeLevel(let percent): return command(.changeLevel(percent))
    case .toggleMute: return command(.toggleMute)
    case .cycleRepeat: return command(.cycleRepeatMode)
    case .toggleShuffle: return command(.toggleShuffleMode)
    case .togglePrivateListening: return command(.togglePrivateListening)
    case .move(let lines): moveSelection(to: selectedIndex + lines, in: queue)
    case .movePages(let pages): moveSelection(to: selectedIndex + pages * max(listRows, 1), in: queue)
    case .moveToStart: moveSelection(to: 0, in: queue)
    case .moveToEnd: moveSelection(to: queue.count - 1, in: queue)
    case .find: prompt = FindPrompt(origin: selection, following: following)
    case .nextMatch: find(lastPattern, in: queue, from: selectedIndex + 1, step: 1)
    case .previousMatch: find(lastPattern, in: queue, from: selectedIndex - 1, step: -1)
    case .routes:
      timeline = nil
      routeList = RouteList(snapshot.routes, rows: listRows)
    case .timeline: return openTimeline()
    case .help: helpLine = 0
    case .redraw: return [.redraw]
    case .suspend: return [.request(.suspend)]
    case .detach: return [.request(.detach)]
    case .quit: return [.request(.quit)]
    case .simulate(let change): return [.request(.simulate(change))]
    case .cyclePolicy: break  // Only the list of routes has something to change.
    }
    return []
  }

  var listRows: Int { ScreenLayout(size).listRows.count }

  private mutating func moveSelection(to index: Int, in queue: [QueueEntry]) {
    following = .nothing
    select(index, in: queue)
  }

  private mutating func select(_ index: Int, in queue: [QueueEntry]) {
    guard !queue.isEmpty else {
      selection = nil
      selectedIndex = 0
      firstLine = 0
      following = .current
      return
    }
    selectedIndex = min(max(index, 0), queue.count - 1)
    selection = queue[selectedIndex].id
    let rows = max(listRows, 1)
    firstLine = min(max(firstLine, selectedIndex - rows + 1), selectedIndex)
    firstLine = min(firstLine, max(queue.count - rows, 0))
  }
}

// MARK: - Help

extension ScreenState {
  /// Whether the help took the key: what moves scrolls it, what would open or leave something closes it.
  private mutating func handleInHelp(_ key: Key, _ action: ScreenAction?, _ snapshot: Snapshot) -> Bool {
    let page = max(size.rows - HelpView.frameRows, 1)
    switch action {
    case .move(let lines): scrollHelp(by: lines, snapshot)
    case .movePages(let pages): scrollHelp(by: pages * page, snapshot)
    case .moveToStart: helpLine = 0
    case .moveToEnd: helpLine = lastHelpLine(snapshot)
    case .help, .playSelected, .find, .nextMatch, .previousMatch: helpLine = nil
    case .quit where key != .control("C"): helpLine = nil
    case nil where key == .escape: helpLine = nil
    default: return false
    }
    return true
  }

  private mutating func scrollHelp(by lines: Int, _ snapshot: Snapshot) {
    helpLine = min(max((helpLine ?? 0) + lines, 0), lastHelpLine(snapshot))
  }

  private func lastHelpLine(_ snapshot: Snapshot) -> Int {
    max(HelpView.lines(snapshot.simulation, columns: size.columns).count - (size.rows - HelpView.frameRows), 0)
  }
}

// MARK: - Routes

extension ScreenState {
  /// What the list of routes makes of the key; nil: it has no use for it, and it acts as always.
  private mutating func handleInRoutes(
    _ key: Key, _ action: ScreenAction?, _ snapshot: Snapshot
  ) -> [ScreenEffect]? {
    let (routes, rows) = (snapshot.routes, listRows)
    switch action {
    case .move(let lines): routeList?.move(by: lines, in: routes, rows: rows)
    case .movePages(let pages): routeList?.move(by: pages * max(rows, 1), in: routes, rows: rows)
    case .moveToStart: routeList?.move(by: -routes.count, in: routes, rows: rows)
    case .moveToEnd: routeList?.move(by: routes.count, in: routes, rows: rows)
    case .playSelected:
      guard let id = routeList?.selection else { return [] }
      return [.request(.command(.chooseRoute(id)))]
    case .cyclePolicy(let key):
      guard let route = routes.first(where: { $0.id == routeList?.selection }) else { return [] }
      return [.request(.command(.cycleRoutePolicy(key.policy(of: route), of: route.id)))]
    case .routes, .find, .nextMatch, .previousMatch: routeList = nil
    case .quit where key != .control("C"): routeList = nil
    case nil where key == .escape: routeList = nil
    default: return nil
    }
    return []
  }
}

// MARK: - Find

extension ScreenState {
  /// Whether the prompt took the key; those that it has no use for close it and act as always.
  private mutating func handleInPrompt(_ key: Key, _ snapshot: Snapshot) -> Bool {
    guard var open = prompt else { return false }
    let queue = snapshot.queue
    switch key {
    case .character(let character):
      open.text.append(character)
      lookUp(&open, queue)
    case .backspace:
      if open.text.isEmpty {
        prompt = nil
        return true
      }
      open.text.removeLast()
      lookUp(&open, queue)
    case .control("U"):
      open.text = ""
      lookUp(&open, queue)
    case .tab: open.isUnmatched = !find(open.text, in: queue, from: selectedIndex + 1, step: 1)
    case .backTab: open.isUnmatched = !find(open.text, in: queue, from: selectedIndex - 1, step: -1)
    case .enter:
      if open.text.isEmpty {
        find(lastPattern, in: queue, from: selectedIndex + 1, step: 1)
      } else {
        lastPattern = open.text
      }
      prompt = nil
      return true
    case .escape:
      if let index = queue.index(of: open.origin, near: selectedIndex) { select(index, in: queue) }
      following = open.following
      prompt = nil
      return true
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .control:
      prompt = nil
      return false
    }
    prompt = open
    return true
  }

  /// Takes pasted text: in the prompt it is as typed, elsewhere it means nothing.
  mutating func paste(_ text: String, _ snapshot: Snapshot) {
    guard var open = prompt else { return }
    open.text += text
    lookUp(&open, snapshot.queue)
    prompt = open
  }

  private mutating func lookUp(_ open: inout FindPrompt, _ queue: [QueueEntry]) {
    let start = queue.index(of: open.origin, near: selectedIndex) ?? 0
    if open.text.isEmpty {
      moveSelection(to: start, in: queue)
      open.isUnmatched = false
    } else {
      open.isUnmatched = !find(open.text, in: queue, from: start, step: 1)
    }
  }

  /// Selects the first match from `start` on, round the end; false if there is none.
  @discardableResult
  private mutating func find(_ text: String, in queue: [QueueEntry], from start: Int, step: Int) -> Bool {
    guard let pattern = FindPattern(text), !queue.isEmpty else { return false }
    for offset in 0..<queue.count {
      let index = (start + offset * step + 2 * queue.count) % queue.count
      if pattern.matches(queue[index]) {
        moveSelection(to: index, in: queue)
        return true
      }
    }
    return false
  }
}

extension [QueueEntry] {
  /// Where the entry of this id is, or the first of those that it has been divided into; found at
  /// once if it is still at `hint`.
  func index(of id: QueueEntryID?, near hint: Int) -> Int? {
    guard let id else { return nil }
    if indices.contains(hint), self[hint].id == id { return hint }
    return firstIndex { $0.id == id } ?? firstIndex { $0.dividedFrom == id }
  }
}
