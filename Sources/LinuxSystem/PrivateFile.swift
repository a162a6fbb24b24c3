internal import Glibc
public import PlayerCore

/// Files that nobody but the user may read.
public enum PrivateFile {
  /// Makes the file at `path`, empty, if there is none; one that is there is made private.
  ///
  /// - Returns: false if something else than a file is there.
  public static func make(at path: FilePath) throws(SystemCallError) -> Bool {
    let flags = O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor: Int32
    do throws(SystemCallError) {
      descriptor = try retrying("open \(path.text)") { path.withCString { open($0, flags, 0o600) } }
    } catch {
      if error.code == EISDIR { return false }
      throw error
    }
    defer { close(descriptor) }
    var status = stat()
    try retrying("look at \(path.text)") { fstat(descriptor, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    if status.st_mode & 0o077 != 0 { try retrying("make \(path.text) private") { fchmod(descriptor, 0o600) } }
    return true
  }

  /// Gives the file at `path`, if there is one, the first of these names that nothing has. Not for folders in which
  /// others make files at the same time.
  ///
  /// - Returns: the name; nil if there is no such file.
  /// - Throws: also when every name is taken (EEXIST).
  public static func rename(_ path: FilePath, toFirstFreeOf names: [FilePath]) throws(SystemCallError) -> FilePath? {
    guard exists(path) else { return nil }
    guard let name = names.first(where: { !exists($0) }) else {
      throw SystemCallError(operation: "rename \(path.text)", code: EEXIST)
    }
    try retrying("rename \(path.text)") { path.withCString { from in name.withCString { Glibc.rename(from, $0) } } }
    return name
  }

  private static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }
}
