/// The presses of a one-button cable that are not over, and what the first of them did (R26).
struct OneButton: Equatable, Sendable {
  var sequence: ButtonSequence
  /// The wish before and after the first press. It asked for sound if there was no wish to play: that waits for the
  /// end of the window.
  var before: Wish
  var after: Wish

  var starts: Bool { before.goal != .play }
}

/// All that the player remembers of keys and buttons.
struct PressState: Equatable, Sendable {
  /// Fast-forward or rewind, as long as a key is held.
  struct Scan: Equatable, Sendable {
    var press: Press
    var step: Duration
    var next: MonotonicTime
    /// It ends with the track that it began in.
    var entry: QueueEntryID?
  }

  /// Music that a headset has started (R24).
  struct Start: Equatable, Sendable {
    var device: PressDevice
    var at: MonotonicTime
    var before: Wish
    var words: UInt64
  }

  /// The devices that are listened to, and since when.
  var devices: [PressDevice] = []
  var connected: [UInt32: MonotonicTime] = [:]
  /// The one-button cable that is being pressed.
  var button: OneButton?
  var scan: Scan?
  var start: Start?
  var duplicates = PressDuplicates()
  var habits = HeadsetHabits()
  /// Since when music has been heard.
  var playsSince: MonotonicTime?
  /// When a held volume key was obeyed last.
  var lastLevel: MonotonicTime?
  /// Transport commands that were obeyed, whatever gave them.
  var words: UInt64 = 0

  /// When time alone brings something on.
  var deadline: MonotonicTime? { [button?.sequence.deadline, scan?.next].compactMap(\.self).min() }

  /// Something else has had its say, or the plug moves: what was begun with a button is over, and nothing comes of it.
  mutating func dropWhatIsPending() {
    button = nil
    scan = nil
  }
}
