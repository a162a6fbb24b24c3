import Testing

@testable import TerminalUI

@Suite(.serialized) struct TerminalTests {
  @Test(
    arguments: [
      ([:], .utf8), (["LANG": "C.UTF-8"], .utf8), (["LANG": "C"], .other), (["LANG": "POSIX"], .other),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], .other), (["LC_ALL": "", "LANG": "C.UTF-8"], .utf8),
      (["LC_CTYPE": "C.UTF-8", "LANG": "C"], .utf8),
      // Not installed: what a login from elsewhere brings along.
      (["LANG": "tlh_QO.UTF-8"], .utf8), (["LANG": "tlh_QO.utf8"], .utf8), (["LANG": "tlh_QO.KOI8-R"], .other),
    ] as [([String: String], CharacterSet)])
  func `the environment says which characters the terminal shows`(
    variables: [String: String], expected: CharacterSet
  ) {
    #expect(prepareLocale { variables[$0] } == expected)
  }

  @Test(arguments: ["linux", "xterm-256color", "xterm", "screen", "vt100"])
  func `known terminals are restored by their own sequences`(name: String) throws {
    let terminal = try TerminalDescription(name: name, descriptor: 1)
    #expect(terminal.name == name)
    #expect(terminal.restore.first == 0x1B)
    #expect(!terminal.restore.contains(UInt8(ascii: "$")))
  }

  @Test(
    arguments: [
      (nil, .noTerminalType), ("", .noTerminalType), ("dumb", .cannotMoveCursor("dumb")),
      ("no-such-terminal", .unknownTerminal("no-such-terminal")),
    ] as [(String?, ScreenError)])
  func `a terminal that cannot serve is refused in one line`(name: String?, error: ScreenError) {
    #expect(throws: error) { try TerminalDescription(name: name, descriptor: 1) }
    #expect(error.description.hasPrefix("a terminal that can move the cursor is needed; TERM is "))
    #expect(!error.description.contains("\n"))
  }
}
