import Foundation
import Glibc
import LinuxSystem
import Testing

@testable import InputDevices

/// The folder of nodes, on files that stand for them.
@Suite struct InputFolderTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "cans-input-\(UUID())")
  private var path: String { home.path + "/input" }

  init() throws { try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true) }

  /// Made at its place, as nodes are: Foundation would write elsewhere and rename.
  private func touch(_ name: String) { close(open(path + "/" + name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)) }

  @Test func `nodes that come, go and change their permissions are named`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    touch("event0")
    touch("mice")
    var folder = try InputFolder(path)
    #expect(folder.names() == ["event0"] && folder.changes() == [])
    touch("event1")
    touch("js0")
    #expect(waitUntilReadable(folder.descriptor, milliseconds: 5_000))
    #expect(folder.changes() == ["event1"])
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/event0")
    #expect(folder.changes() == ["event0"])
    try FileManager.default.removeItem(atPath: path + "/event1")
    #expect(folder.changes() == ["event1"] && folder.names() == ["event0"])
  }

  @Test func `a folder that is made later, or once more, is watched from then on`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    var folder = try InputFolder(path)
    #expect(folder.names() == [])
    for _ in 0..<2 {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(folder.changes() == nil, "anything may be in it")
      touch("event0")
      #expect(folder.changes() == ["event0"])
      try FileManager.default.removeItem(atPath: path)
      #expect(folder.changes() == nil)
    }
  }

  @Test func `neither libudev nor libevdev is needed where nothing may be read`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let system = try LinuxInputSystem(path)
    #expect(system.names() == [] && !system.isReadable("event0"))
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(!maps.contains("libevdev"))
  }
}
