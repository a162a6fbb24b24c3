import LinuxSystem
import PlayerCore
import TerminalUI

/// `cans play`: the player without a screen.
enum PlayCommand {
  static let subcommand = Subcommand(
    name: "play", summary: "plays without a screen, with one line that says what is heard",
    operands: "FILE|FOLDER|PLAYLIST …", options: [.device, .simulate],
    details: """
      Plays to the end, by the same rules: unplugged headphones pause, and resume when
      they are plugged in again. On a terminal one line shows the track, the time, and
      where it is heard or why it is silent; into a pipe nothing is written. There are
      no keys but those of the terminal: Ctrl-C ends it, Ctrl-Z stops it for a while.
      The exit status is 0 after the last track, and 1 if a file could not be played
      or a pause cannot end by itself. With --simulate, lines of input plug and unplug
      as for cans monitor. cans play play plays a file called play.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard !arguments.files.isEmpty else { throw Arguments.Failure(text: "cans play needs a file to play") }
    let player = try PlayerRun(arguments)
    let signals = try SignalDescriptor(PlayerRun.signals)
    let face = StatusLineFace(simulates: arguments.has(.simulate))
    let (ending, state) = try player.play(through: face, signals: signals, keepsSession: false)
    if case .signal(let signal) = ending { EndingSignals.die(by: signal) }
    let snapshot = state.snapshot
    guard snapshot.wish.cause == .endOfQueue else {
      // What is wrong with a device the core has just said.
      let message = snapshot.wish.cause == .deviceError ? snapshot.message : nil
      throw CommandFailure(message ?? StatusLine.words(for: snapshot))
    }
    let hasFailed = snapshot.queue.contains { $0.problem != nil }
    return hasFailed || player.isIncomplete ? 1 : 0
  }
}
