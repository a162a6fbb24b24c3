internal import Glibc
public import PlayerCore

/// A private file that only grows: what has been added is the system's, whatever becomes of this process. For one
/// thread.
public final class AppendedFile {
  private let path: FilePath
  private var descriptor: Int32

  /// Opens the file at `path`, which is made if it is missing, its folders too; one that is there is made private.
  ///
  /// - Throws: also when something else than a file is there (ENOTSUP).
  public init(path: FilePath) throws(SystemCallError) {
    self.path = path
    try FileContents.makeFolders(path.folder)
    descriptor = try Self.open(path)
  }

  deinit { close(descriptor) }

  /// Adds `bytes` at the end.
  ///
  /// - Throws: when not all of them could be written; a part may have been.
  public func append(_ bytes: [UInt8]) throws(SystemCallError) {
    try FileContents.write(bytes, to: descriptor, of: path)
  }

  /// Gives the file the name `name`, in place of what has that, and begins an empty one.
  public func begin(anewLeaving name: FilePath) throws(SystemCallError) {
    try retrying("rename \(path.text)") { path.withCString { from in name.withCString { rename(from, $0) } } }
    let new = try Self.open(path)
    close(descriptor)
    descriptor = new
  }

  private static func open(_ path: FilePath) throws(SystemCallError) -> Int32 {
    guard try PrivateFile.make(at: path) else { throw SystemCallError(operation: "open \(path.text)", code: ENOTSUP) }
    return try retrying("open \(path.text)") {
      path.withCString { Glibc.open($0, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW) }
    }
  }
}
