import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import Library

/// A scan reads what is new or has changed, and nothing else.
@Suite(.timeLimit(.minutes(5)))
struct ScanTests {
  let tree = MusicTree()

  @Test func `all is read once, and again only what has changed`() throws {
    for number in 1...100 { tree.write("\(number)", to: "music/\(number % 7)/\(number).mp3") }
    let first = try tree.scan()
    #expect(first.added == 100)
    #expect(first.progress.files == 100 && first.progress.read == 100)
    let titles = try Set(tree.files().values.map(\.title))
    #expect(titles == Set((1...100).map { "\($0)" }))
    let second = try tree.scan()
    #expect(tree.read == [])
    #expect(second.progress.files == 100 && second.progress.read == 0)
    tree.write("new words", to: "music/3/10.mp3")
    tree.write("one more", to: "music/3/more.mp3")
    tree.remove("music/1/8.mp3")
    let third = try tree.scan()
    #expect(tree.read == ["10.mp3", "more.mp3"])
    #expect([third.added, third.changed, third.gone, third.moved] == [1, 1, 1, 0])
    #expect(try tree.names().count == 100)
  }

  @Test func `names are bytes`() throws {
    let names: [[UInt8]] = [
      [0xFF, 0xFE, 0x80], Array("Caf".utf8) + [0xE9], Array("two\nlines".utf8), Array(" blanks ".utf8),
      Array("e\u{301}".utf8), Array("é".utf8), [UInt8](repeating: 120, count: 240),
    ]
    for name in names {
      let path = tree.music.appending(FilePath(bytes: name + Array(".mp3".utf8)))
      tree.write("x", to: path)
    }
    try tree.scan()
    let kept = try Set(tree.files().keys)
    #expect(kept == Set(names.map { Array("music/".utf8) + $0 + Array(".mp3".utf8) }))
    try tree.scan()
    #expect(tree.read == [])
  }

  @Test func `what was renamed or moved stays what it is, unread`() throws {
    for name in ["a/1", "a/2", "b/3"] { tree.write(name, to: "music/\(name).mp3") }
    try tree.scan()
    let before = try tree.files()
    // In either order of the folders, and with the folder itself.
    tree.rename("music/a/1.mp3", to: "music/b/one.mp3")
    tree.rename("music/b/3.mp3", to: "music/a/three.mp3")
    tree.rename("music/a", to: "music/c")
    let report = try tree.scan()
    #expect(tree.read == [])
    #expect([report.moved, report.added, report.gone] == [3, 0, 0])
    let after = try tree.files()
    for (old, new) in [("a/1", "b/one"), ("a/2", "c/2"), ("b/3", "c/three")] {
      let (was, now) = (before[Array("music/\(old).mp3".utf8)], after[Array("music/\(new).mp3".utf8)])
      #expect(was?.id == now?.id && now?.title == old, "\(old)")
    }
    #expect(after.count == 3)
  }

  @Test func `a second name of a file is a second file`() throws {
    tree.write("x", to: "music/a.mp3")
    try tree.scan()
    _ = tree["music/a.mp3"].withCString { old in tree["music/b.mp3"].withCString { link(old, $0) } }
    #expect(try tree.scan().added == 1)
    #expect(try tree.names() == ["music/a.mp3", "music/b.mp3"])
  }

  @Test func `links are followed, once, and never in a circle`() throws {
    tree.write("x", to: "music/a/x.mp3")
    tree.write("far", to: "elsewhere/far.mp3")
    for (target, name) in [
      (tree.music.text, "music/a/circle"), ("a", "music/0"), (tree["elsewhere"].text, "music/z"),
      ("nowhere", "music/none.mp3"), ("itself", "music/itself"), ("a/x.mp3", "music/link.mp3"),
    ] { _ = tree[name].withCString { symlink(target, $0) } }
    try tree.scan()
    #expect(try tree.names() == ["music/a/x.mp3", "music/link.mp3", "music/z/far.mp3"])
  }

  @Test func `what cannot be read is listed, and tried again when it has changed`() throws {
    tree.write("bad news", to: "music/a.mp3")
    tree.write("good", to: "music/b.mp3")
    try tree.scan()
    let library = try LibraryReader(at: tree.database)
    #expect(try library.problems() == [LibraryProblem(path: tree["music/a.mp3"], reason: "bad news")])
    #expect(try library.trackCount() == 1)
    try tree.scan()
    #expect(tree.read == [])
    tree.write("better news", to: "music/a.mp3")
    try tree.scan()
    #expect(tree.read == ["a.mp3"])
    #expect(try library.problems() == [])
  }

  @Test func `what changes while it is read, or has just changed, is read again`() throws {
    tree.write("first", to: "music/a.mp3")
    tree.write("quiet", to: "music/b.mp3")
    tree.onRead.withLock { [tree] in
      $0 = { if $0.lastComponent == FilePath("a.mp3") { tree.write("second", to: $0, age: 50) } }
    }
    try tree.scan()
    tree.onRead.withLock { $0 = { _ in } }
    try tree.scan()
    #expect(tree.read == ["a.mp3"])
    // Its time of change may be that of a change that comes after the scan.
    tree.write("third", to: "music/a.mp3", age: -1)
    try tree.scan()
    try tree.scan()
    #expect(tree.read == ["a.mp3"])
  }

  @Test func `what goes while it is read is not there`() throws {
    tree.write("x", to: "music/a.mp3")
    tree.onRead.withLock { [tree] in $0 = { _ in tree.remove("music/a.mp3") } }
    #expect(try tree.scan().added == 0)
    #expect(try LibraryReader(at: tree.database).problems() == [])
  }

  @Test func `a scan that was stopped goes on from there`() throws {
    for number in 0..<2_000 { tree.write("\(number)", to: "music/\(number / 100)/\(number).mp3") }
    let stopped = try tree.scan(stopAt: 300)
    #expect(!stopped.isComplete)
    let found = try tree.files().count
    #expect((300..<2_000).contains(found))
    tree.remove("music/19")
    let rest = try tree.scan()
    #expect(rest.isComplete)
    #expect(rest.added + found - rest.gone == 1_900)
    // The readers of the scan that was stopped finish the file that they are at.
    #expect((rest.added...rest.added + 2).contains(tree.read.count))
    #expect(try tree.names().count == 1_900)
  }

  @Test func `only the folders that are named are looked at`() throws {
    tree.write("a", to: "music/a/a.mp3")
    tree.write("b", to: "music/b/b.mp3")
    tree.write("c", to: "music/b/c.mp3")
    try tree.scan()
    tree.remove("music/a")
    tree.remove("music/b/b.mp3")
    try tree.scan([tree["music/b"]])
    #expect(try tree.names() == ["music/a/a.mp3", "music/b/c.mp3"])
    let missing = try tree.scan([tree["music/none"]])
    #expect(missing.missing == [tree["music/none"]])
    try tree.scan()
    #expect(try tree.names() == ["music/b/c.mp3"])
  }
}
