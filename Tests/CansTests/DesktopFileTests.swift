import Foundation
import MessageBus
import Testing

@testable import cans

@MainActor
struct DesktopFileTests {
  @Test func `the desktop file names the kinds of files that the bus is told`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let name = MPRISApplication.cans.desktopEntry + ".desktop"
    let text = try String(contentsOf: root.appending(path: "Resources").appending(path: name), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
    #expect(line.dropFirst("MimeType=".count).split(separator: ";").map(String.init) == MPRISApplication.cans.mimeTypes)
  }
}
