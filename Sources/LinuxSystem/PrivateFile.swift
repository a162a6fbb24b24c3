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

  /// Keeps the file at `path`, if there is one, which cannot be read, under the first of the names PATH.damaged,
  /// PATH.damaged-2 to -99 that is free. Not for folders in which others make files at the same time.
  ///
  /// - Parameter endings: those of files that belong to it, and go with it, if they are there: PATH-wal becomes
  ///   PATH.damaged-wal.
  /// - Returns: its new name; nil if there is no such file.
  /// - Throws: also when every name is taken (EEXIST).
  public static func moveAside(_ path: FilePath, with endings: [String] = []) throws(SystemCallError) -> FilePath? {
    guard exists(path) else { return nil }
    let names = [path.appendingEnding(".damaged")] + (2...99).map { path.appendingEnding(".damaged-\($0)") }
    let all = [""] + endings
    guard let name = names.first(where: { name in !all.contains { exists(name.appendingEnding($0)) } }) else {
      throw SystemCallError(operation: "rename \(path.text)", code: EEXIST)
    }
    for (old, new) in all.map({ (path.appendingEnding($0), name.appendingEnding($0)) }) where exists(old) {
      try retrying("rename \(old.text)") { old.withCString { from in new.withCString { rename(from, $0) } } }
    }
    return name
  }

  /// Whether anything is at `path`, be it a link that leads nowhere.
  public static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }
}
