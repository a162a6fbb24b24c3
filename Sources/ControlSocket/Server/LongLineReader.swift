internal import LinuxSystem

/// Reads lines that take longer than the loop has time for, on a thread of its own that begins with the first one.
final class LongLineReader {
  /// What was read, with the number of the connection that it came from.
  struct Reading: Sendable {
    let connection: Int
    let request: ReceivedRequest
  }

  private enum Work: Sendable {
    case read([UInt8], connection: Int)
    case end
  }

  private let work = Mailbox<Work>()
  private let readings = Mailbox<Reading>()
  private var thread: Thread?

  /// Readable when something has been read.
  var descriptor: Int32 { readings.descriptor }

  /// Reads `line`.
  func read(_ line: [UInt8], of connection: Int) {
    work.post(.read(line, connection: connection))
    guard thread == nil else { return }
    // libjansson and the reading of what it made call themselves for each level of nesting.
    thread = Thread(name: "requests", stackSize: 2 << 20) { [work, readings] in
      while true {
        waitUntilReadable(work.descriptor, milliseconds: -1)
        for item in work.takeAll() {
          guard case .read(let line, let connection) = item else { return }
          readings.post(Reading(connection: connection, request: ReceivedRequest(line: line)))
        }
      }
    }
  }

  /// What has been read since the last call.
  func takeAll() -> [Reading] { readings.takeAll() }

  /// Ends the thread, after what it is reading.
  func stop() {
    guard let thread else { return }
    work.post(.end)
    thread.join()
    self.thread = nil
  }
}
