internal import Glibc
public import PlayerCore

/// A lock that one process at a time can have (flock(2)), which ends with its owner, or with the process however that
/// ends.
public final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the file at `path`, which is made if it is missing, for the user alone; nil if another owner has
  /// it. Never waits.
  public init?(path: FilePath) throws(SystemCallError) {
    descriptor = try retrying("open \(path.text)") {
      path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    }
    // From here on a failure ends in `deinit`, which closes the descriptor.
    guard try Self.take(descriptor, of: path) else { return nil }
  }

  /// Takes the lock that stands for the file at `path`: that of a file beside it, as the one itself is replaced when it
  /// is written. Missing folders are made, for the user alone. Nil if another owner has it. Never waits.
  public static func beside(_ path: FilePath) throws(SystemCallError) -> FileLock? {
    try FileContents.makeFolders(path.folder)
    return try FileLock(path: path.appendingEnding(".lock"))
  }

  deinit { close(descriptor) }

  /// Takes the lock of what `descriptor` is open on, `path`, for whoever holds the descriptor, or a copy of it; false
  /// if another owner has it. Never waits.
  public static func take(_ descriptor: Int32, of path: FilePath) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      try retrying("lock \(path.text)") { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }
}
