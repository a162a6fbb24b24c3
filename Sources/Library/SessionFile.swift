internal import CSQLite
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The database in which the session is kept, open, and locked against other players. Blocks on the disk; one thread at
/// a time.
final class SessionFile {
  /// What opening it has found.
  struct Contents {
    /// The session of the last run; nil if there was none.
    var session: SavedSession?
    /// What a person should know of: a database that could not be read, and where it is now.
    var note: String?
  }

  let database: Database
  /// The rows of tracks that are in the database, by the checksums of what they say.
  var numbers: [Checksum: UInt32] = [:]
  var nextNumber: UInt32 = 1
  private let lock: FileLock

  private init(_ database: Database, _ lock: FileLock) {
    self.database = database
    self.lock = lock
  }

  /// Opens the database at `path` and reads it into `contents`; one that is damaged, or somebody else's, is moved
  /// aside, and a new one made.
  static func open(at path: FilePath, reading contents: inout Contents) throws(SessionFileError) -> SessionFile {
    let sqlite = try SQLiteLibrary.load()
    let lock = try lock(path)
    let damage: DatabaseError
    do throws(SessionFileError) {
      return try open(path, sqlite, lock, &contents)
    } catch {
      guard case .database(let error) = error, error.isDamage else { throw error }
      damage = error
    }
    let place = try moveAside(path)
    let file = try open(path, sqlite, lock, &contents)
    contents.note = "the saved session cannot be read (\(damage.message)): it is kept as \(place.text)"
    return file
  }

  private static func lock(_ path: FilePath) throws(SessionFileError) -> FileLock {
    let lock: FileLock?
    do throws(SystemCallError) { lock = try FileLock.beside(path) } catch { throw .system(error) }
    guard let lock else { throw .locked }
    return lock
  }

  private static func open(
    _ path: FilePath, _ sqlite: cans_sqlite, _ lock: FileLock, _ contents: inout Contents
  ) throws(SessionFileError) -> SessionFile {
    let isFile: Bool
    do throws(SystemCallError) { isFile = try PrivateFile.make(at: path) } catch { throw .system(error) }
    guard isFile else { throw .noFile(path.text) }
    let version: Int64
    do throws(DatabaseError) {
      let database = try Database(path: path, sqlite)
      // What a newer program has written stays as it is, to the byte.
      database.keepLogOnClose(true)
      // No shared memory beside the file, which some file systems lack; nor trust in what somebody else may have put
      // there.
      try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      let isMissing = try SessionSchema.isMissing(in: database)
      version = isMissing ? SessionSchema.version : try SessionSchema.version(of: database)
      if version <= SessionSchema.version {
        let file = SessionFile(database, lock)
        // Before anything is written: what turns out to be damaged is to be kept as it is.
        contents.session = isMissing ? nil : try file.read()
        // With each transaction its log is synced (FULL): otherwise a loss of power would take back all since the log
        // was last brought into the file, which is hours at a page every few seconds.
        try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 200")
        if isMissing { try SessionSchema.create(in: database) }
        database.keepLogOnClose(false)
        return file
      }
    } catch {
      throw .database(error)
    }
    throw .newer(version: version)
  }

  /// Gives the database another name, with the log that belongs to it; returns the name.
  private static func moveAside(_ path: FilePath) throws(SessionFileError) -> FilePath {
    do throws(SystemCallError) {
      // Left behind, the log would be taken for that of the new database.
      guard let place = try PrivateFile.moveAside(path, with: ["-wal", "-journal"]) else {
        throw SystemCallError(operation: "rename \(path.text)", code: ENOENT)
      }
      return place
    } catch {
      throw .system(error)
    }
  }
}
