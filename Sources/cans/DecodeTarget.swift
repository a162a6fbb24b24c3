import Glibc
import LinuxSystem
import PlayerCore

/// The file that `cans decode` writes. It is written beside its place and put there when it is complete; what is no
/// file, standard output or a pipe, is written as it is.
final class DecodeTarget {
  /// For messages.
  let name: String
  let descriptor: Int32
  /// Whether it is a file that can be sought.
  let isFile: Bool
  private let path: FilePath
  /// Where the file is written; nil if it is none, or in its place.
  private var draft: FilePath?

  /// Opens `path`; "-" is standard output. An existing file is overwritten only if `overwrites`.
  init(_ path: FilePath, overwrites: Bool) throws {
    self.path = path
    if path == FilePath("-") {
      guard isatty(STDOUT_FILENO) == 0 else {
        throw CommandFailure("standard output is a terminal, which plays no sound")
      }
      name = "standard output"
      descriptor = STDOUT_FILENO
      isFile = false
      return
    }
    name = path.text
    var status = stat()
    let exists = path.withCString { stat($0, &status) } == 0
    isFile = !exists || status.st_mode & S_IFMT == S_IFREG
    if exists, isFile, !overwrites { throw CommandFailure("\(path.text): exists already; --force overwrites it") }
    let draft = path.appendingEnding(".part")
    let target = isFile ? draft : path
    // A file that happens to have the draft's name is somebody's, too.
    let creating = isFile ? O_CREAT | (overwrites ? O_TRUNC : O_EXCL) : 0
    let opened = target.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY | creating, 0o666) }
    guard opened >= 0 else { throw CommandFailure("\(target.text): \(String(cString: strerror(errno)))") }
    descriptor = opened
    self.draft = isFile ? draft : nil
  }

  /// Puts the complete file in its place.
  func commit() throws {
    guard let draft else { return }
    try retrying("write \(path.text)") { fsync(descriptor) }
    try retrying("rename \(draft.text)") { draft.withCString { from in path.withCString { rename(from, $0) } } }
    self.draft = nil
  }

  /// Removes what was written of a file.
  func discard() {
    if let draft { _ = draft.withCString { unlink($0) } }
    draft = nil
  }
}
