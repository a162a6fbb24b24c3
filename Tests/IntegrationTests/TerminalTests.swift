import TestSupport
import Testing

/// The built program on terminals of several kinds and sizes.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct TerminalTests {
  private let home: Home

  init() throws {
    home = try Home()
    for index in 1...30 {
      try home.song("\(index).flac", seconds: 30, title: "Title \(index) 世界 🎧", artist: "Artist \(index)")
    }
  }

  @Test func `a storm of sizes ends with the right picture`() throws {
    let player = try Player(in: home)
    try player.plays("Title 1")
    try player.type(" ")
    try player.isNow("paused")
    let sizes = [
      (8, 40), (100, 300), (1, 1), (24, 80), (7, 39), (2, 200), (100, 1), (1, 300), (8, 40), (3, 3), (50, 132),
    ]
    for round in 1...4 {
      for (rows, columns) in sizes { player.terminal.resize(rows: rows, columns: columns) }
      let (rows, columns) = [(8, 40), (24, 80), (100, 300), (9, 41)][round - 1]
      player.terminal.resize(rows: rows, columns: columns)
      try player.sees("the picture of \(columns) columns and \(rows) rows") {
        $0.statusRow == " paused" && $0.messageRow.hasSuffix("? help") && $0.screen.rows.count == rows
          && $0.routeRow.hasSuffix(" 70 %") && $0.screen.rows.contains { $0.hasPrefix(" ‖ Title 1") }
      }
      try expectWhole(player)
    }
    for (rows, columns) in sizes {
      player.terminal.resize(rows: rows, columns: columns)
      _ = player.terminal.wait(atMost: .milliseconds(20)) { _ in false }
    }
    player.terminal.resize(rows: 24, columns: 80)
    try player.isNow("paused")
    try player.quit()
  }

  /// What is shown is what drawing everything anew shows.
  private func expectWhole(_ player: Player) throws {
    // What was written for the sizes before may still be on its way: the last of it is the picture drawn now.
    try redraw(player)
    let whole = player.screen.rows
    try redraw(player)
    #expect(player.screen.rows == whole)
  }

  private func redraw(_ player: Player) throws {
    let start = player.terminal.transcript.count
    try player.type("\u{0C}")
    try player.sees("the screen cleared and drawn") {
      $0.transcript(since: start).contains("\u{1B}[2J") || $0.transcript(since: start).contains("\u{1B}[J")
    }
    try player.sees("all of it") { $0.messageRow.hasSuffix("? help") }
  }

  @Test func `too small a terminal says so, and the keys work on`() throws {
    let player = try Player(in: home, rows: 7, columns: 39)
    try player.sees("terminal too small")
    try player.sees("40x8 needed")
    try player.type(" ")
    player.terminal.resize(rows: 8, columns: 40)
    try player.isNow("paused")
    try player.quit()
  }

  @Test(arguments: ["xterm-256color", "screen", "screen-256color", "linux", "xterm", "vt100"])
  func `every terminal that can move its cursor will do`(type: String) throws {
    let player = try Player(in: home, environment: ["TERM": type])
    try player.sees("Title 1 ")
    try player.isNow("playing")
    try player.type("H")
    try player.hears(on: "Headphones", "vol 60 %")
    try player.quit()
    #expect(hasColour(player) == (type != "vt100"))
    #expect(player.end.modes == player.modesBefore)
  }

  @Test func `NO_COLOR means no colour at all`() throws {
    let player = try Player(in: home, environment: ["NO_COLOR": "1"])
    try player.isNow("playing")
    try player.type("H")
    try player.hears(on: "Headphones", "vol 60 %")
    try player.type("H")
    try player.isNow("paused: headphones unplugged")
    try player.quit()
    #expect(!hasColour(player))
  }

  @Test func `outside UTF-8 only ASCII is written`() throws {
    let player = try Player(in: home, environment: ["LANG": "C", "LC_ALL": "C"])
    try player.sees("Title 1 ??")
    try player.isNow("playing")
    try player.quit()
    #expect(player.terminal.transcript.allSatisfy { $0 < 0x80 })
  }

  /// Whether any SGR sequence sets a colour; the terminal's own (39, 49) is none.
  private func hasColour(_ player: Player) -> Bool {
    player.transcript().matches(of: #/\x1B\[([0-9;]*)m/#).contains { match in
      match.output.1.split(separator: ";").compactMap { Int($0) }.contains { 30...38 ~= $0 || 40...48 ~= $0 }
    }
  }

  @Test(arguments: [("dumb", "TERM is \"dumb\""), ("", "TERM is not set"), ("no-such-type", "terminfo does not know")])
  func `a terminal that cannot serve is told in one line`(type: String, reason: String) throws {
    let player = try Player(in: home, environment: ["TERM": type])
    #expect(player.terminal.exitStatus(within: Player.limit) == 1)
    let errors = home.text(of: "errors")
    #expect(
      errors.hasPrefix("cans: ") && errors.contains(reason) && errors.split(separator: "\n").count == 1, "\(errors)")
    // The line feed of the test's own key is echoed; the program writes nothing.
    #expect(player.transcript() == "\r\n")
  }
}
