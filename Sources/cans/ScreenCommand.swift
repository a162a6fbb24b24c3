import ControlSocket
import Glibc
import LinuxSystem
import PlayerCore
import TerminalUI

/// `cans`: the player with its screen.
enum ScreenCommand {
  static let subcommand = Subcommand(
    name: "", summary: "a music player for the terminal that knows what you listen with",
    operands: "[FILE|FOLDER|PLAYLIST …]", options: [.device, .simulate, .append, .foreground],
    details: """
      Plays the files, all music below the folders (in natural order), the tracks of
      cue sheets and what the playlists (m3u, m3u8, pls, xspf, asx, wpl) name. Unplug
      the headphones and the music pauses; plug them in again and it goes on where
      you last heard it. Press ? for keys.
      The player runs in the background: d gives the terminal back and the music goes
      on, cans shows it again, q ends it. Where a player runs already, files are put
      into its queue and played at once. What you played last is in the queue again
      the next time, paused where it was; cans alone starts with that.
      Settings: $XDG_CONFIG_HOME/cans/settings.toml (else ~/.config/cans/).
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    if arguments.has(.foreground) { return try runInForeground(arguments) }
    if arguments.has(.append) { return try append(arguments) }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      // Of two mistakes the one in what was named is told.
      _ = try PlayerRun(arguments)
      throw ScreenError.notATerminal
    }
    let link = try PlayerLink.open(arguments, place: .now)
    let signals = try SignalDescriptor(PlayerRun.signals)
    let face: ScreenFace
    do throws(ScreenError) {
      face = try ScreenFace()
    } catch {
      // What nobody can see or stop from here must not start to play.
      if link.isNew { link.quit() }
      throw error
    }
    let ending = try AttachedScreen(link: link, face: face, signals: signals).run()
    face.stop()
    switch ending {
    case .left: return 0
    case .playerEnded:
      complain("the player has ended")
      return 0
    case .failed(let reason): throw CommandFailure(reason)
    }
  }

  private static func runInForeground(_ arguments: Arguments) throws -> Int32 {
    guard !arguments.has(.append) else {
      throw Arguments.Failure(text: "--append is for a player in the background, --foreground for one that is none")
    }
    let player = try PlayerRun(arguments)
    let signals = try SignalDescriptor(PlayerRun.signals)
    let face = try ScreenFace()
    let ending = try player.play(through: face, signals: signals, keepsSession: true).ending
    if case .terminalLost(let reason) = ending { throw CommandFailure(reason) }
    return 0
  }

  private static func append(_ arguments: Arguments) throws -> Int32 {
    guard !arguments.files.isEmpty else { throw Arguments.Failure(text: "--append needs something to add") }
    let link = try PlayerLink.open(arguments, place: .queue(.end))
    try StandardOutput.write(link.added == 1 ? "1 track added\n" : "\(link.added) tracks added\n")
    return 0
  }
}
