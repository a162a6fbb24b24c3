/// What of the last session the player starts with.
public enum Restore: String, Hashable, Sendable, CaseIterable {
  /// All of it; what played is paused.
  case paused
  /// All of it; what played goes on, where only the listener hears it.
  case playing
  /// Nothing, and nothing is saved.
  case off
}

/// Whether the session is kept from one run to the next.
public enum SessionKeeping: Hashable, Sendable {
  /// It is not.
  case off
  /// It will be, when the last one has been read. Until then nothing is saved that could take its place.
  case awaited
  /// It is saved as it changes.
  case kept
}

/// What of the session has been given to be saved.
struct SessionSaving: Equatable, Sendable {
  /// The place; nil: none yet.
  var place: SavedPlace?
  /// The queue's `arrangement` then, and its `revision`.
  var arrangement: UInt64 = 0
  var revision: UInt64 = 0
  /// The state's `jumps` then.
  var jumps: UInt64 = 0
  /// When what has changed by itself since is to be saved.
  var dueAt: MonotonicTime?
}
