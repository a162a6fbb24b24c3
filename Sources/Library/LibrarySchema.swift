/// What the database of the library looks like. A step that was once released never changes: what comes later is one
/// more step.
enum LibrarySchema {
  /// "canl": files that say otherwise are somebody else's.
  static let application: Int64 = 0x6361_6E6C
  /// That of the newest step; a database says by it which steps it has (`user_version`).
  static var version: Int64 { Int64(steps.count) }

  /// What makes a database of one version one of the next, from an empty one on.
  static let steps: [[String]] = [
    [
      // Paths are bytes. What is in folders that are offline is known, but not there: the disk is not mounted.
      "CREATE TABLE folder (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, is_mount INTEGER NOT NULL, "
        + "is_offline INTEGER NOT NULL DEFAULT 0, problem TEXT) STRICT",
      // Numbers rise with the time of adding. A file with a problem has no facts, and is no track.
      "CREATE TABLE file (id INTEGER PRIMARY KEY, folder INTEGER NOT NULL REFERENCES folder, name BLOB NOT NULL, "
        + "size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL, added INTEGER NOT NULL, "
        + "problem TEXT, \(FactsRow.columns.joined(separator: ", "))) STRICT",
      "CREATE UNIQUE INDEX file_place ON file (folder, name)",
      // By these a file is found again that has another name.
      "CREATE INDEX file_stamp ON file (size, modified)",
      "CREATE INDEX file_added ON file (added)",
      SearchRow.table,
    ]
  ]

  /// The version of the database, if that is newer than this program knows.
  ///
  /// - Throws: damage, when it is none of ours.
  static func newerVersion(in database: Database) throws(DatabaseError) -> Int64? {
    let found = try version(of: database)
    return found > version ? found : nil
  }

  /// Makes the database, which is not newer, one of the newest version.
  static func migrate(_ database: Database) throws(DatabaseError) {
    let found = try version(of: database)
    guard found < version else { return }
    try database.run("BEGIN IMMEDIATE")
    for step in steps[Int(found)...] { for statement in step { try database.run(statement) } }
    try database.run("PRAGMA application_id = \(application)")
    try database.run("PRAGMA user_version = \(version)")
    try database.run("COMMIT")
  }

  /// The version of what is in the database; 0: nothing.
  private static func version(of database: Database) throws(DatabaseError) -> Int64 {
    guard case .integer(let version) = try database.value("PRAGMA user_version"), version >= 0 else {
      throw .damaged("it is no library of cans")
    }
    let mark = try database.value("PRAGMA application_id")
    if version == 0, mark == .integer(0), try database.value("SELECT count(*) FROM sqlite_schema") == .integer(0) {
      return 0
    }
    guard mark == .integer(application), version > 0 else { throw .damaged("it is no library of cans") }
    return version
  }
}
