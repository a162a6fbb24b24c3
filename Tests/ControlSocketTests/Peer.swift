import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import ControlSocket

/// The far end of a connection, as raw bytes: a client that may do anything.
final class Peer {
  private(set) var descriptor: Int32
  private var buffer = LineBuffer(longest: Wire.longestMessage)
  private(set) var isHungUp = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { leave() }

  /// Goes away without a word.
  func leave() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Writes as much as goes in, and says how much that was.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Int {
    (try? bytes.withUnsafeBytes { try LocalSocket.send(descriptor, $0) }) ?? -1
  }

  @discardableResult
  func write(_ text: String) -> Int { write(Array(text.utf8)) }

  func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The lines that are there.
  func lines() -> [String] {
    var lines: [String] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while !isHungUp {
      let count = recv(descriptor, &room, room.count, 0)
      if count < 0, errno == EAGAIN { break }
      if count <= 0 { isHungUp = true } else { buffer.append(room[..<count]) }
      while case .line(let line)? = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }

  /// What they say.
  func messages() throws -> [ControlMessage] { try lines().map { try ControlMessage(line: Array($0.utf8)) } }
}

/// A player without sound: the core behind a server, turned by hand.
final class TestPlayer {
  let server: ControlServer
  var state = PlayerState()
  private(set) var taken: [ControlRequest] = []
  private(set) var isQuitWanted = false
  /// Whether answers to `add` wait until `answerAdds`.
  private var adds: [ControlServer.Asker] = []

  init(_ server: ControlServer = ControlServer(program: "cans test")) { self.server = server }

  func connect() throws -> Peer {
    let (near, far) = try LocalSocket.makePair()
    server.admit(near)
    return Peer(far)
  }

  func launch(_ count: Int) {
    _ = reduce(
      &state, .launched((0..<count).map { QueueItem(path: FilePath("/music/\($0).flac")) }, plays: false), at: .now)
  }

  /// A turn of the loop.
  func turn() {
    server.process()
    while let (asker, request) = server.nextRequest() {
      taken.append(request)
      switch request {
      case .command(let command, let source):
        let effects = reduce(&state, .commandReceived(command, from: source), at: .now)
        for case .answer(_, _, let status) in effects { server.answer(asker, .done(request.name, status)) }
      case .status: server.answer(asker, .status(StateLine(state.snapshot)))
      case .queue(let from, let count): server.answer(asker, entriesFrom: from, count: count, of: state.snapshot)
      case .watch(let isScreen): server.answerWatching(asker, isScreen: isScreen)
      case .add: adds.append(asker)
      default: server.answer(asker, .done(request.name, .success))
      }
    }
    server.show(state.snapshot)
  }

  func answerAdds() {
    for asker in adds { server.answer(asker, .added(.success, count: 1, problems: [])) }
    adds = []
  }

  /// Turns as long as the loop would, without waiting: until nothing is due at once.
  func turnUntilIdle() throws {
    repeat { turn() } while try isDue()
  }

  private func isDue() throws -> Bool {
    if server.deadline == MonotonicTime(nanoseconds: 0) { return true }
    return try waitForEvents(server.pollDescriptors, until: MonotonicTime(nanoseconds: 0)).contains(true)
  }

  /// Turns, and sleeps as the loop does, until `condition` holds.
  func turn(until condition: () throws -> Bool) throws -> Bool {
    let deadline = MonotonicTime.now + .seconds(20)
    while MonotonicTime.now < deadline {
      turn()
      if try condition() { return true }
      _ = try waitForEvents(server.pollDescriptors, until: server.deadline ?? (.now + .milliseconds(100)))
    }
    return false
  }
}
