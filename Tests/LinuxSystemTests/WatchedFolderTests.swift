import Foundation
import Glibc
import LinuxSystem
import Testing

/// A folder of nodes, on files that stand for them.
@Suite struct WatchedFolderTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "cans-watched-\(UUID())")
  private var path: String { home.path + "/nodes" }

  init() throws { try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true) }

  private func makeFolder() { mkdir(path, 0o755) }

  /// Made at its place, as nodes are: Foundation would write elsewhere and rename.
  private func touch(_ name: String) { touch(path: path + "/" + name) }
  private func touch(path: String) { close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)) }

  @Test func `nodes that come, go and change their permissions are named, each once`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    makeFolder()
    touch("event0")
    touch("mice")
    var folder = try WatchedFolder(path)
    #expect(folder.path == path && folder.names() == ["event0", "mice"] && folder.changes() == [])
    touch("event1")
    touch("js0")
    #expect(waitUntilReadable(folder.descriptor, milliseconds: 5_000))
    #expect(folder.changes() == ["event1", "js0"])
    #expect(folder.changes() == [])
    chmod(path + "/event0", 0o600)
    #expect(folder.changes() == ["event0"])
    unlink(path + "/event1")
    #expect(folder.changes() == ["event1"] && folder.names() == ["event0", "mice", "js0"])
  }

  @Test func `a folder that is made later, or once more, is watched from then on`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    var folder = try WatchedFolder(path)
    #expect(folder.names() == [] && folder.changes() == [])
    for _ in 0..<2 {
      makeFolder()
      #expect(folder.changes() == nil, "anything may be in it")
      touch("event0")
      #expect(folder.changes() == ["event0"])
      try FileManager.default.removeItem(atPath: path)
      #expect(folder.changes() == nil && folder.names() == [])
    }
  }

  @Test func `what comes beside it is no change, and once it is there wakes nobody`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    var folder = try WatchedFolder(path)
    touch(path: home.path + "/beside")
    #expect(waitUntilReadable(folder.descriptor, milliseconds: 0))
    #expect(folder.changes() == [])
    makeFolder()
    _ = folder.changes()
    // The end of the parent's watch is told, too.
    #expect(folder.changes() == [])
    touch(path: home.path + "/beside too")
    #expect(!waitUntilReadable(folder.descriptor, milliseconds: 0))
    touch("event0")
    #expect(waitUntilReadable(folder.descriptor, milliseconds: 0))
  }

  @Test func `of more changes than the kernel keeps, any node may have had one`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    makeFolder()
    touch("event0")
    touch("event1")
    var folder = try WatchedFolder(path)
    let most = try #require(
      Int(try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).dropLast()))
    // The same event twice in a row counts once.
    for turn in 0...most { chmod(path + "/event\(turn % 2)", 0o600) }
    #expect(folder.changes() == nil)
    touch("event2")
    #expect(folder.changes() == ["event2"])
  }
}
