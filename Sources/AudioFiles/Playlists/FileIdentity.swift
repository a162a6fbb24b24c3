internal import Glibc
internal import PlayerCore

/// Which file it is, whatever path leads to it.
struct FileIdentity: Hashable {
  private let device: UInt
  private let inode: UInt

  /// The file that `path` leads to, through symbolic links; nil if there is none.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }

  /// What a path leads to.
  enum Kind {
    /// A folder.
    case folder
    /// Anything else that is there, readable or not.
    case file
    /// Nothing.
    case missing

    /// Looks at `path`, through symbolic links.
    init(of path: FilePath) {
      var status = stat()
      if path.withCString({ stat($0, &status) }) == 0 {
        self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
      } else {
        self = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG ? .missing : .file
      }
    }
  }
}
