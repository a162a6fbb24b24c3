internal import CSQLite

/// What SQLite answers when it cannot do something.
struct DatabaseError: Error, Equatable {
  /// The result code, with its details in the higher bits (sqlite.org/rescode.html).
  let code: Int32
  /// For people.
  let message: String

  /// Whether the file is no database, or not any more: not whether it cannot be read or written just now.
  var isDamage: Bool {
    switch code & 0xFF {
    // A statement of ours that does not fit what is in the file: the file is to blame.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_FORMAT: true
    default: false
    }
  }

  /// Whether there is no room to write: on the disk, or by a limit on the size of files, which write(2) reports as an
  /// error like any other.
  var isFull: Bool { code & 0xFF == SQLITE_FULL || code == SQLITE_IOERR | 3 << 8 }

  /// What is kept in the file is not what this program has written there.
  static func damaged(_ message: String) -> DatabaseError { DatabaseError(code: SQLITE_CORRUPT, message: message) }
}
