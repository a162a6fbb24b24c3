import LinuxSystem

/// `cans`: the player with its screen.
enum ScreenCommand {
  static let subcommand = Subcommand(
    name: "", summary: "a music player for the terminal that knows what you listen with",
    operands: "[FILE|FOLDER|PLAYLIST …]", options: [.device, .simulate],
    details: """
      Plays the files, all music below the folders (in natural order), the tracks of
      cue sheets and what the playlists (m3u, m3u8, pls, xspf, asx, wpl) name. Unplug
      the headphones and the music pauses; plug them in again and it goes on where
      you last heard it. Press ? for keys.
      Settings: $XDG_CONFIG_HOME/cans/settings.toml (else ~/.config/cans/).
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let player = try PlayerRun(arguments)
    let signals = try SignalDescriptor(PlayerRun.signals)
    let face = try ScreenFace()
    let ending = try player.play(through: face, signals: signals).ending
    if case .terminalLost(let reason) = ending { throw CommandFailure(reason) }
    return 0
  }
}
