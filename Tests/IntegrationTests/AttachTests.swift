import Foundation
import TestSupport
import Testing

/// The player in the background, and the screens that are attached to it.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct AttachTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
    try home.song("2.flac", title: "Beta")
  }

  /// A screen on the player of this home, which is started if there is none. Without files it only shows what there is.
  private func screen(_ arguments: [String] = []) throws -> Player {
    try Player(in: home, arguments, options: [], simulates: arguments != [])
  }

  /// The first screen, with Alpha playing.
  private func playing() throws -> Player {
    let first = try Player(in: home, options: [])
    try first.plays("Alpha")
    return first
  }

  /// A screen that has been left at `elapsed` is shown again by another one, and time has gone on.
  private func expectGoingOn(since elapsed: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let second = try screen()
    try second.plays("Alpha", sourceLocation: sourceLocation)
    try second.sees("time going on", sourceLocation: sourceLocation) { ($0.elapsed ?? 0) > elapsed }
    try second.quit(sourceLocation: sourceLocation)
    #expect(waits(atMost: Player.limit) { home.players.isEmpty }, sourceLocation: sourceLocation)
  }

  @Test func `d gives the terminal back, and cans shows the player again`() throws {
    let first = try playing()
    try first.type("d")
    #expect(first.terminal.exitStatus(within: Player.limit) == 0)
    #expect(first.end.modes == first.modesBefore)
    #expect(home.text(of: "errors") == "")
    try expectGoingOn(since: first.elapsed ?? 0)
  }

  @Test func `an attached screen shows the timeline, and what is new in it`() throws {
    let first = try playing()
    try first.type("t")
    try first.sees("starts on")
    try first.type(" ")
    try first.sees("keyboard: play or pause – pause (R23, R36)")
    try first.type("t")
    try first.sees("the queue again") { !$0.screen.text.contains("keyboard:") && $0.screen.text.contains("Alpha") }
    try first.quit()
  }

  @Test func `what is named from a folder is found by a player that has left it`() throws {
    let first = try Player(in: home, ["Music"], options: [], shell: #"cd "$HOME" && exec "$@""#)
    try first.plays("Alpha")
    try first.quit()
  }

  @Test func `a window that is closed only detaches`() throws {
    let first = try playing()
    first.terminal.hangUp()
    try #require(waits(atMost: Player.limit) { first.hasEnded })
    try expectGoingOn(since: 0)
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP]) func `the end of a screen is not the player's`(signal: Int32) throws {
    let first = try playing()
    first.signal(signal)
    try #require(first.terminal.exitStatus(within: Player.limit) != nil)
    try expectGoingOn(since: 0)
  }

  @Test func `Ctrl-Z stops the screen and not the music`() throws {
    let first = try Player(in: home, options: [], shell: #"set -m; "$@"; echo stopped; read -r go; fg"#)
    try first.plays("Alpha")
    try first.type("\u{1A}")
    try first.sees("stopped")
    let second = try screen()
    try second.sees("two seconds heard") { ($0.elapsed ?? 0) >= 2 }
    try second.type("d")
    #expect(second.terminal.exitStatus(within: Player.limit) == 0)
    try first.type("\n")
    try first.plays("Alpha")
    try first.type("q")
    #expect(first.terminal.exitStatus(within: Player.limit) == 0)
  }

  @Test func `two screens show the same, and q ends both`() throws {
    let first = try playing()
    let second = try screen()
    try second.plays("Alpha")
    try second.type("n")
    try first.plays("Beta")
    try first.type(" ")
    try second.isNow("paused")
    try first.quit()
    #expect(second.terminal.exitStatus(within: Player.limit) == 0)
    #expect(home.text(of: "errors") == "cans: the player has ended\n")
    #expect(waits(atMost: Player.limit) { home.players.isEmpty })
  }

  @Test func `two starts at once end in one player`() throws {
    for _ in 0..<5 {
      let (first, second) = (try Player(in: home, options: []), try Player(in: home, options: []))
      try first.plays("Alpha")
      try second.plays("Alpha")
      #expect(home.players.count == 1)
      try first.quit()
      try #require(second.terminal.exitStatus(within: Player.limit) == 0)
    }
  }

  @Test func `files are played at once by the player that runs, and the queue is kept`() throws {
    let first = try playing()
    try home.song("3.flac", title: "Gamma")
    let second = try Player(in: home, [home.path + "/Music/3.flac"], options: [], simulates: false)
    try second.plays("Gamma")
    for title in ["Alpha", "Beta"] { try first.sees(title) }
    try first.plays("Gamma")
    try first.quit()
  }

  @Test func `--append only adds`() throws {
    let first = try playing()
    let file = try home.song("3.flac", title: "Gamma")
    let append = try home.run(["--append", file])
    #expect(append == .init(output: "1 track added\n", errors: "", status: 0))
    try first.sees("Gamma")
    try first.plays("Alpha")
    try first.quit()
  }

  @Test func `what is not there is said, and no player is left`() throws {
    let first = try Player(in: home, ["/no/such.flac"], options: [])
    #expect(first.terminal.exitStatus(within: Player.limit) == 1)
    #expect(home.text(of: "errors") == "cans: /no/such.flac: no such file\n")
    #expect(waits(atMost: Player.limit) { home.players.isEmpty })
  }

  @Test func `what is not there is said by a player that runs, and it plays on`() throws {
    let first = try playing()
    let second = try Player(in: home, ["/no/such.flac"], options: [], simulates: false)
    #expect(second.terminal.exitStatus(within: Player.limit) == 1)
    try first.plays("Alpha")
    try first.quit()
  }

  @Test func `a player that runs does not change its device`() throws {
    let first = try playing()
    let second = try Player(in: home, [], options: ["--device", "hw:0"], simulates: false)
    #expect(second.terminal.exitStatus(within: Player.limit) == 1)
    #expect(home.text(of: "errors").contains("cans ctl quit"))
    try first.quit()
  }

  @Test func `a player that dies leaves the terminal in order, and another one can start`() throws {
    let first = try playing()
    for process in home.players { kill(process, SIGKILL) }
    #expect(first.terminal.exitStatus(within: Player.limit) == 0)
    #expect(first.end.modes == first.modesBefore)
    let second = try Player(in: home, options: [])
    try second.plays("Alpha")
    try second.quit()
  }

  @Test func `who comes while a player ends gets the next one`() throws {
    for _ in 0..<5 {
      let first = try playing()
      let second = try home.run(["ctl", "quit"])
      #expect(second.status == 0)
      let third = try Player(in: home, options: [])
      try third.plays("Alpha")
      try third.quit()
      _ = first.terminal.exitStatus(within: Player.limit)
    }
  }

  @Test func `a player in the background holds nothing of who started it`() throws {
    let first = try Player(in: home, options: [], shell: #"exec 9>"$HOME/lock"; flock 9; exec "$@""#)
    try first.plays("Alpha")
    let player = try #require(home.players.first)
    let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(player)/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(player)/fd/\($0)")
    }
    #expect(!held.contains { $0.hasSuffix("/lock") }, "\(held)")
    try first.quit()
  }

  @Test func `one file has one name, however it is named`() throws {
    let first = try Player(in: home, ["./Music/./1.flac"], options: [], shell: #"cd "$HOME" && exec "$@""#)
    try first.plays("Alpha")
    _ = try home.run(["--append", home.path + "/Music//2.flac"])
    let again = try Player(
      in: home, ["Music/1.flac"], options: [], shell: #"cd "$HOME" && exec "$@""#, simulates: false)
    try again.sees("2 tracks")
    try again.plays("Alpha")
    try again.quit()
  }

  @Test func `without a terminal there is no screen and no player`() throws {
    let end = try home.run(["--simulate", home.path + "/Music"])
    #expect(end.status == 1)
    #expect(end.errors.contains("terminal"))
    #expect(waits(atMost: Player.limit) { home.players.isEmpty })
  }
}
