import Glibc
import LinuxSystem
import PlayerCore

/// The file that `cans record` writes, in its place from the first moment on: what there is of it is to be found even
/// if the program is killed.
final class RecordingTarget {
  /// For messages.
  let name: String
  let descriptor: Int32
  private let path: FilePath

  /// Makes the file at `path`, or empties the one that is there if it `overwrites`.
  init(_ path: FilePath, overwrites: Bool) throws {
    try Self.demandFree(path, overwrites: overwrites)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | (overwrites ? O_TRUNC : O_EXCL)
    descriptor = path.withCString { open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw CommandFailure("\(path.text): \(String(cString: strerror(errno)))") }
    name = path.text
    self.path = path
  }

  deinit { close(descriptor) }

  /// Refuses a file that is there already, unless it is to be overwritten, and whatever is no file.
  static func demandFree(_ path: FilePath, overwrites: Bool) throws {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw CommandFailure("\(path.text): is no file") }
    guard overwrites else { throw CommandFailure("\(path.text): exists already; --force overwrites it") }
  }

  /// Takes the file away.
  func discard() { _ = path.withCString { unlink($0) } }
}
