/// A route that is there, or was, with its level, for a list of them.
public struct RouteSummary: Hashable, Sendable {
  /// Its id.
  public var id: RouteID
  /// Its name for people; nil: it has not been seen since the start.
  public var name: String?
  /// Where sound leaves; nil: likewise.
  public var port: Port?
  /// Its level.
  public var level: Level
  /// What nothing on it exceeds.
  public var cap: Level
  /// Whether it is muted.
  public var isMuted: Bool
  /// Whether it can be used now.
  public var isAvailable: Bool
  /// Whether it is in use.
  public var isCurrent: Bool
  /// What its loss does (R12).
  public var onUnplug: OnUnplug
  /// What its return does (R12).
  public var onPlug: OnPlug
  /// What a speaker is set to when a loss puts the sound there; nil: it keeps its level, or is none (R20).
  public var speakerLevel: Level?
  /// After a pause of so long its device is let go; nil: never (R32).
  public var releaseAfter: Duration?
  /// What was heard on it in the last seven days; nil: nothing, or nobody counts.
  public var listening: ListeningSummary?

  /// A route.
  public init(
    id: RouteID, name: String? = nil, port: Port? = nil, level: Level, cap: Level = .full, isMuted: Bool = false,
    isAvailable: Bool = false, isCurrent: Bool = false, onUnplug: OnUnplug = .pause, onPlug: OnPlug = .resume,
    speakerLevel: Level? = nil, releaseAfter: Duration? = .seconds(30), listening: ListeningSummary? = nil
  ) {
    self.id = id
    self.name = name
    self.port = port
    self.level = level
    self.cap = cap
    self.isMuted = isMuted
    self.isAvailable = isAvailable
    self.isCurrent = isCurrent
    self.onUnplug = onUnplug
    self.onPlug = onPlug
    self.speakerLevel = speakerLevel
    self.releaseAfter = releaseAfter
    self.listening = listening
  }
}
