internal import ControlSocket
internal import LinuxSystem
internal import PlayerCore

/// A connection to the player, for one command.
struct Session {
  /// A line from the player, as it is and as it is meant.
  struct Received {
    let line: [UInt8]
    let message: ControlMessage
  }

  private var client: ControlClient?
  private let deadline: MonotonicTime?
  /// What has arrived, the last one first.
  private var waiting: [[UInt8]] = []

  /// Connects with the first request; everything has to be over at `deadline`.
  init(deadline: MonotonicTime?) { self.deadline = deadline }

  /// Sends a request.
  mutating func send(_ request: ControlRequest) throws(Failure) {
    // Written down first: a player that wakes for a new client finds what it asks, and need not wake once more.
    let line = request.line()
    do throws(ControlFailure) {
      if client == nil { client = try ControlClient.connect() }
      try client?.send(line: line)
    } catch {
      throw Failure(error)
    }
  }

  /// Waits for the next line from the player.
  mutating func nextLine() throws(Failure) -> [UInt8] {
    while waiting.isEmpty { waiting = try receive().reversed() }
    return waiting.removeLast()
  }

  /// Waits for what the player says next.
  mutating func next() throws(Failure) -> Received {
    let line = try nextLine()
    do throws(ControlFailure) {
      return Received(line: line, message: try ControlClient.message(line))
    } catch {
      throw Failure(error)
    }
  }

  /// Sends a request and waits for its answer; an error of the player is thrown.
  mutating func ask(_ request: ControlRequest) throws(Failure) -> Received {
    try send(request)
    let received = try next()
    if case .error(let error) = received.message.content { throw Failure(error.message) }
    return received
  }

  /// Asks for the whole state.
  mutating func askState() throws(Failure) -> StateLine {
    guard case .status(let state) = try ask(.status).message.content else { throw Failure.otherAnswer }
    return state
  }

  private func receive() throws(Failure) -> [[UInt8]] {
    guard let client else { throw Failure(.lost) }
    let lines: [[UInt8]]?
    do throws(ControlFailure) { lines = try client.waitForLines(until: deadline) } catch { throw Failure(error) }
    guard let lines else { throw Failure.timeout }
    return lines
  }
}
