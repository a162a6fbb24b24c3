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
    do throws(SystemCallError) {
      try retrying("lock \(path.text)") { [descriptor] in flock(descriptor, LOCK_EX | LOCK_NB) }
    } catch {
      close(descriptor)
      if error.code == EWOULDBLOCK { return nil }
      throw error
    }
  }

  deinit { close(descriptor) }
}
