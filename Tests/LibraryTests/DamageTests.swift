import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import Library

/// Databases that are damaged, somebody else's or a newer program's.
@Suite(.timeLimit(.minutes(5)))
struct DamageTests {
  let folder = Folder()
  var path: FilePath { folder["session.db"] }
  static let queue = Sessions.queue(Array(Sessions.awkward.prefix(5)), shuffles: true)
  static let session = SavedSession(queue: SavedQueue(queue), place: Sessions.place)

  /// Opens what is there, closes it again, and says what was found.
  private func open() throws(SessionFileError) -> SessionFile.Contents {
    var contents = SessionFile.Contents()
    _ = try SessionFile.open(at: path, reading: &contents)
    return contents
  }

  /// The bytes of a database that holds `session`, without a log.
  private func saved() throws -> [UInt8] {
    path.save(Sessions.place, Self.queue)
    defer { folder.clear() }
    #expect(folder.names == ["session.db", "session.db.lock"])
    return folder.bytes(of: "session.db")
  }

  /// Changes a database by SQL.
  private func change(_ sql: String) throws {
    let database = try Database(path: path, SQLiteLibrary.load())
    try database.run(sql)
  }

  /// What is there must be what was saved, or be moved aside with all its bytes and a word about it.
  private func judge(_ bytes: [UInt8], _ what: String, isDamaged: Bool = false) {
    folder.clear()
    folder.write(bytes, to: "session.db")
    do throws(SessionFileError) {
      let contents = try open()
      if !isDamaged, contents.session == Self.session, contents.note == nil { return }
      #expect(contents.session == nil, "\(what): something else was read")
      #expect(
        contents.note?.hasSuffix("it is kept as \(path.text).damaged") == true, "\(what): \(contents.note ?? "lost")")
      #expect(folder.bytes(of: "session.db.damaged") == bytes, "\(what): what was moved aside is not what was there")
    } catch {
      // A version is a number like any other: one that is higher may be meant.
      guard case .newer = error, !isDamaged else { return _ = Issue.record("\(what): \(error)") }
      #expect(folder.bytes(of: "session.db") == bytes, "\(what): a newer program's was touched")
    }
  }

  @Test func `any byte of it may be another one`() throws {
    let bytes = try saved()
    var random = SplitMix64(seed: 11)
    // Where nothing was written there is nothing to damage, most of the time.
    for index in bytes.indices where bytes[index] != 0 || index.isMultiple(of: 16) {
      var damaged = bytes
      damaged[index] ^= UInt8.random(in: 1...255, using: &random)
      judge(damaged, "byte \(index)")
    }
  }

  @Test func `it may end anywhere`() throws {
    let bytes = try saved()
    for count in stride(from: 2, to: bytes.count, by: 61) { judge(Array(bytes[..<count]), "\(count) bytes") }
    for page in 1..<bytes.count / 4_096 { judge(Array(bytes[..<(page * 4_096)]), "\(page) pages") }
  }

  @Test func `a page of it may be zeros, or noise`() throws {
    let bytes = try saved()
    var random = SplitMix64(seed: 12)
    for page in 0..<bytes.count / 4_096 {
      let range = page * 4_096..<(page + 1) * 4_096
      var (zeros, noise) = (bytes, bytes)
      zeros.replaceSubrange(range, with: [UInt8](repeating: 0, count: 4_096))
      noise.replaceSubrange(range, with: range.map { _ in UInt8.random(in: 0...255, using: &random) })
      judge(zeros, "page \(page) of zeros")
      judge(noise, "page \(page) of noise")
    }
  }

  @Test(arguments: ["no database at all", "SQLite format 3\u{0}", "\u{0}\u{0}", String(repeating: "x", count: 100_000)])
  func `a file of another kind is moved aside`(text: String) {
    judge(Array(text.utf8), text.prefix(20).description, isDamaged: true)
  }

  @Test func `an empty file is a new one`() throws {
    folder.write([], to: "session.db")
    let contents = try open()
    #expect(contents.session == nil && contents.note == nil)
  }

  @Test(arguments: [
    "CREATE TABLE other (a)", "PRAGMA application_id = 5", "PRAGMA user_version = 1", "PRAGMA user_version = -1",
  ])
  func `another program's database is moved aside`(sql: String) throws {
    folder.write([], to: "session.db")
    try change(sql)
    judge(folder.bytes(of: "session.db"), sql, isDamaged: true)
  }

  @Test(arguments: [
    "PRAGMA user_version = 0", "DROP TABLE place", "DELETE FROM place", "DELETE FROM sequence", "DELETE FROM item",
    "DELETE FROM item WHERE number = 2", "INSERT INTO place SELECT * FROM place", "UPDATE place SET frame = -1",
    "UPDATE item SET number = 99 WHERE number = 2", "UPDATE item SET path = x'00'", "UPDATE place SET status = 'odd'",
    "ALTER TABLE item ADD COLUMN more TEXT", "CREATE TRIGGER t AFTER DELETE ON place BEGIN DELETE FROM item; END",
    "UPDATE sequence SET shown = x'0102'", "UPDATE sequence SET played = shown",
  ])
  func `a session that does not hang together is moved aside`(sql: String) throws {
    folder.write(try saved(), to: "session.db")
    try change(sql + "; PRAGMA journal_mode = DELETE")
    judge(folder.bytes(of: "session.db"), sql, isDamaged: true)
  }

  /// Values with the checksum that they should have, which no program of ours has written all the same.
  @Test func `values that cannot be are damage`() throws {
    for (column, value) in [
      (1, SQLValue.integer(-1)), (2, .integer(0)), (3, .text("odd")), (4, .null), (0, .integer(5)),
    ] {
      folder.clear()
      folder.write(try saved(), to: "session.db")
      do {
        var contents = SessionFile.Contents()
        let file = try SessionFile.open(at: path, reading: &contents)
        var values = PlaceRow(Sessions.place).values
        values[column] = value
        if value == .null {
          try file.database.run("DELETE FROM place")
        } else {
          try file.replaceRow(of: "place", with: values)
        }
      }
      judge(folder.bytes(of: "session.db"), "\(value) in column \(column)", isDamaged: true)
    }
  }

  @Test func `several damaged ones are all kept`() throws {
    for number in 1...3 {
      folder.write(Array("damaged \(number)".utf8), to: "session.db")
      folder.write(Array("log \(number)".utf8), to: "session.db-wal")
      #expect(try open().note != nil)
    }
    for (index, name) in ["", "-2", "-3"].enumerated() {
      #expect(folder.bytes(of: "session.db.damaged\(name)") == Array("damaged \(index + 1)".utf8))
    }
  }

  @Test func `a newer program's is left as it is, with its log`() throws {
    folder.write(try saved(), to: "session.db")
    let database = try Database(path: path, SQLiteLibrary.load())
    try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA user_version = 2")
    let files = ["session.db", "session.db-wal"].map { (name: $0, bytes: folder.bytes(of: $0)) }
    try database.run("PRAGMA user_version")
    // As if its process had been killed: the files as they were then.
    folder.clear()
    for file in files { folder.write(file.bytes, to: file.name) }
    #expect(!files[1].bytes.isEmpty)
    #expect(throws: SessionFileError.newer(version: 2)) { try open() }
    for file in files { #expect(folder.bytes(of: file.name) == file.bytes) }
  }

  /// The log's frames have checksums of SQLite's own: it is read as far as it is whole, as after a loss of power.
  @Test func `of a damaged log something that was saved is left`() throws {
    var states = [Self.session]
    folder.write(try saved(), to: "session.db")
    var contents = SessionFile.Contents()
    let file = try SessionFile.open(at: path, reading: &contents)
    for round in 1...6 {
      var place = Sessions.place
      place.frame = FrameCount(round)
      var queue = Self.queue
      queue.append(Array(Sessions.awkward.prefix(round)))
      try file.save(place, queue: SavedQueue(queue))
      states.append(SavedSession(queue: SavedQueue(queue), place: place))
    }
    let (bytes, log) = (folder.bytes(of: "session.db"), folder.bytes(of: "session.db-wal"))
    try #require(log.count > 20_000)
    var random = SplitMix64(seed: 13)
    var seen: Set<SavedSession> = []
    for round in 0..<300 {
      let other = Folder()
      var damaged = log
      if round.isMultiple(of: 2) {
        damaged[Int.random(in: 0..<log.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      } else {
        damaged.removeLast(Int.random(in: 1...log.count, using: &random))
      }
      other.write(bytes, to: "session.db")
      other.write(damaged, to: "session.db-wal")
      let session = try #require(try other["session.db"].keptSession())
      #expect(states.contains(session), "round \(round)")
      seen.insert(session)
    }
    #expect(seen.count > 3, "the damage was always at the same place")
    try file.save(Sessions.place, queue: nil)
  }
}
