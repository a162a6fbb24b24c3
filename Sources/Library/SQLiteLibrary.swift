internal import CSQLite

/// Whether libsqlite3 is installed, which keeps sessions. Loads it; may wait for the disk. Any thread.
public func isSQLiteInstalled() -> Bool { (try? SQLiteLibrary.load()) != nil }

/// The functions of SQLite, loaded when the first of them is needed.
enum SQLiteLibrary {
  /// The functions; throws where libsqlite3 is not installed.
  static func load() throws(SessionFileError) -> cans_sqlite {
    guard let functions else { throw .noLibrary }
    return functions
  }

  /// The functions; nil where libsqlite3 is not installed. A name, not a path: dlopen(3) finds it.
  static let functions: cans_sqlite? = {
    withUnsafeTemporaryAllocation(of: cans_sqlite.self, capacity: 1) { functions in
      cans_sqlite_load("libsqlite3.so.0", functions.baseAddress!) ? functions[0] : nil
    }
  }()
}
