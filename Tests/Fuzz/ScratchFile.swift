import Glibc
import PlayerCore

/// A file with the bytes to read, in memory; it goes with this.
struct ScratchFile: ~Copyable {
  let path: FilePath

  init(_ bytes: [UInt8]) {
    path = FilePath("/dev/shm/cans-fuzz-\(getpid())")
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    precondition(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count, "cannot write \(path.text)")
    close(descriptor)
  }

  deinit { _ = path.withCString { unlink($0) } }
}
