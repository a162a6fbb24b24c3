internal import Glibc
public import PlayerCore

/// Which file it is, whatever path leads to it.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// The file that `path` leads to, through symbolic links; nil if there is none.
  public init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The file that `descriptor` has open; nil if it is not open.
  init?(openAs descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
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
    /// Whatever is there, no program can open it by this path.
    case tooLong

    /// Looks at `path`, through symbolic links.
    init(of path: FilePath) {
      var status = stat()
      if path.withCString({ stat($0, &status) }) == 0 {
        self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
      } else {
        switch errno {
        case ENOENT, ENOTDIR: self = .missing
        case ENAMETOOLONG: self = .tooLong
        default: self = .file
        }
      }
    }

    /// Why nothing can be opened there, for people; nil if there is something.
    var absence: String? {
      switch self {
      case .folder, .file: nil
      case .missing: "no such file"
      case .tooLong: "the path is too long"
      }
    }
  }
}
