internal import Glibc
internal import LinuxSystem
public import PlayerCore

/// The player's state in one line of the terminal on standard output, and messages on standard error. It leaves the
/// terminal's modes alone and writes nothing but text and carriage returns. Without a terminal there are only messages.
///
/// It runs on a thread of its own, so that a terminal that stops reading delays nothing but itself. Make and use it on
/// the main thread; no call waits for the terminal, `suspend` and `stop` excepted, which give it a moment.
public final class StatusLine: Sendable {
  private let channel = StatusLineChannel()
  private let thread: Thread

  /// Takes standard output, if that is a terminal. Sets the process's locale: make it before other threads.
  public init() {
    let hasUTF8 = prepareLocale(environmentVariable) == .utf8
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let channel = channel
    thread = Thread(name: "status") {
      var loop = StatusLineLoop(channel: channel, symbols: hasUTF8 ? .unicode : .ascii, draws: isTerminal)
      loop.run()
    }
  }

  /// What the player is doing, or why it is silent, in the words of the line.
  public static func words(for snapshot: Snapshot) -> String { Wording.status(snapshot).text }

  /// Shows `snapshot` soon: the line is written some times a second at most.
  public func show(_ snapshot: Snapshot) { channel.snapshots.put(snapshot) }

  /// Writes `text` as a line of its own on standard error.
  public func say(_ text: String) { channel.orders.post(.say(text)) }

  /// Takes the line away and stops the process, as Ctrl-Z does. Returns when the process was
  /// continued, with the line back.
  public func suspend() {
    // An answer that came too late the last time is none to this order.
    channel.isCleared.clear()
    channel.orders.post(.clear)
    _ = channel.isCleared.wait(.milliseconds(200))
    Terminal.stopProcess()
    channel.orders.post(.show)
  }

  /// Says what is still to be said, takes the line away and ends the thread; one that the terminal holds up is left
  /// behind after `limit`: leave the process then. Call once, as the last.
  public func stop(within limit: Duration = .milliseconds(200)) {
    channel.orders.post(.stop)
    if channel.hasEnded.wait(limit) { thread.join() }
  }
}
