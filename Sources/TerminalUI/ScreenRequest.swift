public import PlayerCore

/// What the screen asks of the main loop.
public enum ScreenRequest: Hashable, Sendable {
  /// A command of the user, from the keyboard.
  case command(Command)
  /// Something done to the simulated hardware; only while the snapshot says that there is some.
  case simulate(SimulatedChange)
  /// Show the timeline as it is now: `Screen.show(_:)`.
  case timeline
  /// Stop the process and give the terminal to the shell: call `Screen.suspend`.
  case suspend
  /// Give the terminal to the shell and leave the player playing.
  case detach
  /// End the player.
  case quit
  /// The terminal is gone (its other end was closed), and the screen's thread has ended. The reason is for people.
  case terminalLost(String)
}
