public import PlayerCore

/// What a file that was read says about itself as a track, or as several.
public struct TrackReading: Equatable, Sendable {
  /// The facts of the track.
  public var facts: TrackFacts
  /// The parts that a cue sheet inside the file names, with what it says about each; empty without one, and for a part.
  public var sheet: [QueueItem] = []
}
