import Foundation
import TestSupport
import Testing

/// `cans play`: the player without a screen, on the simulated device.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct PlayCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess([BuiltProgram.path, "play", "--simulate"] + arguments, environment: home.environment)
  }

  private func end(_ child: ChildProcess) -> (status: Int32?, output: String, errors: String) {
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.output, child.errors)
  }

  /// The player in a terminal, on the whole folder Music.
  private func playing(columns: Int = 100, shell: String = #"exec "$@""#) throws -> Player {
    let player = try Player(in: home, ["play", home.path + "/Music"], options: [], columns: columns, shell: shell)
    try player.sees("▶ Alpha")
    return player
  }

  /// The terminal is as it was, and was never sent more than text.
  private func expectUntouched(_ player: Player, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(player.end.modes == player.modesBefore, sourceLocation: sourceLocation)
    #expect(!player.terminal.transcript.contains(0x1B), sourceLocation: sourceLocation)
  }

  @Test func `on pipes it plays to the end and writes nothing`() throws {
    for index in 1...3 { try home.song("\(index).flac", seconds: 0.5) }
    let before = ContinuousClock.now
    let run = end(try start([home.path + "/Music"]))
    #expect(run == (0, "", ""))
    #expect(ContinuousClock.now - before >= .milliseconds(1_500))
  }

  @Test func `what cannot be played is named once, passed over, and told by the exit status`() throws {
    try home.song("1.flac", seconds: 0.2)
    let bad = try home.write("fLaC nonsense", to: "Music/2.flac")
    try home.song("3.flac", seconds: 0.2)
    let run = end(try start([home.path + "/Music"]))
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.hasPrefix("cans: \(bad): ") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    let onlyBad = end(try start([bad]))
    #expect(onlyBad.status == 1 && onlyBad.errors == run.errors)
    let list = try home.write("Music/1.flac\nnone.flac\n", to: "list.m3u")
    let incomplete = end(try start([list]))
    #expect(incomplete.status == 1 && incomplete.errors == "cans: none.flac (in list.m3u): no such file\n")
  }

  @Test func `a device that there is not ends it with the reason`() throws {
    let song = try home.song("1.flac")
    let child = try ChildProcess(
      [BuiltProgram.path, "play", "--device", "no-such-device", song], environment: home.environment)
    let run = end(child)
    #expect(run.status == 1)
    #expect(run.errors == "cans: there is no sound device \"no-such-device\" (aplay -L lists them)\n", "\(run.errors)")
  }

  @Test func `without a file, or with an option that it does not have, it says so`() throws {
    for words in [[], ["--json", "x.flac"]] {
      let run = end(try start(words))
      #expect(run.status == 2 && run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `unplugging pauses and says why, plugging in resumes`() throws {
    try home.song("1.flac", title: "Alpha", artist: "The Larks")
    let player = try playing(columns: 140)
    try player.sees("▶ Alpha – The Larks  0:01 -3:19  Speaker – Simulated Sound (public), simulated output")
    try player.type("headphones\n")
    try player.sees("Headphones – Simulated Sound (private)")
    try player.type("headphones\n")
    try player.sees("paused: headphones unplugged, resumes when plugged in again (9:5")
    try player.type("headphones\n")
    try player.sees("playing again") {
      $0.screen.rows.last { !$0.isEmpty }?.contains("Headphones – Simulated Sound") == true
    }
    try player.type("\u{3}")
    #expect(player.terminal.exitStatus(within: Player.limit) == 128 + SIGINT)
    expectUntouched(player)
    #expect(home.text(of: "errors") == "")
  }

  @Test func `the line fits a narrow terminal, also one that becomes narrow, and goes at the end`() throws {
    try home.song("1.flac", seconds: 3, title: "Alpha")
    let player = try playing(columns: 30)
    try player.sees("a second heard") { $0.screen.text.contains("▶ Alpha  0:01 -0:02") }
    player.terminal.resize(rows: 24, columns: 15)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    let line = player.screen.rows.filter { $0.contains("0:0") }
    #expect(line.count <= 1 && player.screen.rows.dropFirst(2).allSatisfy { $0.isEmpty }, "\(player.screen.text)")
    expectUntouched(player)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func `signals end it as they would by default`(signal: Int32) throws {
    try home.song("1.flac", title: "Alpha")
    let player = try playing()
    player.signal(signal)
    #expect(player.terminal.exitStatus(within: Player.limit) == 128 + signal)
    #expect(!player.screen.text.contains("Alpha"))
    expectUntouched(player)
  }

  @Test func `Ctrl-Z gives the terminal to the shell, and fg goes on`() throws {
    try home.song("1.flac", title: "Alpha")
    let player = try playing(shell: #"set -m; "$@"; echo "stopped: $?"; read -r go; fg; echo ended"#)
    try player.sees("a second heard") { $0.screen.text.contains(" 0:01 ") }
    try player.type("\u{1A}")
    try player.sees("stopped: \(128 + SIGTSTP)")
    #expect(!player.screen.text.contains("Alpha"))
    try player.type("\n")
    try player.sees("time going on") { $0.screen.text.contains(" 0:02 ") }
    // A shell that sees its job die by Ctrl-C does so, too.
    try player.type("\u{3}")
    #expect(player.terminal.exitStatus(within: Player.limit) == 128 + SIGINT)
    #expect(!player.screen.text.contains("ended"))
    expectUntouched(player)
  }

  @Test func `in the background it leaves the terminal alone`() throws {
    try home.song("1.flac", seconds: 1, title: "Alpha")
    let player = try Player(
      in: home, ["play", home.path + "/Music"], options: [],
      shell: #"set -m; "$@" < /dev/null & wait $!; echo "ended: $?""#)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    #expect(player.screen.text.contains("ended: 0") && !player.screen.text.contains("Alpha"), "\(player.screen.text)")
  }
}
