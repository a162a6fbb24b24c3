import Foundation
import Testing

/// The album in Resources/Demo is what the composer in this repo plays.
struct DemoAlbumTests {
  static let folder = SourceTree.root.appending(path: "Resources/Demo")

  @Test func `the composer plays the same beginnings again`() throws {
    // The test runner lies where the build put the programs.
    let runner = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let composer = runner.deletingLastPathComponent().appending(path: "compose-demo")
    let process = Process()
    process.executableURL = composer
    process.arguments = ["--check", Self.folder.path, "1"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `the album has a cover, a licence and four tracks, and stays below 4 MB`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names.filter { $0.hasSuffix(".flac") || $0.hasSuffix(".ogg") }.count == 4)
    #expect(names.contains("cover.png") && names.contains("LICENSE"))
    let bytes = try names.map { try Data(contentsOf: Self.folder.appending(path: $0)).count }.reduce(0, +)
    #expect(bytes < 4_000_000)
  }
}
