internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The loop of the screen's thread: waits for keys, snapshots, orders and the moment at which the picture changes by
/// itself, and draws.
struct ScreenLoop: ~Copyable {
  /// Time alone may redraw so often …
  private static let tickInterval = Duration.milliseconds(100)
  /// … and news so often, about once a frame of a display; keys are answered at once.
  private static let newsInterval = Duration.milliseconds(16)
  /// How often a screen in the background looks whether it was fetched back: `fg` on a running job sends no signal.
  private static let foregroundInterval = Duration.milliseconds(500)
  /// What a terminal sends at once may come in pieces, but none so late.
  private static let patience = Duration.milliseconds(500)
  /// So many reads in a row that give nothing although something is there mean that the terminal is gone.
  private static let emptyReadLimit = 50

  private let channel: ScreenChannel
  private let terminal: TerminalDescription
  private let symbols: Symbols
  private let wantsColour: Bool
  private let requests: @Sendable (ScreenRequest) -> Void

  private var presence = Presence.here
  private var curses: CursesScreen?
  private var snapshot: Snapshot?
  private var state = ScreenState()
  private var picture: (view: ScreenView, grid: Grid)?
  private var isStale = false
  private var lastDrawn = MonotonicTime(nanoseconds: 0)
  private var nextChange: MonotonicTime?
  private var decoder = KeyDecoder()
  private var patienceEnd = MonotonicTime(nanoseconds: 0)
  private var emptyReads = 0

  /// Whether the terminal is the screen's to use.
  private enum Presence {
    case here
    /// Given back on an order; only an order brings the screen back.
    case away
    /// In the background: to come back when the shell gives it the terminal.
    case background
    case ended
  }

  init(
    channel: ScreenChannel, terminal: TerminalDescription, symbols: Symbols, wantsColour: Bool,
    requests: @escaping @Sendable (ScreenRequest) -> Void
  ) {
    self.channel = channel
    self.terminal = terminal
    self.symbols = symbols
    self.wantsColour = wantsColour
    self.requests = requests
  }

  /// Runs until it is ordered to stop or the terminal is gone.
  mutating func run() {
    Terminal.becomeWriter()
    // Ncurses takes some milliseconds, in which the first snapshot is on its way.
    open()
    while presence != .ended {
      wait()
      for order in channel.orders.takeAll() where presence != .ended { follow(order) }
      if let new = channel.snapshots.take() {
        snapshot = new
        isStale = true
        askForTimeline(new)
      }
      if let new = channel.timelines.take() {
        state.timelineBook = new
        isStale = true
      }
      if presence == .background { lookForTerminal() }
      readKeys(.now)
      drawIfDue(.now)
    }
  }

  /// The open timeline has grown.
  private func askForTimeline(_ snapshot: Snapshot) {
    guard state.timeline != nil, Int64(clamping: snapshot.timelineCount) > state.timelineBook.last else { return }
    requests(.timeline)
  }

  // MARK: Waiting

  private func wait() {
    var descriptors = [channel.orders.descriptor, channel.snapshots.descriptor, channel.timelines.descriptor]
    if readsKeys { descriptors.append(STDIN_FILENO) }
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&polled, nfds_t(polled.count), timeout(.now))
  }

  /// Milliseconds until there is something to do by itself, rounded up; -1 if there will not be.
  private func timeout(_ now: MonotonicTime) -> Int32 {
    let due: MonotonicTime
    switch presence {
    case .here:
      let giveUp = readsKeys && decoder.isIncomplete ? patienceEnd : nil
      guard let next = [nextDrawing, giveUp].compactMap({ $0 }).min() else { return -1 }
      due = next
    case .background: due = now + Self.foregroundInterval
    case .away, .ended: return -1
    }
    return Int32(clamping: max(((due - now).wholeNanoseconds + 999_999) / 1_000_000, 0))
  }

  private var nextDrawing: MonotonicTime? {
    guard snapshot != nil else { return nil }
    if isStale { return lastDrawn + Self.newsInterval }
    return nextChange.map { max($0, lastDrawn + Self.tickInterval) }
  }

  // MARK: Orders

  private mutating func follow(_ order: ScreenChannel.Order) {
    switch order {
    case .resize:
      if curses?.fitToTerminal() == true { redrawInFull() }
    case .leave:
      leave()
      presence = .away
      channel.terminalIsFree.signal()
    case .enter: enter()
    case .stop: end()
    }
  }

  private mutating func enter() {
    guard Terminal.isOurs else {
      // Continued in the background, or put there while it was drawing: the shell has set its own modes already.
      presence = .background
      Terminal.disengage()
      return
    }
    presence = .here
    if curses == nil { return }
    Terminal.engage()
    curses?.retake()
    curses?.fitToTerminal()
    redrawInFull()
  }

  private mutating func leave() {
    guard presence == .here, curses != nil else { return }
    curses?.leave()
    Terminal.disengage()
  }

  private mutating func end() {
    if presence == .here { leave() }
    presence = .ended
    channel.hasEnded.signal()
  }

  private mutating func redrawInFull() {
    curses?.forget()
    isStale = true
    lastDrawn = MonotonicTime(nanoseconds: 0)
  }

  // MARK: Keys

  /// Keys mean something once there is something to see; until then they wait in the terminal.
  private var readsKeys: Bool { presence == .here && curses != nil && snapshot != nil }

  private mutating func readKeys(_ now: MonotonicTime) {
    guard readsKeys else { return }
    if hasInput {
      guard let first = curses?.read() else { return sawNothing() }
      emptyReads = 0
      patienceEnd = now + Self.patience
      var next: TerminalInput? = first
      while let input = next {
        for input in decoder.decode(input) { handle(input) }
        next = curses?.read()
      }
      for input in decoder.finishRead() { handle(input) }
    } else if decoder.isIncomplete, patienceEnd <= now {
      for input in decoder.giveUp() { handle(input) }
    }
  }

  private var hasInput: Bool {
    waitUntilReadable(STDIN_FILENO, milliseconds: 0)
  }

  private mutating func handle(_ input: UserInput) {
    guard let snapshot else { return }
    let before = state
    switch input {
    case .key(let key):
      for effect in state.handle(key, snapshot) {
        switch effect {
        case .request(let request): requests(request)
        case .redraw: redrawInFull()
        }
      }
    case .paste(let text): state.paste(text, snapshot)
    }
    if state != before {
      isStale = true
      lastDrawn = MonotonicTime(nanoseconds: 0)
    }
  }

  /// Input is announced, but there is none: we are in the background, or nobody is at the other end any more.
  private mutating func sawNothing() {
    if Terminal.isClosed { return lose() }
    guard Terminal.isOurs else { return enter() }
    emptyReads += 1
    if emptyReads >= Self.emptyReadLimit { lose() }
  }

  private mutating func lookForTerminal() {
    if Terminal.isClosed {
      lose()
    } else if Terminal.isOurs {
      enter()
    }
  }

  private mutating func lose() {
    requests(.terminalLost("the terminal was closed"))
    Terminal.disengage()
    end()
  }

  // MARK: Drawing

  private mutating func drawIfDue(_ now: MonotonicTime) {
    guard presence == .here, let snapshot, let due = nextDrawing, due <= now else { return }
    if curses == nil { open() }
    guard let size = curses?.size else { return }
    state.adapt(to: snapshot, size: size)
    let view = ScreenView(snapshot: snapshot, state: state, now: now, size: size, symbols: symbols)
    let grid = view.draw(after: picture)
    picture = (view, grid)
    curses?.draw(grid)
    nextChange = view.nextChange
    isStale = false
    lastDrawn = now
  }

  private mutating func open() {
    guard Terminal.isOurs else {
      presence = .background
      return
    }
    Terminal.engage()
    curses = CursesScreen(terminal: terminal, wantsColour: wantsColour)
    if curses != nil { return }
    requests(.terminalLost("ncurses cannot use a terminal of type \"\(terminal.name)\""))
    Terminal.restoreAtOnce()
    end()
  }
}
