public import LinuxSystem

/// Why the library cannot be read or written.
public enum LibraryError: Error, Equatable, CustomStringConvertible {
  /// SQLite cannot be loaded.
  case noLibrary
  /// Nothing was ever scanned.
  case nothingScanned
  /// Another scan is running.
  case scanning
  /// A newer program has written it.
  case newer(version: Int64)
  /// There is something in its place that is no file.
  case noFile(String)
  /// A folder that was named to be scanned is not there.
  case noFolder(SystemCallError)
  /// The system does not let us.
  case system(SystemCallError)
  /// What is there is no library of ours, or not any more, in SQLite's words.
  case damaged(String)
  /// SQLite could not do something, in its words.
  case database(String)
  /// The disk is full, or a limit on the size of files was met.
  case full

  /// What a person needs to know.
  public var description: String {
    switch self {
    case .noLibrary: "there is no library: libsqlite3 cannot be loaded (apt install libsqlite3-0)"
    case .nothingScanned: "the library is empty; cans scan fills it"
    case .scanning: "another scan is running"
    case .newer(let version): "the library is of a newer cans (version \(version))"
    case .noFile(let path): "there is no library: \(path) is no file"
    case .noFolder(let error), .system(let error): "\(error)"
    case .damaged(let message): "the library cannot be read: \(message); cans scan begins a new one"
    case .database(let message): "the library cannot be used: \(message)"
    case .full: "the library cannot be written: the disk is full; what was found before that is kept"
    }
  }

  /// What SQLite's error comes to.
  init(_ error: DatabaseError) {
    self = error.isFull ? .full : error.isDamage ? .damaged(error.message) : .database(error.message)
  }
}
