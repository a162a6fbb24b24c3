internal import LinuxSystem

/// Why a session cannot be kept.
enum SessionFileError: Error, Equatable, CustomStringConvertible {
  /// SQLite cannot be loaded.
  case noLibrary
  /// Another player has it.
  case locked
  /// A newer program has written it.
  case newer(version: Int64)
  /// There is something in its place that is no file.
  case noFile(String)
  /// The system does not let us.
  case system(SystemCallError)
  /// SQLite could not do something.
  case database(DatabaseError)

  /// What a person needs to know.
  var description: String {
    switch self {
    case .noLibrary: "the session is not kept: libsqlite3 cannot be loaded (apt install libsqlite3-0)"
    case .locked: "another player keeps its session: this one's is not kept"
    case .newer(let version): "the session is not kept: what is there is of a newer cans (version \(version))"
    case .noFile(let path): "the session is not kept: \(path) is no file"
    case .system(let error): "the session is not kept: \(error)"
    case .database(let error): "the session is not kept: \(error.message)"
    }
  }
}
