internal import Glibc

/// What tells without opening a file whether it is the one that was read.
struct FileStamp: Hashable, Sendable {
  /// In bytes.
  let size: Int64
  /// When its contents changed last, in nanoseconds since 1970; 0 for a file that is to be read again at the next scan.
  var modified: Int64
  /// Its number in the file system.
  let inode: Int64

  /// A stamp of these values.
  init(size: Int64, modified: Int64, inode: Int64) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  /// What stat(2) says.
  init(_ status: stat) {
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    inode = Int64(truncatingIfNeeded: status.st_ino)
  }
}
