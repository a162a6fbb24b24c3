/// Why the wish last changed (RULES, Words).
public enum WishCause: String, Hashable, Sendable {
  case user, routeLost, headset, timer, endOfQueue, deviceError
}

/// What playback should be, with the cause it last changed.
public struct Wish: Hashable, Sendable {
  /// What is wanted.
  public enum Goal: String, Hashable, Sendable {
    case play, pause
    /// Paused at the track's start, with the device let go.
    case stop
  }
  /// What is wanted.
  public var goal: Goal
  /// Why it last changed.
  public var cause: WishCause

  /// A wish.
  public init(_ goal: Goal, because cause: WishCause) {
    self.goal = goal
    self.cause = cause
  }
}

/// What keeps a wish to play silent just now and ends by itself (RULES, Words).
public enum Hold: String, Hashable, Sendable, CaseIterable {
  case interruption, sleep, busy, snag, server
  /// The telephone's mute switch is on, and the category obeys it (R29).
  case mute
  /// The device does not answer, or does not play what it is given (R18).
  case stuck
}

/// What the engine is doing.
public enum Phase: String, Hashable, Sendable {
  /// The device is closed.
  case idle
  /// A track is being opened and decoded ahead; `prepared` will say so.
  case preparing
  /// Frames are being heard.
  case playing
  /// Told to be silent; `silenced` will say where.
  case silencing
  /// The device is open and silent.
  case silent
}

/// What to show and to say over MPRIS.
public enum PlaybackStatus: String, Hashable, Sendable {
  case playing, paused, stopped
}
