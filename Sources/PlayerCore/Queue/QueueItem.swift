/// Something to be put in the queue: a file, or a part of one.
public struct QueueItem: Hashable, Sendable {
  /// The file.
  public var path: FilePath
  /// The part of it; nil: all.
  public var part: TrackPart?
  /// What is known before the file is read: a cue sheet names its tracks.
  public var facts: TrackFacts

  /// `part` of the file `path`, of which `facts` are known.
  public init(path: FilePath, part: TrackPart? = nil, facts: TrackFacts = TrackFacts()) {
    self.path = path
    self.part = part
    self.facts = facts
  }
}
