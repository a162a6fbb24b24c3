/// A desktop hears the same keys as the player, and tells the player over MPRIS. These are the presses and the
/// commands that have not found each other yet (R25).
struct PressDuplicates: Equatable, Sendable {
  /// A command that was obeyed, and what it did.
  struct Obeyed: Equatable, Sendable {
    var command: Command
    var at: MonotonicTime
    /// The wish before and after it.
    var before: Wish
    var after: Wish
    /// What the presses of a one-button cable had come to.
    var button: OneButton?
    /// The route that it was obeyed on.
    var route: RouteID
    /// How many commands had been obeyed by then.
    var words: UInt64
  }

  private struct Heard: Equatable, Sendable {
    var key: PressKey
    var time: MonotonicTime
    /// When the loop came to it: both a press and its command may have waited for a loop that was late.
    var noticed: MonotonicTime
  }

  /// A press and a command that are no further apart are one.
  private static let reach = Duration.milliseconds(200)
  /// Nobody presses more often within that time.
  private static let limit = 16

  private var presses: [Heard] = []
  private var commands: [Obeyed] = []

  /// Notes a key that went down, and takes out the command that was the same press, if that came first.
  mutating func pair(_ press: Press, at now: MonotonicTime) -> Obeyed? {
    forget(at: now)
    let first = commands.firstIndex { obeyed in
      let distance = press.time - obeyed.at
      return press.key.isMeant(by: obeyed.command) && (distance <= Self.reach || now - obeyed.at <= Self.reach)
    }
    if let first { return commands.remove(at: first) }
    presses.append(Heard(key: press.key, time: press.time, noticed: now))
    return nil
  }

  /// Whether `command` is a press that was heard already; each press is one command.
  mutating func swallow(_ command: Command, at now: MonotonicTime) -> Bool {
    forget(at: now)
    guard let first = presses.firstIndex(where: { $0.key.isMeant(by: command) }) else { return false }
    presses.remove(at: first)
    return true
  }

  /// Notes a command that no press was heard of.
  mutating func note(_ obeyed: Obeyed) { commands.append(obeyed) }

  private mutating func forget(at now: MonotonicTime) {
    presses.removeAll { now - max($0.time, $0.noticed) > Self.reach }
    commands.removeAll { now - $0.at > Self.reach }
    presses = presses.suffix(Self.limit)
    commands = commands.suffix(Self.limit)
  }
}

extension PressKey {
  /// Whether a desktop sends `command` for this key.
  fileprivate func isMeant(by command: Command) -> Bool {
    switch (self, command) {
    case (.playPause, .togglePlayPause), (.playPause, .play), (.playPause, .pause): true
    case (.media, .togglePlayPause), (.media, .play), (.media, .pause): true
    // Desktops take a headset's play for the keyboard's only such key, and some its pause, too.
    case (.play, .togglePlayPause), (.play, .play), (.pause, .togglePlayPause), (.pause, .pause): true
    case (.stop, .stop), (.next, .nextTrack), (.previous, .previousTrack): true
    case (.fastForward, .skip(let distance)): distance > .zero
    case (.rewind, .skip(let distance)): distance < .zero
    default: false
    }
  }
}
