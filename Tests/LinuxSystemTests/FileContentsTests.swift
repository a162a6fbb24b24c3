import Glibc
import LinuxSystem
import PlayerCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FileContentsTests {
  @Test func `a pipe is an error and not waited for`() {
    let path = FilePath("/tmp/cans-pipe-\(getpid())")
    _ = path.withCString { mkfifo($0, 0o600) }
    defer { _ = path.withCString { unlink($0) } }
    #expect(throws: SystemCallError(operation: "read \(path.text)", code: ENOTSUP)) { try FileContents.read(path) }
  }

  @Test func `a device that holds nothing is empty, one without an end is too large`() throws {
    #expect(try FileContents.read(FilePath("/dev/null")) == [])
    #expect(throws: SystemCallError(operation: "read /dev/zero", code: EFBIG)) {
      try FileContents.read(FilePath("/dev/zero"))
    }
  }
}
