import TestSupport
import Testing

/// The built program's command line: what it prints, where, and its exit status.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct CommandLineTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: [String]) throws -> (status: Int32?, output: String, errors: String) {
    let child = try ChildProcess([BuiltProgram.path] + arguments, environment: home.environment)
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.output, child.errors)
  }

  /// One line on standard error, and nothing else.
  private func expectFailure(
    _ arguments: [String], status: Int32, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = try run(arguments)
    #expect(end.status == status, sourceLocation: sourceLocation)
    #expect(end.output == "", sourceLocation: sourceLocation)
    #expect(end.errors.hasPrefix("cans: "), sourceLocation: sourceLocation)
    #expect(end.errors.contains(reason), sourceLocation: sourceLocation)
    #expect(end.errors.hasSuffix("\n") && end.errors.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
  }

  @Test func `help and version go to standard output`() throws {
    for (option, start) in [("--help", "cans – "), ("-h", "cans – "), ("--version", "cans "), ("-V", "cans ")] {
      let end = try run([option])
      #expect(end.status == 0)
      #expect(end.output.hasPrefix(start))
      #expect(end.errors == "")
    }
  }

  private static let commands = ["play", "decode", "info", "settings", "devices", "monitor", "doctor"]

  @Test func `every command has a help text of its own, which the first one lists`() throws {
    let overview = try run(["--help"]).output
    for command in Self.commands {
      let end = try run([command, "--help"])
      #expect(end.status == 0 && end.errors == "")
      #expect(end.output.hasPrefix("cans \(command) – ") && end.output.contains("\nusage: cans \(command) "))
      #expect(overview.contains("\n  \(command) "))
    }
    #expect(overview.contains("cans ./play"))
  }

  @Test func `a file's name cannot steer the terminal`() throws {
    try expectFailure(
      ["play", home.path + "/a\u{1B}]0;title\u{07}\nb.flac"], status: 1, "/a\u{FFFD}]0;title\u{FFFD}⏎b.flac: ")
  }

  @Test func `a file called like a command is named with its folder`() throws {
    try home.write("no sound", to: "play")
    for word in ["./play", "play"] {
      let child = try ChildProcess(
        ["sh", "-c", #"cd "$1" && exec "$2" play --simulate "$3""#, "sh", home.path, BuiltProgram.path, word],
        environment: home.environment)
      #expect(child.exitStatus(within: Player.limit) == 1)
      _ = child.wait(atMost: .zero) { _ in true }
      #expect(child.errors == "cans: \(word): not a sound file that cans can read\n", "\(child.errors)")
    }
    let alone = try run(["play"])
    #expect(alone.status == 2 && alone.errors == "cans: cans play needs a file to play\n")
  }

  @Test func `an option that there is not`() throws {
    try expectFailure(["--nonsense"], status: 2, "--nonsense")
    try expectFailure(["--json", "x.wav"], status: 2, "--json")
    try expectFailure(["--device"], status: 2, "--device")
    for command in Self.commands { try expectFailure([command, "--nonsense"], status: 2, "cans \(command) --help") }
  }

  @Test func `a file that there is not`() throws {
    try expectFailure([home.path + "/none.flac"], status: 1, "none.flac: no such file")
  }

  @Test func `a folder and a playlist without music`() throws {
    try home.write("no music", to: "empty/text.txt")
    try expectFailure([home.path + "/empty"], status: 1, "no sound files in this folder")
    let list = try home.write("", to: "empty/list.m3u")
    try expectFailure([list], status: 1, "list.m3u")
  }

  @Test func `standard input that is no terminal`() throws {
    let song = try home.song("1.wav", seconds: 1)
    try expectFailure(["--simulate", song], status: 1, "standard input and output must be a terminal")
  }
}
