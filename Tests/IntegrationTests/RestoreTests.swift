import Foundation
import Library
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

/// The built player goes on from where the last one was.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct RestoreTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
    try home.song("2.flac", title: "Beta")
  }

  /// Plays Beta for a second, and leaves.
  private func playBeta() throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type("n")
    try player.plays("Beta")
    try player.sees("a second heard") { ($0.elapsed ?? 0) >= 1 }
    try player.quit()
    #expect(home.text(of: "errors") == "")
  }

  @Test func `alone it starts with the last queue, paused at the place`() throws {
    try playBeta()
    let player = try Player(in: home, [])
    try player.sees("Beta paused") { $0.screen.rows.contains { $0.hasPrefix(" ‖ Beta") } && $0.elapsed != nil }
    #expect((1...3).contains(player.elapsed ?? 0))
    #expect(player.screen.text.contains("Alpha"))
    try player.type(" ")
    try player.plays("Beta")
    try player.quit()
    #expect(home.text(of: "errors") == "")
  }

  @Test func `no picture before it says that the queue is empty`() throws {
    try playBeta()
    let player = try Player(in: home, [])
    try player.sees("Beta paused") { $0.screen.rows.contains { $0.hasPrefix(" ‖ Beta") } }
    #expect(!player.transcript().contains("empty"))
    try player.quit()
  }

  @Test func `files that are named play, in the middle of what was there`() throws {
    try playBeta()
    let other = try home.song("../Other/3.flac", title: "Gamma")
    let player = try Player(in: home, [other])
    try player.plays("Gamma")
    try player.sees("the queue around it") { $0.screen.text.contains("Alpha") && $0.screen.text.contains("Beta") }
    try player.quit()
    let session = try #require(try SessionStore.session(of: home))
    #expect(session.queue.items.map(\.path.lastComponent.text) == ["1.flac", "2.flac", "3.flac"])
    #expect(session.queue.items.map(\.facts.title) == ["Alpha", "Beta", "Gamma"])
    #expect(session.place.current == 2 && session.place.status == .playing)
  }

  @Test func `where the settings say so it plays on, but not in the room`() throws {
    try home.write("restore = \"playing\"\n", to: "config/cans/settings.toml")
    try playBeta()
    let player = try Player(in: home, [])
    try player.sees("restored, but paused: others would hear it")
    #expect(player.screen.rows.contains { $0.hasPrefix(" ‖ Beta") })
    try player.quit()
  }

  @Test func `where the settings say so nothing is kept, nor what was kept touched`() throws {
    try playBeta()
    let before = FileManager.default.contents(atPath: home.path + "/state/cans/session.db")
    try home.write("restore = \"off\"\n", to: "config/cans/settings.toml")
    let player = try Player(in: home, [])
    try player.sees("? help")
    #expect(!player.screen.text.contains("Beta"))
    try player.quit()
    #expect(FileManager.default.contents(atPath: home.path + "/state/cans/session.db") == before)
  }

  @Test func `a file that has vanished stays, with the reason`() throws {
    try playBeta()
    try FileManager.default.removeItem(atPath: home.path + "/Music/1.flac")
    let player = try Player(in: home, [])
    try player.sees("Alpha")
    try player.sees("no such file")
    try player.quit()
    #expect(try SessionStore.session(of: home)?.queue.items.count == 2)
  }

  @Test func `a second player says that it is not kept, and the first one's is`() throws {
    let first = try Player(in: home)
    try first.plays("Alpha")
    let second = try Player(in: home)
    try second.sees("another player keeps its session")
    try second.type("n")
    try second.plays("Beta")
    try second.quit()
    #expect(home.text(of: "errors") == "cans: another player keeps its session: this one's is not kept\n")
    try first.quit()
    #expect(try SessionStore.session(of: home)?.place.current == 0)
  }

  @Test func `what cannot be read is moved aside and told`() throws {
    try home.write("this is no database", to: "state/cans/session.db")
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.quit()
    let errors = home.text(of: "errors")
    #expect(errors.hasPrefix("cans: the saved session cannot be read (file is not a database): it is kept as "))
    #expect(home.text(of: "state/cans/session.db.damaged") == "this is no database")
    #expect(try SessionStore.session(of: home)?.queue.items.count == 2)
  }

  @Test func `without a screen nothing is restored nor kept`() throws {
    let play = try ChildProcess(
      [BuiltProgram.path, "--simulate", "play", try home.song("4.wav", seconds: 0.2)], environment: home.environment)
    #expect(play.exitStatus(within: Player.limit) == 0)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/state/cans/session.db"))
  }
}

extension SessionStore {
  /// The session that is kept in `home`, where nothing may be wrong with it.
  static func session(of home: Home) throws -> SavedSession? {
    let store = SessionStore(path: FilePath(home.path + "/state/cans/session.db"))
    let problems = store.finish(within: Player.limit)
    let reports = store.reports.takeAll()
    guard problems.isEmpty, case .opened(let session)? = reports.first, reports.count == 1 else {
      throw RunError("\(problems) \(reports)")
    }
    return session
  }
}
