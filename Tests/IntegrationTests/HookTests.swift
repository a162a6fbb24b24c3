import Foundation
import TestSupport
import Testing

/// The user's programs, run by the program itself.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct HookTests {
  private let home: Home

  init() throws {
    home = try Home()
    for index in 1...3 { try home.song("\(index).flac", seconds: 0.7, title: "Song \(index)", artist: "The Larks") }
  }

  private func set(_ lines: String) throws { _ = try home.write(lines, to: "config/cans/settings.toml") }

  /// Plays all songs to their end.
  private func play() throws -> (run: Home.Run, seconds: Double) {
    let before = ContinuousClock.now
    let run = try home.run(["play", "--simulate", home.path + "/Music"])
    return (run, (ContinuousClock.now - before) / .seconds(1))
  }

  @Test func `they are told what plays, and why it ends`() throws {
    try set(
      """
      on-track = 'echo "$CANS_EVENT|$CANS_ARTIST|$CANS_TITLE|$CANS_PATH|$CANS_ROUTE_PRIVATE" >>"$HOME/told"'
      on-play = 'echo "$CANS_EVENT|$CANS_REASON|$CANS_STATE" >>"$HOME/told"'
      on-pause = 'sleep 0.2; echo "$CANS_EVENT|$CANS_REASON|$CANS_STATE" >>"$HOME/told"'
      """)
    #expect(try play().run == Home.Run(output: "", errors: "", status: 0))
    let told = home.text(of: "told").split(separator: "\n")
    let tracks = (1...3).map { "track|The Larks|Song \($0)|\(home.path)/Music/\($0).flac|no" }
    #expect(told.filter { $0.hasPrefix("track|") }.map(String.init) == tracks)
    #expect(told.contains("play|user|playing") && told.last == "pause|endOfQueue|stopped", "\(told)")
  }

  @Test(arguments: [
    "sleep 100", "sleep 100 & sleep 100", "kill -SEGV $$", "no-such-program", "yes", "trap '' PIPE; yes; yes",
    "sleep 20 & echo forked",
  ])
  func `whatever they do, the music plays to its end, and nothing waits`(command: String) throws {
    try set(["play", "pause", "track"].map { "on-\($0) = \"\(command)\"\n" }.joined())
    let (run, seconds) = try play()
    #expect(run == Home.Run(output: "", errors: "", status: 0))
    #expect(seconds >= 2.1 && seconds < 15, "\(seconds)")
  }
}
