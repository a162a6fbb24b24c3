internal import Glibc
public import PlayerCore

/// Whole small files, such as settings. Not for music.
public enum FileContents {
  /// The bytes of `path`; nil if there is no such file. Never waits for a pipe or a device.
  ///
  /// - Throws: when it is there and cannot be read, is a pipe, or is larger than `limit` bytes.
  public static func read(_ path: FilePath, limit: Int = 1 << 20) throws(SystemCallError) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw SystemCallError(operation: "open \(path.text)", code: errno) }
    defer { close(descriptor) }
    var status = stat()
    try retrying("look at \(path.text)") { fstat(descriptor, &status) }
    // Without a writer it would look empty. A device may stand for "nothing": /dev/null.
    if status.st_mode & S_IFMT == S_IFIFO { throw SystemCallError(operation: "read \(path.text)", code: ENOTSUP) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled <= limit {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + filled, limit + 1 - filled) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemCallError(operation: "read \(path.text)", code: errno) }
      if count == 0 { return Array(bytes[..<filled]) }
      filled += count
    }
    throw SystemCallError(operation: "read \(path.text)", code: EFBIG)
  }

  /// Makes `bytes` the contents of `path`, all or nothing: written beside it, then renamed. Missing
  /// folders are made, for the user alone.
  public static func write(_ bytes: [UInt8], to path: FilePath) throws(SystemCallError) {
    try makeFolders(path.folder)
    let draft = path.appendingEnding(".new")
    let descriptor = try retrying("open \(draft.text)") {
      draft.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    }
    do throws(SystemCallError) { try write(bytes, to: descriptor, of: draft) } catch {
      close(descriptor)
      _ = draft.withCString { unlink($0) }
      throw error
    }
    fsync(descriptor)
    close(descriptor)
    try retrying("rename \(path.text)") { draft.withCString { from in path.withCString { rename(from, $0) } } }
  }

  /// Writes all of `bytes` where `descriptor`, which `path` is open on, stands.
  ///
  /// - Throws: when not all of them could be written; a part may have been.
  static func write(_ bytes: [UInt8], to descriptor: Int32, of path: FilePath) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemCallError(operation: "write \(path.text)", code: count < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes what is missing of `folder`, for the user alone. What keeps it from being made is told here: opening a file
  /// in it would only say that there is none.
  public static func makeFolders(_ folder: FilePath) throws(SystemCallError) {
    guard folder.bytes != Array("/".utf8), folder.bytes != Array(".".utf8) else { return }
    var code = Self.make(folder)
    if code == ENOENT {
      try makeFolders(folder.folder)
      code = Self.make(folder)
    }
    if code != 0, code != EEXIST { throw SystemCallError(operation: "make folder \(folder.text)", code: code) }
  }

  private static func make(_ folder: FilePath) -> Int32 { folder.withCString { mkdir($0, 0o700) } == 0 ? 0 : errno }
}
