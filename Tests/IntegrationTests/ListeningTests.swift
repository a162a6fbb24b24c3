import Foundation
import TestSupport
import Testing

/// What the program keeps of what was heard.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct ListeningTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
  }

  /// Plays on the speaker, then on headphones for a while, and is ended; returns the lines that are kept.
  private func heard(_ settings: String) throws -> [[Substring]] {
    _ = try home.write(settings, to: "config/cans/settings.toml")
    let player = try Player(in: home, ["play", home.path + "/Music"], options: [], columns: 140)
    try player.sees("▶ Alpha")
    try player.type("headphones\n")
    try player.sees("Headphones – Simulated Sound (private)")
    // The line changes every second.
    for _ in 1...3 {
      let before = player.screen.text
      try player.sees("time going on") { $0.screen.text != before && $0.screen.text.contains("▶ Alpha") }
    }
    player.signal(SIGTERM)
    #expect(player.terminal.exitStatus(within: Player.limit) != nil)
    return home.text(of: "state/cans/listening.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
  }

  @Test func `what was heard on headphones is kept, to the end, and nothing of the speaker`() throws {
    let lines = try heard("")
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.count == 4 && line[3].hasPrefix("headphones:"))
    let (seconds, energy) = (Double(line[1]) ?? 0, Double(line[2]) ?? 0)
    #expect(seconds > 0.5 && seconds < 30 && energy > 0, "\(line)")
  }

  @Test func `switched off nothing is kept`() throws {
    #expect(try heard("listening-time = \"off\"\n").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/state/cans/listening.txt"))
  }
}
