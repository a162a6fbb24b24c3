internal import Glibc
public import LinuxSystem
public import PlayerCore

/// A client's end of the socket. Nothing here blocks but `connect` with patience and `waitForLines`. For one thread.
public final class ControlClient {
  private let descriptor: Int32
  private var output = SendQueue()
  private var input = LineBuffer(longest: Wire.longestMessage)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// Connects to the player of this user.
  ///
  /// - Parameter patience: how long to try again while no player takes connections: for one that is just starting.
  /// - Throws: `noPlayer`, or why it cannot be talked to.
  public static func connect(
    to path: FilePath = SocketFolder.usualPath, patience: Duration = .zero
  ) throws(ControlFailure) -> ControlClient {
    let deadline: MonotonicTime? = patience > .zero ? .now + patience : nil
    while true {
      do throws(ControlFailure) {
        return ControlClient(try SocketFolder(path, makes: false).connect())
      } catch  where error == .noPlayer {
        guard let deadline, MonotonicTime.now < deadline else { throw error }
        poll(nil, 0, 5)
      }
    }
  }

  /// Takes over a connection.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// What to wait for: for reading, and for writing while something waits to be sent.
  public var polled: PolledDescriptor {
    PolledDescriptor(descriptor, events: Int16(POLLIN) | (output.isEmpty ? 0 : Int16(POLLOUT)))
  }

  /// Sends a request as soon as the player takes it: what is left is sent by `flush` and `receiveLines`.
  ///
  /// - Parameter id: comes back with the answer.
  /// - Throws: `lost`.
  public func send(_ request: ControlRequest, id: Int64? = nil) throws(ControlFailure) {
    try send(line: request.line(id: id))
  }

  /// The same for a request that is a line already.
  public func send(line: [UInt8]) throws(ControlFailure) {
    output.append(line: line)
    try flush()
  }

  /// Sends what the player takes.
  ///
  /// - Throws: `lost`.
  public func flush() throws(ControlFailure) {
    do throws(SystemCallError) { try output.flush(to: descriptor) } catch { throw .lost }
  }

  /// Lines that have arrived, without their newlines, as they are: what is there, up to some 64 KiB, or what is left of
  /// the last piece.
  ///
  /// - Throws: `lost` once everything that arrived was handed out; `notUnderstood` for a line without end.
  public func receiveLines() throws(ControlFailure) -> [[UInt8]] {
    if !output.isEmpty { try flush() }
    do throws(SystemCallError) {
      guard let count = try LocalSocket.receive(descriptor, into: buffer) else { return [] }
      guard count > 0 else { throw SystemCallError(operation: "receive", code: ECONNRESET) }
      input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch {
      throw .lost
    }
    var lines: [[UInt8]] = []
    while let found = input.next() {
      guard case .line(let line) = found else { throw .notUnderstood("a line has no end") }
      lines.append(Array(line))
    }
    return lines
  }

  /// What the player has said, likewise.
  ///
  /// - Throws: `lost`, or `notUnderstood`.
  public func receive() throws(ControlFailure) -> [ControlMessage] {
    var messages: [ControlMessage] = []
    for line in try receiveLines() { messages.append(try Self.message(line)) }
    return messages
  }

  /// Reads a line.
  ///
  /// - Throws: `notUnderstood`.
  public static func message(_ line: [UInt8]) throws(ControlFailure) -> ControlMessage {
    do throws(WireError) { return try ControlMessage(line: line) } catch { throw .notUnderstood(error.description) }
  }

  /// Sleeps until lines have arrived, and returns them; nil if `deadline` has come before.
  ///
  /// - Throws: as `receiveLines`.
  public func waitForLines(until deadline: MonotonicTime?) throws(ControlFailure) -> [[UInt8]]? {
    while true {
      let lines = try receiveLines()
      if !lines.isEmpty { return lines }
      if let deadline, MonotonicTime.now >= deadline { return nil }
      do throws(SystemCallError) { _ = try waitForEvents([polled], until: deadline) } catch { throw .failed(error) }
    }
  }
}
