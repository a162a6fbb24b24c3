/// Which commands would do something now, for remotes that grey out the others (R23). Switched-off commands never do.
public struct Capabilities: Hashable, Sendable {
  /// Whether there is a track to play.
  public var play = false
  /// Whether there is a track that can be paused, also when it is paused already.
  public var pause = false
  /// Whether a track comes after this one.
  public var next = false
  /// Whether there is a track to go back to, if only this one's start.
  public var previous = false
  /// Whether another place of the track can be gone to.
  public var seek = false

  /// Nothing can be asked for.
  public init() {}
}

extension PlayerState {
  /// What can be asked for now.
  var capabilities: Capabilities {
    var capabilities = Capabilities()
    guard let current, let entry = queue[current] else { return capabilities }
    let disabled = commandCentre.disabledCommands
    capabilities.play = !disabled.contains(.play)
    capabilities.pause = !disabled.contains(.pause)
    capabilities.next = !disabled.contains(.nextTrack) && queue.next(after: current) != nil
    capabilities.previous = !disabled.contains(.previousTrack)
    capabilities.seek =
      disabled.isDisjoint(with: [.skip, .changePlaybackPosition]) && wish.goal != .stop && entry.facts.duration != nil
    return capabilities
  }
}
