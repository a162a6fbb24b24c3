import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import Library

/// What is not there now is not gone.
@Suite(.timeLimit(.minutes(5)))
struct OfflineTests {
  let tree = MusicTree()

  init() throws {
    tree.write("a", to: "music/a/a.mp3")
    tree.write("b", to: "music/b.mp3")
    try tree.scan()
  }

  @Test(arguments: ["is gone", "is empty", "is a file"])
  func `a music folder that is not there keeps what it held, and comes back unread`(state: String) throws {
    let before = try tree.files()
    tree.rename("music", to: "away")
    if state == "is empty" { tree.make(folder: "music") }
    if state == "is a file" { tree.write("x", to: "music") }
    let report = try tree.scan()
    #expect(report.offline == [tree.music])
    #expect(report.gone == 0)
    #expect(try tree.files().values.filter(\.isOffline).count == 2)
    #expect(try tree.files().count == 2)
    tree.remove("music")
    tree.rename("away", to: "music")
    #expect(try tree.scan().offline == [])
    #expect(tree.read == [])
    let after = try tree.files()
    #expect(after.mapValues(\.id) == before.mapValues(\.id))
    #expect(after.values.filter(\.isOffline).isEmpty)
  }

  @Test(arguments: [true, false])
  func `a disk that was mounted somewhere below keeps what it held`(leavesItsFolder: Bool) throws {
    do {
      // As if it had been: mounting takes a privilege.
      let file = try LibraryFile.openForScan(at: tree.database) { _ in }
      try file.database.prepare("UPDATE folder SET is_mount = 1 WHERE path = ?").run([.blob(tree["music/a"].bytes)])
    }
    if leavesItsFolder { tree.remove("music/a/a.mp3") } else { tree.remove("music/a") }
    for _ in 0..<2 {
      let report = try tree.scan()
      #expect(report.offline == [tree["music/a"]])
      #expect(report.gone == 0)
    }
    let files = try tree.files().mapValues(\.isOffline)
    #expect(files == [Array("music/a/a.mp3".utf8): true, Array("music/b.mp3".utf8): false])
  }

  @Test func `only one scan at a time, and looking is possible meanwhile`() throws {
    let file = try LibraryFile.openForScan(at: tree.database) { _ in }
    #expect(throws: LibraryError.scanning) { try tree.scan() }
    #expect(try LibraryReader(at: tree.database).trackCount() == 2)
    withExtendedLifetime(file) {}
  }

  @Test func `a newer program's library is left alone`() throws {
    do {
      let file = try LibraryFile.openForScan(at: tree.database) { _ in }
      try file.database.run("PRAGMA user_version = 99")
    }
    #expect(throws: LibraryError.newer(version: 99)) { try tree.scan() }
    #expect(throws: LibraryError.newer(version: 99)) { _ = try LibraryReader(at: tree.database) }
  }

  @Test func `somebody else's file, and a damaged one, are kept aside, and told`() throws {
    tree.write(String(repeating: "no database", count: 1_000), to: tree.database)
    #expect(throws: LibraryError.self) { try LibraryReader(at: tree.database).trackCount() }
    #expect(try tree.scan().added == 2)
    let note = try #require(tree.notes.withLock { $0.first })
    #expect(note.contains("library.db.damaged"))
    #expect(try FileContents.read(tree["data/library.db.damaged"])?.count == 11_000)
  }

  @Test func `before the first scan there is nothing`() {
    #expect(throws: LibraryError.nothingScanned) { _ = try LibraryReader(at: tree["none.db"]) }
  }
}
