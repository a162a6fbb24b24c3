import Foundation
import Testing

/// Rules that a reviewer would otherwise have to remember. Documentation of public declarations is swift-format's part.
struct HouseRuleTests {
  @Test func `the top level holds only what belongs there`() throws {
    let allowed: Set = [
      "Package.swift", "Sources", "Tests", "Resources", "README.md", "Makefile", "LICENSE", "CHANGELOG.md",
      "CONTRIBUTING.md",
    ]
    for name in try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path) where !name.hasPrefix(".") {
      #expect(allowed.contains(name), "\(name) at the top level")
    }
  }

  @Test func `no file names a place on somebody's machine`() throws {
    let places = #//(?:work|root|opt/swift)(?:/|\b)/#
    let starts = [
      "Sources", "Tests", "Resources", ".ci", ".make", "Package.swift", "Makefile", "README.md", "CHANGELOG.md",
    ]
    for start in starts + ["CONTRIBUTING.md"] where FileManager.default.fileExists(atPath: place(start)) {
      for file in try SourceTree.files(start) where file.path != "Tests/ArchitectureTests/HouseRuleTests.swift" {
        for (number, line) in file.lines.enumerated() where line.contains(places) {
          Issue.record("\(file.path):\(number + 1): \(line)")
        }
      }
    }
  }

  @Test func `source files stay short`() throws {
    for file in try SourceTree.swiftFiles("Sources") {
      #expect(file.lines.count - 1 <= 400, "\(file.path) has \(file.lines.count - 1) lines")
    }
  }

  @Test func `no comment is wider than the page`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try SourceTree.files(folder, endings: [".swift", ".c", ".cpp", ".h"]) {
        for (number, line) in file.lines.enumerated() where line.count > 120 {
          let isComment = line.drop { $0 == " " }.hasPrefix("//")
          #expect(!isComment, "\(file.path):\(number + 1) has \(line.count) columns; 120 are allowed")
        }
      }
    }
  }

  @Test func `libraries are opened on first need in one form`() throws {
    let opening = #/\b(?:dlopen|dlsym)\s*\((?!3\))/#
    for file in try SourceTree.files("Sources", endings: [".c", ".cpp", ".h", ".swift"]) {
      if file.path == "Sources/CLazyLibrary/load.c" { continue }
      for (number, line) in file.lines.enumerated() where line.contains(opening) {
        Issue.record("\(file.path):\(number + 1) opens a library; CLazyLibrary does that")
      }
    }
  }

  @Test func `no test sleeps`() throws {
    let sleep = #/\b(?:u|nano|clock_nano)?sleep\s*\(/#
    for file in try SourceTree.files("Tests", endings: [".swift", ".c", ".h"]) {
      // What runs in the lab's guest plays a person with a plug: its script says after how long to pull it.
      if file.path.contains("/LabTests/Guest/") { continue }
      for (number, line) in file.lines.enumerated() where line.contains(sleep) {
        Issue.record("\(file.path):\(number + 1) waits for time to pass; wait for a condition instead")
      }
    }
  }

  @Test func `the Makefile installs every package that Package.swift names`() throws {
    let package = try String(contentsOfFile: place("Package.swift"), encoding: .utf8)
    let makefile = try String(contentsOfFile: place("Makefile"), encoding: .utf8)
    let listed = makefile.matches(of: #/\b[a-z0-9.+-]+\b/#).map { String($0.0) }
    let named = package.matches(of: #/"(lib[a-z0-9.+-]+-dev)"/#).map { String($0.1) }
    #expect(!named.isEmpty)
    #expect(Set(named).subtracting(listed) == [])
  }

  private func place(_ path: String) -> String { SourceTree.root.appending(path: path).path }
}
