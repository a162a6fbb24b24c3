internal import CSQLite
internal import PlayerCore

/// A connection to an SQLite database, closed with its owner. One thread at a time.
final class Database {
  fileprivate let sqlite: cans_sqlite
  private let connection: OpaquePointer

  /// Opens the file at `path`, which must exist.
  init(path: FilePath, _ sqlite: cans_sqlite) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = path.withCString { sqlite.sqlite3_open_v2($0, &opened, flags, nil) }
    guard result == SQLITE_OK, let opened else {
      // A connection that could not be opened still has to be closed.
      defer { _ = sqlite.sqlite3_close_v2(opened) }
      throw DatabaseError(code: result, message: sqlite.sqlite3_errstr(result).map { String(cString: $0) } ?? "")
    }
    self.sqlite = sqlite
    connection = opened
  }

  deinit { _ = sqlite.sqlite3_close_v2(connection) }

  /// Whether closing leaves the write-ahead log beside the file, and the file as it is.
  func keepLogOnClose(_ keeps: Bool) { cans_sqlite_keep_log_on_close(connection, keeps) }

  /// Runs statements that yield nothing, or nothing of interest.
  func run(_ sql: String) throws(DatabaseError) { try check(sqlite.sqlite3_exec(connection, sql, nil, nil, nil)) }

  /// The first value of the first row that `sql` yields; nothing without a row.
  func value(_ sql: String) throws(DatabaseError) -> SQLValue {
    let statement = try prepare(sql)
    return try statement.step() ? statement.row[0] : .null
  }

  /// Readies one statement, whose values, `?`, are given with each run.
  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var statement: OpaquePointer?
    try check(sqlite.sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    guard let statement else { throw DatabaseError(code: SQLITE_MISUSE, message: "an empty statement") }
    return Statement(self, statement)
  }

  /// What has just gone wrong.
  fileprivate func error(_ code: Int32) -> DatabaseError {
    DatabaseError(code: code, message: sqlite.sqlite3_errmsg(connection).map { String(cString: $0) } ?? "")
  }

  fileprivate func check(_ result: Int32) throws(DatabaseError) { if result != SQLITE_OK { throw error(result) } }
}

/// A statement of a database, which stays open as long as this is there.
final class Statement {
  private let database: Database
  private let sqlite: cans_sqlite
  private let statement: OpaquePointer

  fileprivate init(_ database: Database, _ statement: OpaquePointer) {
    self.database = database
    sqlite = database.sqlite
    self.statement = statement
  }

  deinit { _ = sqlite.sqlite3_finalize(statement) }

  /// Runs it to its end with these values; `body` is given each row.
  func run(
    _ values: [SQLValue], _ body: (_ row: [SQLValue]) throws(DatabaseError) -> Void = { _ in }
  ) throws(DatabaseError) {
    // A statement that is not at its start takes no values, and one that is not at its end holds on to its rows.
    defer { _ = sqlite.sqlite3_reset(statement) }
    for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1)) }
    while try step() { try body(row) }
  }

  /// Goes to the next row; false: there is none.
  func step() throws(DatabaseError) -> Bool {
    let result = sqlite.sqlite3_step(statement)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = database.error(result)
      _ = sqlite.sqlite3_reset(statement)
      throw error
    }
  }

  /// The values of the row that `step` went to.
  var row: [SQLValue] { (0..<sqlite.sqlite3_column_count(statement)).map(column) }

  private func column(_ index: Int32) -> SQLValue {
    switch sqlite.sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite.sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite.sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      let text = sqlite.sqlite3_column_text(statement, index)
      let count = Int(sqlite.sqlite3_column_bytes(statement, index))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let blob = sqlite.sqlite3_column_blob(statement, index)
      let count = Int(sqlite.sqlite3_column_bytes(statement, index))
      return .blob(Array(UnsafeRawBufferPointer(start: blob, count: count)))
    default: return .null
    }
  }

  private func bind(_ value: SQLValue, to index: Int32) throws(DatabaseError) {
    let result: Int32
    switch value {
    case .null: result = sqlite.sqlite3_bind_null(statement, index)
    case .integer(let number): result = sqlite.sqlite3_bind_int64(statement, index, number)
    case .real(let number): result = sqlite.sqlite3_bind_double(statement, index, number)
    case .text(var text):
      result = text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          // No address would mean no text, and an empty one is none.
          sqlite.sqlite3_bind_text64(
            statement, index, characters.baseAddress ?? Self.nowhere, UInt64(characters.count), Self.copies,
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      result = bytes.withUnsafeBytes { bytes in
        sqlite.sqlite3_bind_blob64(
          statement, index, bytes.baseAddress ?? UnsafeRawPointer(Self.nowhere), UInt64(bytes.count), Self.copies)
      }
    }
    try database.check(result)
  }

  /// SQLITE_TRANSIENT, which cannot be imported: SQLite makes its own copy.
  private static var copies: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
  /// Some address, for values of no bytes.
  private static var nowhere: UnsafePointer<CChar> { UnsafePointer(bitPattern: 1)! }
}
