import Glibc
import LinuxSystem
import PlayerCore
import Testing

@Suite(.timeLimit(.minutes(5)))
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

  @Test func `a folder that cannot be made is told with the reason`() {
    // Nobody makes folders there; a home that is read-only is the same.
    let path = FilePath("/sys/cans-test/state/volume.toml")
    do throws(SystemCallError) {
      try FileContents.write([], to: path)
      Issue.record("written")
    } catch {
      #expect(error.operation == "make folder /sys/cans-test")
      #expect([EPERM, EACCES, EROFS].contains(error.code), "\(error)")
    }
  }
}
