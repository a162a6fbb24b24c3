import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import ControlSocket

/// The player's end, with clients that do anything.
@Suite struct ServerTests {
  private let status = #"{"request":"status"}"# + "\n"

  @Test func `requests are answered in their order, under their ids`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    for id in 1...20 { peer.write(#"{"request":"status","id":\#(id)}"# + "\n") }
    peer.write(#"{"request":"hello","id":21}"# + "\n")
    try player.turnUntilIdle()
    #expect(try peer.messages().map(\.id) == (1...21).map { Int64($0) })
  }

  @Test func `hello tells versions, program and process`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    peer.write(#"{"request":"hello"}"# + "\n")
    try player.turnUntilIdle()
    #expect(try peer.messages().map(\.content) == [.hello(versions: [1], program: "cans test", process: getpid())])
  }

  @Test func `commands reach the core, and its answer comes back`() throws {
    let player = TestPlayer()
    player.launch(2)
    let peer = try player.connect()
    peer.write(ControlRequest.command(.changeRepeatMode(.all), from: .commandLine).line() + Array("\n".utf8))
    peer.write(ControlRequest.command(.playEntry(QueueEntryID(99)), from: .keyboard).line() + Array("\n".utf8))
    peer.write(status)
    try player.turnUntilIdle()
    let contents = try peer.messages().map(\.content)
    #expect(contents.prefix(2) == [.done("command", .success), .done("command", .noSuchContent)])
    #expect(contents.last == .status(StateLine(player.state.snapshot)))
    #expect(player.state.snapshot.repeatMode == .all)
  }

  @Test func `a line may come in pieces, and many in one piece`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    for byte in status.utf8 {
      peer.write([byte])
      player.turn()
    }
    #expect(peer.lines().count == 1)
    peer.write(String(repeating: status, count: 50))
    try player.turnUntilIdle()
    #expect(peer.lines().count == 50)
  }

  @Test func `garbage is answered, and the connection goes on`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    peer.write([0, 0xFF, 0xFE, 0x0D, 0x0A])
    peer.write("\n\n{}\n[]\nGET / HTTP/1.1\r\n" + status)
    try player.turnUntilIdle()
    let contents = try peer.messages().map(\.content)
    #expect(contents.count == 7)
    for content in contents.dropLast() {
      guard case .error(let error) = content else {
        Issue.record("\(content)")
        continue
      }
      #expect(error.code == (content == contents[3] ? .invalid : .malformed))
    }
    #expect(contents.last == .status(StateLine(player.state.snapshot)))
  }

  @Test func `a line of more than 1 MiB is answered before its end, and skipped`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    var sent = 0
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 15)
    while sent < 3 << 20 {
      sent += max(peer.write(piece), 0)
      try player.turnUntilIdle()
    }
    let early = try peer.messages().map(\.content)
    guard case .error(let error)? = early.first else {
      Issue.record("\(early)")
      return
    }
    #expect(early.count == 1 && error.code == .oversized)
    peer.write("\n" + status)
    try player.turnUntilIdle()
    #expect(try peer.messages().map(\.content) == [.status(StateLine(player.state.snapshot))])
  }

  @Test func `a long request is read beside the loop, and those behind it wait`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    let paths = (0..<9_000).map { FilePath("/a folder with a name of some length/\($0)") }
    let bytes = ControlRequest.add(paths, at: .queue(.end)).line() + Array("\n\(status)".utf8)
    #expect(bytes.count > 300_000)
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(max(peer.write(Array(rest)), 0))
      player.turn()
    }
    #expect(try player.turn { player.taken.count == 2 })
    #expect(player.taken == [.add(paths, at: .queue(.end)), .status])
    player.answerAdds()
    try player.turnUntilIdle()
    #expect(
      try peer.messages().map(\.content) == [
        .status(StateLine(player.state.snapshot)), .added(.success, count: 1, problems: []),
      ])
  }

  @Test func `a client that has finished writing is answered to the end`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    peer.write(#"{"request":"add","paths":["/a"]}"# + "\n" + status)
    peer.finishWriting()
    try player.turnUntilIdle()
    #expect(player.server.connectionCount == 1, "an answer is owed")
    player.answerAdds()
    try player.turnUntilIdle()
    #expect(player.server.connectionCount == 0)
    #expect(peer.lines().count == 2 && peer.isHungUp)
  }

  @Test func `what a client asked for before it left is done`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    peer.write(ControlRequest.command(.changeRepeatMode(.one), from: .commandLine).line() + Array("\n".utf8))
    peer.leave()
    try player.turnUntilIdle()
    #expect(player.state.snapshot.repeatMode == .one)
    #expect(player.server.connectionCount == 0)
  }

  @Test func `who does not read the answers is not listened to until he does`() throws {
    let player = TestPlayer()
    player.launch(300)
    let peer = try player.connect()
    let request = #"{"request":"queue"}"# + "\n"
    var asked = 0
    while peer.write(request) == request.utf8.count {
      asked += 1
      try player.turnUntilIdle()
    }
    #expect(player.taken.count < asked)
    var answers = 0
    while answers < asked {
      answers += peer.lines().count
      try player.turnUntilIdle()
    }
    #expect(answers == asked && player.taken.count == asked)
  }

  @Test func `one who sends without end leaves the others their turn`() throws {
    let player = TestPlayer()
    player.launch(2_000)
    let noisy = try player.connect()
    let quiet = try player.connect()
    noisy.write(String(repeating: #"{"request":"queue"}"# + "\n", count: 500))
    quiet.write(status)
    var heard: [ControlMessage] = []
    #expect(
      try player.turn {
        heard += try quiet.messages()
        return !heard.isEmpty
      })
    #expect(heard.map(\.content) == [.status(StateLine(player.state.snapshot))])
    #expect(player.taken.count < 500, "a turn of the loop is not for one client")
  }

  @Test func `a hundred clients, and all of them are answered`() throws {
    let player = TestPlayer()
    let peers = try (0..<100).map { _ in try player.connect() }
    for peer in peers { peer.write(status + #"{"request":"watch"}"# + "\n") }
    try player.turnUntilIdle()
    for peer in peers { #expect(peer.lines().count == 3) }
    player.launch(1)
    try player.turnUntilIdle()
    for peer in peers { #expect(peer.lines().count == 1) }
    for peer in peers { peer.leave() }
    // A child of another test may hold them until it has become its own program.
    #expect(try player.turn { player.server.connectionCount == 0 })
  }

  @Test func `more clients than there can be are told so`() throws {
    let player = TestPlayer()
    let peers = try (0..<257).map { _ in try player.connect() }
    guard case .error(let error)? = try peers[256].messages().first?.content else {
      Issue.record("taken")
      return
    }
    #expect(error.code == .crowded)
    #expect(peers[256].lines() == [] && peers[256].isHungUp)
    peers[0].leave()
    try player.turnUntilIdle()
    let late = try player.connect()
    late.write(status)
    try player.turnUntilIdle()
    #expect(late.lines().count == 1)
  }
}
