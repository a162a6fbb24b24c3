import Foundation
import TestSupport
import Testing

/// The built player's socket, with clients that do anything: the music goes on, and nothing is left behind.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct SocketTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
  }

  private func playing() throws -> Player {
    let player = try Player(in: home)
    try player.plays("Alpha")
    return player
  }

  private let status = #"{"request":"status"}"# + "\n"

  /// The player plays on, and answers.
  private func expectUnharmed(_ player: Player, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let client = try RawClient(in: home)
    try client.write(status)
    #expect(try client.readLine()?.hasPrefix(#"{"reply":"status""#) == true, sourceLocation: sourceLocation)
    let heard = player.elapsed ?? 0
    try player.sees("time going on", sourceLocation: sourceLocation) { ($0.elapsed ?? 0) > heard }
    try player.isNow("playing", sourceLocation: sourceLocation)
  }

  /// How many sockets the player has: files come and go with the music.
  private func sockets(_ player: Player) throws -> Int {
    let folder = "/proc/\(player.terminal.process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target?.hasPrefix("socket:") == true
    }
  }

  @Test func `garbage and lines without end`() throws {
    let player = try playing()
    let client = try RawClient(in: home)
    try client.write([0, 0xFF, 0x0A] + Array("{\"request\":\n".utf8))
    for _ in 0..<2 { #expect(try client.readLine()?.contains("malformed") == true) }
    try client.write([UInt8](repeating: UInt8(ascii: "["), count: 5 << 20) + Array("\n\(status)".utf8))
    #expect(try client.readLine()?.contains("oversized") == true)
    #expect(try client.readLine()?.contains("\"state\"") == true)
    let nested =
      [UInt8](repeating: UInt8(ascii: "["), count: 1 << 19) + [UInt8](repeating: UInt8(ascii: "]"), count: 1 << 19 - 2)
    try client.write(nested + Array("\n".utf8))
    #expect(try client.readLine()?.contains("malformed") == true)
    try expectUnharmed(player)
    try player.quit()
  }

  @Test func `a hundred clients, of which some are killed`() throws {
    let player = try playing()
    let before = try sockets(player)
    do {
      let clients = try (0..<100).map { _ in try RawClient(in: home) }
      for client in clients { try client.write(#"{"request":"watch"}"# + "\n") }
      for client in clients { for _ in 0..<2 { #expect(try client.readLine() != nil) } }
      let killed = try (0..<5).map { _ in
        try ChildProcess([BuiltProgram.controlPath, "watch"], environment: home.environment)
      }
      for child in killed {
        #expect(child.wait(atMost: Player.limit) { !$0.output.isEmpty })
        kill(child.process, SIGKILL)
      }
      try clients[0].write(#"{"request":"command","command":{"name":"setLevel","level":33}}"# + "\n")
      for client in clients {
        while let line = try client.readLine(), !line.contains(#""level":33"#) {}
      }
      // Half a request, and gone.
      try clients[1].write(#"{"request":"#)
    }
    #expect(waits(atMost: Player.limit) { (try? sockets(player)) == before })
    try expectUnharmed(player)
    try player.quit()
  }

  @Test func `R31: a watcher that never reads`() throws {
    let player = try playing()
    let before = try sockets(player)
    let deaf = try RawClient(in: home)
    try deaf.write(#"{"request":"watch"}"# + "\n")
    let client = try RawClient(in: home)
    // Its answer says that both were taken.
    try client.write(status)
    #expect(try client.readLine() != nil)
    #expect(try sockets(player) == before + 2)
    var told = 0
    while (try sockets(player)) == before + 2 {
      let command = #"{"request":"command","command":{"name":"setLevel","level":\#(told % 100)}}"# + "\n"
      try client.write(command)
      #expect(try client.readLine() == #"{"reply":"command","status":0}"#)
      told += 1
      guard told < 20_000 else { throw RunError("it is not hung up on") }
    }
    // What was sent to it before can be read, and then the end.
    while try deaf.readLine() != nil {}
    try expectUnharmed(player)
    try player.quit()
  }

  @Test func `the socket that a killed player left is replaced`() throws {
    let first = try playing()
    first.signal(SIGKILL)
    #expect(first.terminal.exitStatus(within: Player.limit) == 128 + SIGKILL)
    #expect(FileManager.default.fileExists(atPath: home.path + "/cans/control"))
    #expect(throws: RunError.self) { try RawClient(in: home) }
    let second = try playing()
    try expectUnharmed(second)
    try second.quit()
    #expect(!FileManager.default.fileExists(atPath: home.path + "/cans/control"))
  }

  @Test func `a second player leaves the first one its socket`() throws {
    let first = try playing()
    let second = try playing()
    try expectUnharmed(first)
    let client = try RawClient(in: home)
    try client.write(#"{"request":"hello"}"# + "\n")
    #expect(try client.readLine()?.contains(#""process":\#(first.terminal.process)"#) == true)
    try second.quit()
    try expectUnharmed(first)
    try first.quit()
  }

  @Test func `a folder that is open to others, or somebody else's, is not used`() throws {
    let folder = home.path + "/cans"
    mkdir(folder, 0o755)
    chmod(folder, 0o755)
    var expectations = ["chmod 700"]
    if geteuid() == 0 { expectations.append("belongs to another user") }
    for expected in expectations {
      if expected != "chmod 700" {
        chmod(folder, 0o700)
        chown(folder, 65_534, 65_534)
      }
      let player = try playing()
      try player.sees(expected)
      let child = try ChildProcess([BuiltProgram.controlPath, "pause"], environment: home.environment)
      #expect(child.exitStatus(within: Player.limit) == 1)
      #expect(child.wait(atMost: Player.limit) { $0.errors.contains(expected) })
      #expect(!FileManager.default.fileExists(atPath: folder + "/control"))
      try player.quit()
    }
  }
}
