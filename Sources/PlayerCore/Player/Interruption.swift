/// What interrupts the music, each until it ends by itself (R14); there may be several at once.
public enum Interruption: String, Hashable, Sendable, CaseIterable {
  /// Somebody has said so: `cans ctl interrupt begin`.
  case command
  /// A call: a stream of another program, of the role phone or communication, plays at the sound server.
  case call
  /// Another player has started, and `yield-to-players` is on.
  case player
  /// Another program has the card, or is given it (org.freedesktop.ReserveDevice1).
  case reservation
}

/// What interrupts now, and what is to follow.
struct InterruptionState: Equatable, Sendable {
  /// All that have begun and not ended.
  var causes: Set<Interruption> = []
  /// Whether all that have ended since the first one began let playback go on.
  var resumes = true
  /// The other players whose start has interrupted.
  var players: Set<String> = []
}
