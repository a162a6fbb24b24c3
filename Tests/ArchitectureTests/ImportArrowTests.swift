import Testing

/// Arrows point up only, and a C library has one door into the house.
struct ImportArrowTests {
  /// What each module may import from this package. Whoever adds an arrow here changes the architecture.
  static let arrows: [String: Set<String>] = [
    "PlayerCore": [],
    "LinuxSystem": ["PlayerCore", "CLinux"],
    "AudioEngine": ["PlayerCore", "LinuxSystem", "CSoxr"],
    "AudioFiles": [
      "PlayerCore", "AudioEngine", "CSndfile", "CFLAC", "CMpg123", "CVorbis", "CAVLazy", "CTagLib", "CUchardet",
      "CLibXML",
    ],
    "AudioDevices": ["PlayerCore", "LinuxSystem", "AudioEngine", "CAlsa", "CPulse"],
    "MessageBus": ["PlayerCore", "LinuxSystem", "CSystemd"],
    "ControlSocket": ["PlayerCore", "LinuxSystem", "CJansson"],
    "InputDevices": ["PlayerCore", "LinuxSystem", "CEvdev", "CUdev"],
    "Library": ["PlayerCore", "LinuxSystem", "CSQLite"],
    "TerminalUI": ["PlayerCore", "LinuxSystem", "CNcurses", "CCrashGuard"],
    "cans": [
      "PlayerCore", "LinuxSystem", "AudioEngine", "AudioFiles", "AudioDevices", "MessageBus", "InputDevices",
      "ControlSocket", "Library", "TerminalUI", "CTOML",
    ],
    "cans-ctl": ["PlayerCore", "LinuxSystem", "ControlSocket"],
    "cans-bench": ["PlayerCore", "LinuxSystem", "TestSupport", "CTestSupport"],
    "compose-demo": ["CComposer"],
  ]
  static let system: Set<String> = ["Glibc", "Synchronization"]

  struct Import: Sendable {
    let file: SourceTree.File
    let module: String
  }

  static func imports(in file: SourceTree.File) -> [Import] {
    let form =
      #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
    return file.lines.compactMap { line in
      (try? form.firstMatch(in: line)).map { Import(file: file, module: String($0.1)) }
    }
  }

  static func allImports() throws -> [Import] { try SourceTree.swiftFiles("Sources").flatMap(imports) }

  @Test func `every form of import is seen`() {
    let text = """
      import A
      internal import B
      public import struct C.Thing
      @testable import D
      @_spi(Tests) @preconcurrency import E
      // import F
      let text = "import G"
      """
    let file = SourceTree.File(path: "Sources/X/x.swift", text: text)
    #expect(Self.imports(in: file).map(\.module) == ["A", "B", "C", "D", "E"])
  }

  @Test func `modules import only what lies above them`() throws {
    for each in try Self.allImports() {
      let allowed = try #require(Self.arrows[each.file.module], "\(each.file.module) is not in the table of arrows")
      let isSystem = Self.system.contains(each.module) && each.file.module != "PlayerCore"
      #expect(isSystem || allowed.contains(each.module), "\(each.file.path) imports \(each.module)")
    }
  }

  @Test func `every C module has exactly one importer`() throws {
    let imports = try Self.allImports()
    let modules = try SourceTree.files("Sources", endings: [".h"]).map(\.module)
    // The one form in which C modules open their libraries is for them alone.
    #expect(!imports.contains { $0.module == "CLazyLibrary" })
    for module in Set(modules).subtracting(["CLazyLibrary"]) {
      let importers = Set(imports.filter { $0.module == module }.map(\.file.module))
      #expect(importers.count == 1, "\(module) is imported by \(importers.sorted())")
    }
  }

  @Test func `only the files in TerminalUI's Curses folder know ncurses`() throws {
    for each in try Self.allImports() where each.module == "CNcurses" {
      #expect(each.file.path.hasPrefix("Sources/TerminalUI/Curses/"), "\(each.file.path)")
    }
  }
}
