internal import Glibc
internal import LinuxSystem
public import PlayerCore

/// The player's screen on the process's terminal. It runs on a thread of its own, so that a terminal that stops reading
/// delays nothing but itself. Make and use it on the main thread; no call waits for the terminal, `suspend` and `stop`
/// excepted, which give it a moment.
///
/// The main thread owns the signals: it calls `resized` on SIGWINCH, `suspend` on SIGTSTP, `resumed` on SIGCONT, and
/// `stop` before it leaves, be it for SIGINT (Ctrl-C), SIGTERM, SIGHUP or `ScreenRequest.quit`. Ctrl-C and Ctrl-Z stay
/// signals in the terminal, so that they work while it does not read.
public final class Screen: Sendable {
  private let channel: ScreenChannel
  private let thread: Thread

  /// Takes the terminal on standard input and output; `requests` is called on the screen's thread for what the user
  /// asks for. Empty until the first snapshot is there. Sets the process's locale and handlers for fatal signals: make
  /// it before other threads. Throws when the terminal cannot serve, having written nothing.
  public init(requests: @escaping @Sendable (ScreenRequest) -> Void) throws(ScreenError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let terminal = try TerminalDescription(name: environmentVariable("TERM"), descriptor: STDOUT_FILENO)
    try Terminal.guardAgainstCrashes(terminal)
    let symbols: Symbols =
      switch prepareLocale(environmentVariable) {
      case .other: .ascii
      case .utf8: terminal.name.hasPrefix("linux") ? .console : .unicode
      }
    let wantsColour = environmentVariable("NO_COLOR")?.isEmpty ?? true
    let channel = ScreenChannel()
    self.channel = channel
    thread = Thread(name: "screen") {
      var loop = ScreenLoop(
        channel: channel, terminal: terminal, symbols: symbols, wantsColour: wantsColour, requests: requests)
      loop.run()
    }
  }

  /// Shows `snapshot` as soon as the terminal takes it. Any thread.
  public func show(_ snapshot: Snapshot) { channel.snapshots.put(snapshot) }

  /// Shows `timeline` where that is open. Any thread.
  public func show(_ timeline: TimelineBook) { channel.timelines.put(timeline) }

  /// The terminal may have another size (SIGWINCH).
  public func resized() { channel.orders.post(.resize) }

  /// Gives the terminal to the shell and stops the process, as Ctrl-Z does (SIGTSTP or `ScreenRequest.suspend`).
  /// Returns when the process was continued, with the screen restored if it is in the foreground again.
  public func suspend() {
    // An answer that came too late the last time is none to this order.
    channel.terminalIsFree.clear()
    channel.orders.post(.leave)
    if !channel.terminalIsFree.wait(.milliseconds(200)) { Terminal.restoreAtOnce() }
    Terminal.stopProcess()
    resumed()
  }

  /// The process was continued (SIGCONT). Takes the terminal back, once the process is in the foreground.
  public func resumed() { channel.orders.post(.enter) }

  /// Restores the terminal and ends the thread. A terminal that takes nothing within `limit` is restored by force, as
  /// far as that is possible, and the thread is left behind: leave the process then. Call once, as the last.
  public func stop(within limit: Duration = .milliseconds(200)) {
    channel.orders.post(.stop)
    if channel.hasEnded.wait(limit / 2) { return thread.join() }
    Terminal.undoCtrlS()
    if channel.hasEnded.wait(limit / 2) { return thread.join() }
    Terminal.parkWriter()
    Terminal.restoreAtOnce()
  }
}
