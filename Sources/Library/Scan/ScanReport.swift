public import PlayerCore

/// How far a scan is.
public struct ScanProgress: Sendable, Equatable {
  /// Files that were looked at so far, and need not be looked at again.
  public internal(set) var files = 0
  /// Those of them that were opened and read.
  public internal(set) var read = 0
}

/// What a scan has found.
public struct ScanReport: Sendable, Equatable {
  /// Files that were not known before, whether they can be played or not.
  public internal(set) var added = 0
  /// Files whose contents have changed.
  public internal(set) var changed = 0
  /// Files that are known by another name or from another folder.
  public internal(set) var moved = 0
  /// Files that are not there any more.
  public internal(set) var gone = 0
  /// Folders that are not there now, with all that is in them: they stay in the library until they are again.
  public internal(set) var offline: [FilePath] = []
  /// Folders that were to be scanned, and neither are there nor ever were.
  public internal(set) var missing: [FilePath] = []
  /// Whether everything was looked at; false: it was stopped.
  public internal(set) var isComplete = true
  /// How far it came.
  public internal(set) var progress = ScanProgress()
}
