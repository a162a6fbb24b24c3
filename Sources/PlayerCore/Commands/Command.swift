/// How the queue repeats.
public enum RepeatMode: String, Hashable, Sendable, CaseIterable {
  /// Stop after the last track.
  case off
  /// Play the current track again and again.
  case one
  /// Begin again after the last track.
  case all
}

/// Which of several sources a command came from (R23): each can be switched off.
public enum CommandSource: String, Hashable, Sendable, CaseIterable {
  case keyboard, mpris, mediaKeys, avrcp, commandLine
}

/// A remote command in the sense of MPRemoteCommandCenter, with its argument (R23).
public enum Command: Hashable, Sendable {
  /// Plays; while playing it does nothing and succeeds (R24).
  case play
  /// Pauses; while paused it does nothing and succeeds (R24).
  case pause
  /// The only one that toggles (R24).
  case togglePlayPause
  /// Stops, lets go of the device and goes back to the track's start.
  case stop
  /// The next track, keeping play or pause.
  case nextTrack
  /// The previous track, or this one's start when more than 3 s of it were heard (R26).
  case previousTrack
  /// Plays this track of the queue from its start.
  case playEntry(QueueEntryID)
  /// Moves by so much, back when negative.
  case skip(Duration)
  /// Moves to this time from the track's start.
  case changePlaybackPosition(Duration)
  /// Sets the route's level.
  case setLevel(Level)
  /// Changes the route's level by so many percent.
  case changeLevel(Int)
  /// Mutes or unmutes the route (R35).
  case setMute(Bool)
  /// Mutes the route, or unmutes it.
  case toggleMute
  /// Sets how the queue repeats.
  case changeRepeatMode(RepeatMode)
  /// From off to all, to one track, and off again. For a key: two quick presses are two
  /// steps, whatever was shown between.
  case cycleRepeatMode
  /// Plays in random order, or in the queue's.
  case changeShuffleMode(Bool)
  /// Switches random order on, or off.
  case toggleShuffleMode
  /// Puts these in the queue; what plays goes on.
  case insert([QueueItem], at: QueuePlace)
  /// Plays these now, the first one from its start; the rest of the queue is kept. Where they stand in the queue
  /// already, in this order and next to each other, they are played there and not put in once more.
  case playItems([QueueItem])
  /// Takes these out of the queue. If the current track is among them the next one that stays takes its place.
  case removeEntries([QueueEntryID])
  /// Moves these, in the order in which they stand, before the entry that stands at this index, counted before anything
  /// is moved; the number of entries means the end.
  case moveEntries([QueueEntryID], to: Int)
  /// Takes everything out of the queue, and stops.
  case clearQueue
  /// Sets what the listener uses the player for (R29).
  case changeCategory(Category)
  /// Plays nothing that others may hear, or does (R13).
  case changePrivateListening(Bool)
  /// Switches that on, or off.
  case togglePrivateListening
  /// Has the sound server play to this route (R8).
  case chooseRoute(RouteID)
  /// Goes on to the next value of what can be set for this route (R12, R20, R32). For a key, as `cycleRepeatMode`.
  case cycleRoutePolicy(RoutePolicy, of: RouteID)
}

/// Where something is put into the queue.
public enum QueuePlace: Hashable, Sendable {
  /// After the last entry.
  case end
  /// Right after the current track, to be played next.
  case next
  /// Before the entry at this index, from 0.
  case index(Int)
}

/// How a command was answered; the numbers are those of MPRemoteCommandHandlerStatus.
public enum CommandStatus: Int, Hashable, Sendable {
  case success = 0
  case noSuchContent = 100
  case noActionableNowPlayingItem = 110
  case deviceNotFound = 120
  case commandFailed = 200
}
