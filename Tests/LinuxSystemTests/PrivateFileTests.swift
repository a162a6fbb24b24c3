import Glibc
import LinuxSystem
import PlayerCore
import Synchronization
import Testing

/// Files that are the user's alone, and locks on them.
struct PrivateFileTests {
  /// A path in a folder that goes with this.
  final class Place {
    let folder: FilePath
    init() {
      var name = Array("/tmp/cans-private-XXXXXX".utf8CString)
      precondition(mkdtemp(&name) != nil)
      folder = FilePath(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    subscript(name: String) -> FilePath { folder.appending(FilePath(name)) }
    deinit {
      for name in ["", ".damaged"] + (2...99).map({ ".damaged-\($0)" }) {
        for ending in ["", "-log", "-lock"] { unlink(self["a" + name + ending].text) }
      }
      unlink(self["b"].text)
      rmdir(folder.text)
    }
  }

  let place = Place()

  private func mode(_ name: String) -> mode_t? {
    var status = stat()
    return lstat(place[name].text, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test func `a file is made for the user alone, and one that is there becomes so`() throws {
    #expect(try PrivateFile.make(at: place["a"]))
    #expect(mode("a") == 0o600)
    chmod(place["a"].text, 0o664)
    #expect(try PrivateFile.make(at: place["a"]))
    #expect(mode("a") == 0o600)
  }

  @Test func `what is no file is left alone`() throws {
    #expect(try !PrivateFile.make(at: place.folder))
    mkfifo(place["b"].text, 0o644)
    #expect(try !PrivateFile.make(at: place["b"]))
    #expect(mode("b") == 0o644)
    #expect(throws: SystemCallError.self) { try PrivateFile.make(at: place["missing/a"]) }
  }

  @Test func `damaged files take one name after the other, until there is none`() throws {
    #expect(try PrivateFile.moveAside(place["a"]) == nil)
    for ending in [""] + (2...99).map({ "-\($0)" }) {
      _ = try PrivateFile.make(at: place["a"])
      #expect(try PrivateFile.moveAside(place["a"]) == place["a.damaged\(ending)"])
      #expect(mode("a") == nil)
    }
    _ = try PrivateFile.make(at: place["a"])
    let error = #expect(throws: SystemCallError.self) { try PrivateFile.moveAside(place["a"]) }
    #expect(error?.code == EEXIST && mode("a") == 0o600)
  }

  @Test func `what belongs to a damaged file goes with it, and never over another file`() throws {
    for name in ["a", "a-log"] { _ = try PrivateFile.make(at: place[name]) }
    #expect(try PrivateFile.moveAside(place["a"], with: ["-log", "-lock"]) == place["a.damaged"])
    #expect(mode("a-log") == nil && mode("a.damaged-log") == 0o600 && mode("a.damaged-lock") == nil)
    for name in ["a", "a-log", "a.damaged-2-log"] { _ = try PrivateFile.make(at: place[name]) }
    #expect(try PrivateFile.moveAside(place["a"], with: ["-log"]) == place["a.damaged-3"])
    #expect(mode("a-log") == nil && mode("a.damaged-2-log") == 0o600 && mode("a.damaged-3-log") == 0o600)
  }

  @Test func `one owner at a time has a lock`() throws {
    var lock = try FileLock(path: place["a"])
    #expect(lock != nil && mode("a") == 0o600)
    #expect(try FileLock(path: place["a"]) == nil)
    lock = nil
    #expect(try FileLock(path: place["a"]) != nil)
  }

  @Test func `a lock that another owner has closes its own descriptor, and no other thread's`() throws {
    let lock = try FileLock(path: place["a"])
    let isOver = Atomic(false)
    let closed = Atomic(0)
    let thread = Thread(name: "opener") {
      while !isOver.load(ordering: .relaxed) {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if close(descriptor) != 0 { closed.add(1, ordering: .relaxed) }
      }
    }
    for _ in 0..<20_000 { #expect(try FileLock(path: place["a"]) == nil) }
    isOver.store(true, ordering: .relaxed)
    thread.join()
    #expect(closed.load(ordering: .relaxed) == 0)
    withExtendedLifetime(lock) {}
  }
}
