import PlayerCore
import Testing

@testable import cans

@MainActor
struct ArgumentsTests {
  private func parse(_ words: String...) throws(Arguments.Failure) -> Arguments {
    try Arguments(words.map { Array($0.utf8) })
  }

  @Test func `without a command, files are kept in their order`() throws {
    #expect(try parse("b.flac", "a folder").files == [FilePath("b.flac"), FilePath("a folder")])
    #expect(try parse("b.flac", "a folder").command.name == "")
    #expect(try parse().files == [])
  }

  @Test func `a name that is not UTF-8 arrives byte for byte`() throws {
    let name: [UInt8] = [0x2F, 0xE9, 0x2E, 0x6D, 0x70, 0x33]
    #expect(try Arguments([name]).files == [FilePath(bytes: name)])
  }

  @Test(arguments: [["--device", "hw:0,0"], ["-d", "hw:0,0"], ["--device=hw:0,0"], ["-d", "x", "-d", "hw:0,0"]])
  func `an option's value is given in any usual way, and the last one counts`(words: [String]) throws {
    let arguments = try Arguments((words + ["x.wav"]).map { Array($0.utf8) })
    #expect(arguments.value(of: .device) == FilePath("hw:0,0"))
    #expect(arguments.files == [FilePath("x.wav")])
  }

  @Test func `a letter means what the command's help says`() throws {
    let decode = try parse("decode", "-f", "a.flac", "-o", "b.wav")
    #expect(decode.given.map(\.option.name) == ["force", "output"])
    #expect(try parse("-f", "a.flac").has(.foreground))
  }

  @Test func `the first word may name a command, with options before and after it`() throws {
    for subcommand in Subcommand.all {
      #expect(try parse(subcommand.name).command.name == subcommand.name)
      #expect(Set(subcommand.options.map(\.name)).count == subcommand.options.count)
    }
    let monitor = try parse("--simulate", "monitor", "--json")
    #expect(monitor.command.name == "monitor" && monitor.has(.json) && monitor.has(.simulate) && !monitor.has(.device))
  }

  @Test func `a file called like a command is named by its folder, after another file or after two dashes`() throws {
    for words in [["./monitor"], ["a.wav", "monitor"], ["--", "monitor"]] {
      let arguments = try Arguments(words.map { Array($0.utf8) })
      #expect(arguments.command.name == "" && arguments.files.last == FilePath(words.last!))
    }
    #expect(try parse("--", "--help").files == [FilePath("--help")])
    #expect(try parse("--", "--help").request == .run)
  }

  @Test func `help and version win over the rest, and help is that of the command`() throws {
    #expect(try parse("--device", "x", "--help", "--nonsense").request == .help)
    #expect(try parse("monitor", "-h").request == .help)
    #expect(try parse("monitor", "-h").command.name == "monitor")
    #expect(try parse("-V").request == .version)
  }

  @Test(arguments: [
    ["--nonsense"], ["-x"], ["--device"], ["--device=", "hw:0"], ["--json"], ["--simulate=yes"], ["--simulate="],
    ["--=x"], ["monitor", "a.flac"], ["monitor", "--nonsense"], ["--nonsense", "monitor"],
  ])
  func `a command line that means nothing says so`(words: [String]) {
    #expect(throws: Arguments.Failure.self) { try Arguments(words.map { Array($0.utf8) }) }
  }

  @Test func `help texts name every command and option in lines that fit a terminal`() {
    for command in [ScreenCommand.subcommand] + Subcommand.all {
      let help = command.help
      for option in command.options { #expect(help.contains(option.spelling), "\(command.title)") }
      for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(command.title): \(line)") }
    }
    for command in Subcommand.all { #expect(ScreenCommand.subcommand.help.contains("\n  \(command.name) ")) }
  }
}
