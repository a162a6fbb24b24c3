import Foundation
import Glibc
import LinuxSystem
import Testing

@testable import InputDevices

/// The machine's nodes, on files that stand for them.
@Suite struct LinuxInputSystemTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "cans-input-\(UUID())")
  private var path: String { home.path + "/input" }

  init() throws { try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true) }

  /// Made at its place, as nodes are: Foundation would write elsewhere and rename.
  private func touch(_ name: String) { close(open(path + "/" + name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)) }

  @Test func `of the nodes in the folder only those for events are told`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let system = try LinuxInputSystem(path)
    #expect(system.names() == [])
    mkdir(path, 0o755)
    #expect(system.changes() == nil, "anything may be in it")
    for name in ["event0", "js0", "mice"] { touch(name) }
    #expect(waitUntilReadable(system.descriptors[0], milliseconds: 5_000))
    #expect(system.changes() == ["event0"] && system.names() == ["event0"])
  }

  @Test func `neither libudev nor libevdev is needed where nothing may be read`() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let system = try LinuxInputSystem(path)
    #expect(system.names() == [] && !system.isReadable("event0"))
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(!maps.contains("libevdev"))
  }
}
