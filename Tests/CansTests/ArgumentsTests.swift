import PlayerCore
import Testing

@testable import cans

@MainActor
struct ArgumentsTests {
  private func parse(_ words: String...) throws(Arguments.Failure) -> Arguments {
    try Arguments(words.map { Array($0.utf8) })
  }

  @Test func `files are kept in their order`() throws {
    #expect(try parse("b.flac", "a folder").action == .play([FilePath("b.flac"), FilePath("a folder")]))
    #expect(try parse().action == .play([]))
  }

  @Test func `a name that is not UTF-8 arrives byte for byte`() throws {
    let name: [UInt8] = [0x2F, 0xE9, 0x2E, 0x6D, 0x70, 0x33]
    #expect(try Arguments([name]).action == .play([FilePath(bytes: name)]))
  }

  @Test(arguments: [["--device", "hw:0,0"], ["-d", "hw:0,0"], ["--device=hw:0,0"]])
  func `a device is named in any usual way`(words: [String]) throws {
    #expect(try Arguments((words + ["x.wav"]).map { Array($0.utf8) }).device == "hw:0,0")
  }

  @Test func `what follows two dashes is a file`() throws {
    #expect(try parse("--", "--help", "monitor").action == .play([FilePath("--help"), FilePath("monitor")]))
    #expect(try parse("./monitor").action == .play([FilePath("./monitor")]))
  }

  @Test func `monitor takes options and no files`() throws {
    #expect(try parse("monitor").action == .monitor(json: false))
    #expect(try parse("monitor", "--json", "--simulate").action == .monitor(json: true))
    #expect(throws: Arguments.Failure.self) { try parse("monitor", "a.flac") }
  }

  @Test func `help and version win over the rest`() throws {
    #expect(try parse("--device", "x", "--help", "--nonsense").action == .help)
    #expect(try parse("-V").action == .version)
  }

  @Test(arguments: [
    ["--nonsense"], ["-x"], ["--device"], ["--device=", "hw:0"], ["--json"], ["--simulate=yes"], ["--simulate="],
    ["--=x"],
  ])
  func `a command line that means nothing says so`(words: [String]) {
    #expect(throws: Arguments.Failure.self) { try Arguments(words.map { Array($0.utf8) }) }
  }
}
