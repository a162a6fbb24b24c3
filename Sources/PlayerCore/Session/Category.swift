/// What the player is used for, in the words of AVAudioSession (R29).
public enum Category: String, Hashable, Sendable, CaseIterable {
  /// Music is what matters: it keeps on when the terminal goes away.
  case playback
  /// Music in the background of something else: it stops with the terminal, and does not yield to interruptions.
  case ambient
  /// It stops with the terminal, and yields like `playback`.
  case soloAmbient
  /// Something is being recorded meanwhile: remotes can do nothing but stop. Nobody chooses it.
  case playAndRecord

  /// Those that a listener can choose.
  public static let allCases = [playback, ambient, soloAmbient]

  /// Whether playback ends when the last terminal that shows it goes away.
  var endsWithTerminal: Bool { self == .ambient || self == .soloAmbient }
  /// Whether the mute switch of a telephone makes it silent.
  var obeysMuteSwitch: Bool { self == .ambient || self == .soloAmbient }
  /// Whether another program's interruption makes it silent (R14).
  var yields: Bool { self != .ambient }
}
