import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import Library

/// The session from one run to the next, as the player keeps it.
@Suite(.timeLimit(.minutes(5)))
struct SessionStoreTests {
  let folder = Folder()
  var path: FilePath { folder["session.db"] }

  @Test func `nothing is there at first, and what is made is the user's alone`() throws {
    #expect(try path.keptSession() == nil)
    #expect(folder.mode(of: "session.db") == 0o600)
    #expect(folder.mode(of: "session.db.lock") == 0o600)
    chmod(path.text, 0o644)
    let store = SessionStore(path: path)
    store.save(Sessions.place, queue: Sessions.queue(Sessions.awkward))
    _ = try store.opening()
    #expect(folder.mode(of: "session.db") == 0o600)
    #expect(store.finish() == [])
    #expect(folder.names == ["session.db", "session.db.lock"])
  }

  @Test(arguments: [false, true]) func `all that a session can hold comes back`(shuffles: Bool) throws {
    let queue = Sessions.queue(Sessions.awkward, shuffles: shuffles)
    path.save(Sessions.place, queue)
    let session = try #require(try path.keptSession())
    #expect(session.place == Sessions.place)
    #expect(session.queue.items == Sessions.awkward)
    #expect(session.queue.order == (shuffles ? queue.playedOrder : nil))
    #expect(try path.keptSession() == session, "reading changes nothing")
  }

  @Test func `an empty queue comes back as one`() throws {
    path.save(SavedPlace(current: nil), Sessions.queue([]))
    let none = try #require(SavedQueue(items: []))
    #expect(try path.keptSession() == SavedSession(queue: none, place: SavedPlace(current: nil)))
  }

  @Test func `the place alone leaves the queue as it was`() throws {
    let queue = Sessions.queue(Sessions.awkward, shuffles: true)
    path.save(Sessions.place, queue)
    var place = Sessions.place
    for frame in 1...20 {
      place.frame = FrameCount(frame)
      path.save(place, nil)
    }
    #expect(try path.keptSession() == SavedSession(queue: SavedQueue(queue), place: place))
  }

  @Test func `however the queue changes, what is kept is the queue`() throws {
    var random = SplitMix64(seed: 3)
    var queue = PlayQueue(seed: 5)
    for round in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: queue.append(Array(Sessions.awkward.shuffled(using: &random).prefix(round % 9)))
      case 2: queue.setShuffle(.random(using: &random), current: nil)
      case 3:
        guard let id = queue.entries.randomElement(using: &random)?.id else { continue }
        queue.update(id) { $0.facts.title = "\(round)" }
      default:
        let rest = SavedQueue(queue).items.filter { _ in Bool.random(using: &random) }
        queue = Sessions.queue(rest, seed: UInt64(round))
      }
      let place = SavedPlace(current: queue.entries.isEmpty ? nil : queue.entries.count - 1, frame: FrameCount(round))
      path.save(place, queue)
      #expect(try path.keptSession() == SavedSession(queue: SavedQueue(queue), place: place))
    }
  }

  @Test func `what was given before it was open is saved, and of several the newest`() throws {
    let store = SessionStore(path: path)
    store.save(SavedPlace(current: nil), queue: Sessions.queue([]))
    store.save(SavedPlace(current: 1), queue: Sessions.queue(Sessions.awkward))
    for frame in 0..<1_000 { store.save(SavedPlace(current: 0, frame: FrameCount(frame)), queue: nil) }
    #expect(store.finish() == [])
    let session = try #require(try path.keptSession())
    #expect(session.place == SavedPlace(current: 0, frame: FrameCount(999)))
    #expect(session.queue.items == Sessions.awkward)
  }

  @Test func `a hundred thousand tracks take seconds, and one more is a small change`() throws {
    let clock = ContinuousClock()
    var queue = Sessions.queue(Sessions.many(100_000), shuffles: true)
    let saving = clock.measure { path.save(Sessions.place, queue) }
    var session: SavedSession?
    let reading = try clock.measure { session = try path.keptSession() }
    #expect(session == SavedSession(queue: SavedQueue(queue), place: Sessions.place))
    // Built for debugging, and on a machine that does other things, too.
    #expect(saving < .seconds(60) && reading < .seconds(60), "saved in \(saving), read in \(reading)")
    let size = folder.bytes(of: "session.db").count
    queue.append([QueueItem(path: FilePath("/one/more"))])
    path.save(Sessions.place, queue)
    // Rows that are there are not written again: there would have to be room for them twice.
    #expect(folder.bytes(of: "session.db").count < size + size / 4)
    #expect(try path.keptSession()?.queue.items.last == QueueItem(path: FilePath("/one/more")))
  }

  @Test func `a second player does not get it, and the first one is not disturbed`() throws {
    let first = SessionStore(path: path)
    _ = try first.opening()
    let second = SessionStore(path: path)
    let reason = "another player keeps its session: this one's is not kept"
    #expect(try second.opening() == [.refused(reason)])
    second.save(SavedPlace(current: nil, frame: FrameCount(1)), queue: Sessions.queue([]))
    #expect(second.finish() == [reason])
    first.save(Sessions.place, queue: Sessions.queue(Sessions.awkward))
    #expect(first.finish() == [])
    #expect(try path.keptSession()?.place == Sessions.place)
  }

  @Test func `of many that start at once exactly one gets it`() throws {
    for _ in 0..<20 {
      let stores = (0..<8).map { _ in SessionStore(path: path) }
      let opened = try stores.filter { try $0.opening() == [.opened(nil)] }
      #expect(opened.count == 1)
      for store in stores { _ = store.finish() }
    }
    #expect(folder.names == ["session.db", "session.db.lock"])
  }

  @Test func `a folder in its place, or a place that cannot be, is told`() throws {
    mkdir(path.text, 0o700)
    let store = SessionStore(path: path)
    #expect(try store.opening() == [.refused("the session is not kept: \(path.text) is no file")])
    _ = store.finish()
    rmdir(path.text)
    let nowhere = SessionStore(path: FilePath("/proc/nothing/session.db"))
    let reason = "the session is not kept: make folder /proc/nothing: No such file or directory"
    #expect(try nowhere.opening() == [.refused(reason)])
    #expect(nowhere.finish() == [reason])
  }

  @Test func `what cannot be written changes nothing, and is written when it can be`() throws {
    path.save(Sessions.place, Sessions.queue(Sessions.awkward))
    let more = Sessions.queue(Sessions.many(1_000), shuffles: true)
    do {
      var contents = SessionFile.Contents()
      let file = try SessionFile.open(at: path, reading: &contents)
      // As on a full disk: there is room for some of it.
      try file.database.run("PRAGMA max_page_count = 20")
      for _ in 0..<3 {
        let error = #expect(throws: DatabaseError.self) {
          try file.save(SavedPlace(current: 0), queue: SavedQueue(more))
        }
        #expect(error?.message == "database or disk is full" && error?.isDamage == false)
      }
      try file.save(SavedPlace(current: 1), queue: nil)
      #expect(try file.read()?.place == SavedPlace(current: 1))
      #expect(try file.read()?.queue.items == Sessions.awkward)
      try file.database.run("PRAGMA max_page_count = 100000")
      try file.save(SavedPlace(current: 0), queue: SavedQueue(more))
    }
    #expect(try path.keptSession() == SavedSession(queue: SavedQueue(more), place: SavedPlace(current: 0)))
  }
}

extension SessionStore {
  /// What it has to tell, up to whether it is open.
  func opening() throws -> [Report] {
    var all: [Report] = []
    while true {
      try #require(waitUntilReadable(reports.descriptor, milliseconds: 30_000), "\(all)")
      all += reports.takeAll()
      for report in all {
        switch report {
        case .opened, .refused: return all
        case .noticed: break
        }
      }
    }
  }
}

extension FilePath {
  /// The session that is kept there; fails if anything is told besides.
  func keptSession(sourceLocation: SourceLocation = #_sourceLocation) throws -> SavedSession? {
    let store = SessionStore(path: self)
    let reports = try store.opening()
    #expect(store.finish(within: .seconds(60)) == [], sourceLocation: sourceLocation)
    guard case .opened(let session)? = reports.first, reports.count == 1 else {
      Issue.record("\(reports)", sourceLocation: sourceLocation)
      return nil
    }
    return session
  }

  /// Keeps a session there.
  func save(_ place: SavedPlace, _ queue: PlayQueue?, sourceLocation: SourceLocation = #_sourceLocation) {
    let store = SessionStore(path: self)
    store.save(place, queue: queue)
    #expect(store.finish(within: .seconds(60)) == [], sourceLocation: sourceLocation)
  }
}
