/// What can be set for a single route by a key.
public enum RoutePolicy: String, Hashable, Sendable, CaseIterable {
  /// What its loss does (R12).
  case onUnplug
  /// What its return does (R12).
  case onPlug
  /// What a speaker is set to when a loss puts the sound there (R20).
  case speakerVolume
  /// After which pause its device is let go (R32).
  case releaseAfter
}

/// What the listener has chosen for a single route by a key. What is nil nobody has chosen.
public struct RouteChoices: Hashable, Sendable {
  /// What its loss does (R12).
  public var onUnplug: OnUnplug?
  /// What its return does (R12).
  public var onPlug: OnPlug?
  /// The level of this speaker after a loss; a nil within keeps what was remembered for it (R20).
  public var speakerLevel: Level??
  /// After a pause of so long the device is let go; a nil within: never (R32).
  public var releaseAfter: Duration??

  /// Nothing is chosen.
  public init() {}

  /// Whether nothing is chosen.
  public var isEmpty: Bool { self == RouteChoices() }
}
