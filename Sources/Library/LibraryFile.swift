internal import CSQLite
internal import LinuxSystem
internal import PlayerCore

/// The database of the library, open. Blocks on the disk; one thread at a time.
final class LibraryFile {
  let database: Database
  /// Held by the one who writes.
  private let lock: FileLock?

  private init(_ database: Database, _ lock: FileLock?) {
    self.database = database
    self.lock = lock
  }

  /// Opens the database at `path` for a scan, which only one at a time may do, and makes it if it is missing. One that
  /// is damaged, or somebody else's, is moved aside: what is in it can be read again from the music.
  ///
  /// - Parameter note: is told where it was moved to, for people.
  static func openForScan(at path: FilePath, note: (String) -> Void) throws(LibraryError) -> LibraryFile {
    let sqlite = try load()
    let lock = try lock(path)
    try makeFile(path)
    do throws(LibraryError) { return try open(path, sqlite, lock) } catch {
      guard case .damaged(let message) = error else { throw error }
      let place: FilePath?
      do throws(SystemCallError) {
        place = try PrivateFile.moveAside(path, with: ["-wal", "-shm", "-journal"])
      } catch { throw .system(error) }
      note("the library cannot be read (\(message)): it is kept as \((place ?? path).text), and a new one begun")
    }
    try makeFile(path)
    return try open(path, sqlite, lock)
  }

  /// Opens the database at `path` to look into it, also while a scan runs.
  static func openForReading(at path: FilePath) throws(LibraryError) -> LibraryFile {
    let sqlite = try load()
    guard PrivateFile.exists(path) else { throw .nothingScanned }
    let version: SQLValue
    let database: Database
    do throws(DatabaseError) {
      database = try Database(path: path, sqlite)
      try database.run("\(settings); PRAGMA query_only = ON")
      version = try database.value("PRAGMA user_version")
    } catch { throw LibraryError(error) }
    switch version {
    case .integer(LibrarySchema.version): return LibraryFile(database, nil)
    case .integer(let version) where version > LibrarySchema.version: throw .newer(version: version)
    // Whoever makes it has not come far yet; or it is an older program's, until the next scan.
    default: throw .nothingScanned
    }
  }

  /// Whoever looks into it may have to wait for who tidies up its log; and nobody trusts what is in the schema.
  private static let settings = "PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"

  private static func load() throws(LibraryError) -> cans_sqlite {
    guard let functions = SQLiteLibrary.functions else { throw .noLibrary }
    return functions
  }

  private static func lock(_ path: FilePath) throws(LibraryError) -> FileLock {
    let lock: FileLock?
    do throws(SystemCallError) { lock = try FileLock.beside(path) } catch { throw .system(error) }
    guard let lock else { throw .scanning }
    return lock
  }

  private static func makeFile(_ path: FilePath) throws(LibraryError) {
    let isFile: Bool
    do throws(SystemCallError) { isFile = try PrivateFile.make(at: path) } catch { throw .system(error) }
    guard isFile else { throw .noFile(path.text) }
  }

  private static func open(
    _ path: FilePath, _ sqlite: cans_sqlite, _ lock: FileLock
  ) throws(LibraryError) -> LibraryFile {
    let newer: Int64?
    do throws(DatabaseError) {
      let database = try Database(path: path, sqlite)
      try database.run(settings)
      newer = try LibrarySchema.newerVersion(in: database)
      if newer == nil {
        // A kill of the program loses nothing of what was committed, and a loss of power the last seconds of a scan,
        // which the next one finds again: so nothing is synced but when the log goes into the file (NORMAL), every
        // 16 MB.
        try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000")
        try LibrarySchema.migrate(database)
        return LibraryFile(database, lock)
      }
    } catch { throw LibraryError(error) }
    throw .newer(version: newer ?? 0)
  }
}
