internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The loop of the status line's thread.
struct StatusLineLoop: ~Copyable {
  /// The line is written so often at most.
  private static let interval = Duration.milliseconds(250)

  private let channel: StatusLineChannel
  private let symbols: Symbols
  /// Whether there is a terminal to draw on.
  private let draws: Bool
  private var isShown = true
  private var snapshot: Snapshot?
  private var shown = ""
  private var shownColumns = 0
  private var nextDrawing: MonotonicTime?
  private var lastDrawn = MonotonicTime(nanoseconds: 0)

  init(channel: StatusLineChannel, symbols: Symbols, draws: Bool) {
    self.channel = channel
    self.symbols = symbols
    self.draws = draws
  }

  /// Runs until it is ordered to stop.
  mutating func run() {
    while true {
      wait()
      for order in channel.orders.takeAll() {
        switch order {
        case .say(let text): say(text)
        case .clear:
          clear()
          isShown = false
          channel.isCleared.signal()
        case .show:
          isShown = true
          nextDrawing = .now
        case .stop:
          clear()
          return channel.hasEnded.signal()
        }
      }
      if let new = channel.snapshots.take() {
        snapshot = new
        nextDrawing = lastDrawn + Self.interval
      }
      draw(.now)
    }
  }

  private func wait() {
    var timeout: Int32 = -1
    if draws, isShown, let nextDrawing {
      timeout = Int32(clamping: max(((nextDrawing - .now).wholeNanoseconds + 999_999) / 1_000_000, 0))
    }
    var polled = [channel.orders.descriptor, channel.snapshots.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&polled, nfds_t(polled.count), timeout)
  }

  private mutating func draw(_ now: MonotonicTime) {
    guard draws, isShown, let snapshot, let due = nextDrawing, due <= now else { return }
    lastDrawn = now
    let text = StatusText(snapshot: snapshot, now: now, symbols: symbols)
    nextDrawing = text.nextChange.map { max($0, now + Self.interval) }
    // A job in the background does not write into what the shell is used for meanwhile; `fg` sends no signal.
    guard Terminal.isOurs else {
      nextDrawing = now + .seconds(1)
      return
    }
    // The last column stays free: a terminal would go to the next line.
    write(text.draw(columns: Self.columns - 1))
  }

  private mutating func clear() {
    guard shownColumns > 0, Terminal.isOurs else { return }
    put("\r" + String(repeating: " ", count: shownColumns) + "\r", to: STDOUT_FILENO)
    shown = ""
    shownColumns = 0
  }

  private mutating func write(_ line: DisplayText) {
    guard line.string != shown else { return }
    let rest = String(repeating: " ", count: max(shownColumns - line.columns, 0))
    put("\r" + line.string + rest, to: STDOUT_FILENO)
    shown = line.string
    shownColumns = line.columns
  }

  private mutating func say(_ text: String) {
    clear()
    put(text + "\n", to: STDERR_FILENO)
    nextDrawing = .now
  }

  private func put(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The terminal's columns; of one that does not say, the usual ones.
  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
