/// A command without its argument: what can be enabled and disabled (R23).
public enum CommandKind: String, Hashable, Sendable, CaseIterable {
  case play, pause, togglePlayPause, stop, nextTrack, previousTrack, playEntry, skip, changePlaybackPosition
  case level, mute, changeRepeatMode, changeShuffleMode, changeQueue, changeCategory
  case changePrivateListening, chooseRoute, changeRoutePolicy
}

extension Command {
  /// Which command it is.
  public var kind: CommandKind {
    switch self {
    case .play: .play
    case .pause: .pause
    case .togglePlayPause: .togglePlayPause
    case .stop: .stop
    case .nextTrack: .nextTrack
    case .previousTrack: .previousTrack
    case .playEntry: .playEntry
    case .skip: .skip
    case .changePlaybackPosition: .changePlaybackPosition
    case .setLevel, .changeLevel: .level
    case .setMute, .toggleMute: .mute
    case .changeRepeatMode, .cycleRepeatMode: .changeRepeatMode
    case .changeShuffleMode, .toggleShuffleMode: .changeShuffleMode
    // Like the choice of a track of the queue, it is the user's word on what should play.
    case .playItems: .playEntry
    case .insert, .removeEntries, .moveEntries, .clearQueue: .changeQueue
    case .changeCategory: .changeCategory
    case .changePrivateListening, .togglePrivateListening: .changePrivateListening
    case .chooseRoute: .chooseRoute
    case .cycleRoutePolicy: .changeRoutePolicy
    }
  }

  /// Whether it is a transport command: one of those is the user's last word on what should play, and cancels a pending
  /// resume (R4).
  public var isTransport: Bool {
    switch kind {
    case .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .playEntry, .skip, .changePlaybackPosition:
      true
    case .level, .mute, .changeRepeatMode, .changeShuffleMode, .changeQueue, .changeCategory, .changePrivateListening,
      .chooseRoute, .changeRoutePolicy:
      false
    }
  }
}

/// The gate that every command passes, whichever source it comes from (R23): the reducer's handlers run only for
/// commands that are enabled, from sources that are.
public struct CommandCentre: Equatable, Sendable {
  /// Commands that are switched off, whoever sends them.
  public var disabledCommands: Set<CommandKind> = []
  /// Sources that are switched off, whatever they send.
  public var disabledSources: Set<CommandSource> = []

  /// A centre that admits everything.
  public init() {}

  /// Whether `command` from `source` may reach its handler; otherwise it is answered `commandFailed`.
  public func admits(_ command: Command, from source: CommandSource) -> Bool {
    !disabledCommands.contains(command.kind) && !disabledSources.contains(source)
  }
}
