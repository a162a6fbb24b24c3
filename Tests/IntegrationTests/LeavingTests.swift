import Foundation
import TestSupport
import Testing

/// Every way out of the built program gives the terminal back as it was.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct LeavingTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
  }

  private func playing(shell: String? = nil) throws -> Player {
    let player = try shell.map { try Player(in: home, shell: $0) } ?? Player(in: home)
    try player.plays("Alpha")
    #expect(player.end.modes != player.modesBefore && player.end.modes.isForScreen)
    return player
  }

  /// The modes are as before, the normal screen is back and the cursor is visible.
  private func expectRestored(_ player: Player, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(player.end.modes == player.modesBefore, sourceLocation: sourceLocation)
    let text = player.transcript()
    func last(_ sequence: String) -> String.Index? { text.range(of: sequence, options: .backwards)?.lowerBound }
    for (on, off) in [("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[?1h", "\u{1B}[?1l")]
    {
      let order = last(on).flatMap { begun in last(off).map { begun < $0 } }
      #expect(order == true, "no \(off) after \(on)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["q", "\u{3}"]) func `keys that quit`(key: String) throws {
    let player = try playing()
    try player.type(key)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    expectRestored(player)
    #expect(home.text(of: "errors") == "")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func `signals that ask it to leave`(signal: Int32) throws {
    let player = try playing()
    player.signal(signal)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    expectRestored(player)
    #expect(home.text(of: "errors") == "")
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGBUS, SIGILL, SIGFPE])
  func `signals of a crash`(signal: Int32) throws {
    let player = try playing()
    player.signal(signal)
    #expect(player.terminal.exitStatus(within: Player.limit) == 128 + signal)
    expectRestored(player)
  }

  @Test func `the terminal closed`() throws {
    let player = try playing()
    player.terminal.hangUp()
    // It ends by the hang-up signal or because nobody is at the other end, whichever it notices first.
    let end = (player.terminal.exitStatus(within: Player.limit), home.text(of: "errors"))
    #expect(end == (0, "") || end == (1, "cans: the terminal was closed\n"), "\(end)")
  }

  @Test func `the terminal closed under a program that hears no hang-up`() throws {
    // The kernel tells the session's leader only, which is the shell here.
    let player = try playing(shell: #"trap "" HUP; "$@"; exit $?"#)
    player.terminal.hangUp()
    #expect(player.terminal.exitStatus(within: Player.limit) == 1)
    #expect(home.text(of: "errors") == "cans: the terminal was closed\n")
  }

  @Test(arguments: ["\u{1A}", "kill"]) func `to the shell and back`(way: String) throws {
    // With job control, as a person's shell has it.
    let shell = #"set -m; "$@"; echo "stopped: $?"; read -r go; fg; echo "ended: $?""#
    let player = try playing(shell: shell)
    try player.sees("a second heard") { ($0.elapsed ?? 0) >= 1 }
    if way == "kill" { kill(try #require(child(of: player.terminal.process)), SIGTSTP) } else { try player.type(way) }
    try player.sees("stopped: \(128 + SIGTSTP)") { $0.transcript().contains("stopped: \(128 + SIGTSTP)") }
    expectRestored(player)
    let start = player.terminal.transcript.count
    try player.type("\n")
    try player.sees("the screen again") { $0.transcript(since: start).contains("Alpha") }
    try player.isNow("playing")
    try player.sees("time going on") { ($0.elapsed ?? 0) >= 2 }
    #expect(player.end.modes.isForScreen)
    try player.type("q")
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    #expect(player.transcript().contains("ended: 0"))
    expectRestored(player)
  }

  @Test func `where no shell could continue it, it does not stop`() throws {
    let player = try playing()
    let start = player.terminal.transcript.count
    try player.type("\u{1A}")
    try player.sees("the screen again") { $0.transcript(since: start).contains("Alpha") }
    try player.isNow("playing")
    #expect(player.end.modes.isForScreen)
    try player.quit()
    expectRestored(player)
  }

  @Test func `stopped without being asked, it takes the terminal back when continued`() throws {
    let player = try playing()
    let modes = player.end.modes
    player.signal(SIGSTOP)
    player.end.reset()
    #expect(!player.end.modes.isForScreen)
    let start = player.terminal.transcript.count
    player.signal(SIGCONT)
    try player.sees("the screen again") { $0.transcript(since: start).contains("Alpha") }
    #expect(player.end.modes == modes)
    try player.isNow("playing")
    try player.quit()
    expectRestored(player)
  }

  /// The program that a shell runs.
  private func child(of shell: Int32) -> Int32? {
    (try? String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8))
      .flatMap { $0.split(separator: " ").first }.flatMap { Int32($0) }
  }
}
