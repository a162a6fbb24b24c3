/// What the database of a session looks like. The queue's tracks are rows that never change: a track of which more is
/// known is another row. In what order they stand is one value of its own, so that a track put before a hundred
/// thousand others is one small row and one large value, not a hundred thousand rows; and the place is a row of its
/// own, so that saving it every few seconds writes nothing else.
enum SessionSchema {
  /// "cans": files that say otherwise are somebody else's.
  static let application: Int64 = 0x6361_6E73
  /// Rises with every change that older programs would not understand.
  static let version: Int64 = 1

  static let tables = [
    "CREATE TABLE item (number INTEGER PRIMARY KEY, \(ItemRow.columns.joined(separator: ", ")), "
      + "checksum INTEGER NOT NULL) STRICT",
    "CREATE TABLE place (\(PlaceRow.columns.joined(separator: ", ")), checksum INTEGER NOT NULL) STRICT",
    // Numbers of items, and indexes into these: 32 bits each, the lowest byte first.
    "CREATE TABLE sequence (shown BLOB NOT NULL, played BLOB, checksum INTEGER NOT NULL) STRICT",
  ]

  /// Makes an empty database one of a session.
  static func create(in database: Database) throws(DatabaseError) {
    try database.run("BEGIN IMMEDIATE")
    for table in tables { try database.run(table) }
    try database.run("PRAGMA application_id = \(application)")
    try database.run("PRAGMA user_version = \(version)")
    try database.run("COMMIT")
  }

  /// Whether nothing is in the database yet.
  static func isMissing(in database: Database) throws(DatabaseError) -> Bool {
    let application = try database.value("PRAGMA application_id")
    let version = try database.value("PRAGMA user_version")
    let tables = try found(in: database)
    return application == .integer(0) && version == .integer(0) && tables.isEmpty
  }

  /// The version of the program that has written the database.
  ///
  /// - Throws: damage, when no program of ours has, or not what its version says.
  static func version(of database: Database) throws(DatabaseError) -> Int64 {
    guard try database.value("PRAGMA application_id") == .integer(application),
      case .integer(let found) = try database.value("PRAGMA user_version"), found > 0
    else { throw .damaged("it is no session of cans") }
    if found == version, try Self.found(in: database) != tables.sorted() {
      throw .damaged("its tables are not those of a session")
    }
    return found
  }

  private static func found(in database: Database) throws(DatabaseError) -> [String] {
    let statement = try database.prepare("SELECT sql FROM sqlite_schema ORDER BY sql")
    var found: [String] = []
    while try statement.step() {
      if case .text(let sql) = statement.row[0] { found.append(sql) } else { found.append("") }
    }
    return found
  }
}
