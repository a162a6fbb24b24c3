import Foundation
import TestSupport
import Testing

/// A terminal that does not read delays nothing but itself; and what does not change is not written.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct StallTests {
  private let home: Home

  init() throws { home = try Home() }

  /// A player whose whole picture is more than a terminal holds that nobody reads.
  private func large() throws -> Player {
    let name = String(repeating: "a long title ", count: 20)
    for index in 1...100 {
      try home.song("\(index).flac", seconds: index == 1 ? 200 : 1, title: "\(index) \(name)", artist: name)
    }
    let player = try Player(in: home, rows: 100, columns: 300)
    try player.plays("1 a long title")
    return player
  }

  /// Has everything drawn that the terminal has no room for, and lets nobody read it.
  private func stall(_ player: Player, typing keys: String = "") throws {
    try player.type(keys + "\u{0C}")
    #expect(
      waits(atMost: Player.limit) { isStuck(player.terminal.process) }, "the program never waits for its terminal")
  }

  /// Whether the screen's thread is in a system call on standard output. Its other calls have a pointer in that place.
  private func isStuck(_ process: Int32) -> Bool {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.contains { task in
      func text(_ name: String) -> String {
        (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/\(name)", encoding: .utf8)) ?? ""
      }
      return text("comm") == "screen\n" && text("syscall").split(separator: " ").dropFirst().first == "0x1"
    }
  }

  @Test func `headphones out pause the music while nobody reads the terminal`() throws {
    let player = try large()
    try player.type("+")
    try player.hears(on: "Speaker", "vol 75 %")
    try player.type("H")
    try player.hears(on: "Headphones", "vol 60 %")
    let place = try #require(player.elapsed)
    try stall(player, typing: "H")
    // R20 sets the speaker's level when the loss is confirmed, and the level is saved.
    #expect(
      waits(atMost: Player.limit) { home.text(of: "state/cans/volume.toml").contains(#/speaker:Simulated['"] = 70/#) })
    // Nothing may go on behind the picture that is still the old one.
    #expect(!waits(atMost: .seconds(4)) { player.hasEnded || !isStuck(player.terminal.process) })
    try player.isNow("paused: headphones unplugged")
    #expect(player.elapsed ?? .max <= place + 3)
    try player.type("H")
    try player.isNow("playing")
    try player.quit()
  }

  @Test func `a signal ends it within a second while nobody reads the terminal`() throws {
    let player = try large()
    try stall(player)
    player.signal(SIGTERM)
    #expect(waits(atMost: .seconds(1)) { player.hasEnded })
    #expect(player.end.modes == player.modesBefore)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
  }

  @Test func `Ctrl-S stops the terminal and nothing else`() throws {
    try home.song("1.flac", title: "Alpha")
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type("H")
    try player.hears(on: "Headphones", "vol 60 %")
    let place = try #require(player.elapsed)
    try player.type("H\u{13}")
    #expect(waits(atMost: Player.limit) { home.text(of: "state/cans/volume.toml").contains("speaker") })
    try player.type("\u{11}")
    try player.isNow("paused: headphones unplugged")
    #expect(player.elapsed ?? .max <= place + 3)
    try player.type("\u{13}")
    player.signal(SIGTERM)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    #expect(player.end.modes == player.modesBefore)
  }

  @Test func `nothing is written while nothing changes`() throws {
    try home.song("1.flac", title: "Alpha")
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type(" ")
    try player.isNow("paused")
    // What is under way arrives; then there is silence here, too.
    while player.terminal.wait(atMost: .milliseconds(500), until: growth(of: player)) {}
    #expect(!player.terminal.wait(atMost: .seconds(2), until: growth(of: player)))
    try player.quit()
  }

  /// Whether more was read than by now.
  private func growth(of player: Player) -> (TerminalScreen) -> Bool {
    let count = player.terminal.transcript.count
    return { _ in player.terminal.transcript.count > count }
  }
}
