public import PlayerCore

/// Brings the library up to date with folders of music: reads what is new or has changed, and nothing else. What was
/// committed stays, however a scan ends, so that the next one goes on from there. Blocks on the disk; one thread.
public struct LibraryScan {
  /// Where the database is.
  let database: FilePath
  /// Whether a file of this name is looked into.
  let isSound: ([UInt8]) -> Bool
  /// Reads a file; on two threads at a time.
  let read: @Sendable (FilePath) -> FileReading

  /// A scan into the database at `database`.
  ///
  /// - Parameters:
  ///   - isSound: whether a file of this name is looked into.
  ///   - read: reads a file; called on two threads at a time.
  public init(
    database: FilePath, isSound: @escaping ([UInt8]) -> Bool, read: @escaping @Sendable (FilePath) -> FileReading
  ) {
    self.database = database
    self.isSound = isSound
    self.read = read
  }

  /// Scans `folders`, whose paths are absolute, and what is below them.
  ///
  /// - Parameters:
  ///   - note: is told what a person should know of the database.
  ///   - goesOn: is told many times a second how far it is, and says whether it is to go on.
  /// - Throws: why the library cannot be written. What was committed before stays.
  public func run(
    _ folders: [FilePath], note: (String) -> Void, goesOn: @escaping (ScanProgress) -> Bool
  ) throws(LibraryError) -> ScanReport {
    let file = try LibraryFile.openForScan(at: database, note: note)
    do throws(DatabaseError) {
      let walk = ScanWalk(try ScanWriter(file.database), FileReaders(read), isSound: isSound, goesOn: goesOn)
      return try walk.run(folders)
    } catch {
      throw LibraryError(error)
    }
  }
}
