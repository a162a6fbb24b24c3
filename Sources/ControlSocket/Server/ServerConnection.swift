internal import Glibc
internal import LinuxSystem

/// One client, as the player sees it.
final class ServerConnection {
  /// A client that leaves more than this unread is not listened to until it reads on.
  static let pausesAbove = 1 << 16

  let descriptor: Int32
  /// Tells it apart from all others, also from those that have gone.
  let number: Int
  var output = SendQueue()
  /// Whether it is told of changes, and since which turn: before its first line it has seen nothing.
  var watches = false
  var hasSeenState = false
  /// Whether somebody sees the state on a terminal.
  var isScreen = false
  /// Whether it records.
  var isRecorder = false
  /// Requests that were handed out and not answered yet.
  var unanswered = 0
  /// Whether a long line of it is being read elsewhere: the ones behind it wait.
  var isBeingRead = false
  /// A long line that has been read, and was not handed out yet.
  var longRequest: ReceivedRequest?
  private(set) var isBroken = false
  private var input = LineBuffer(longest: Wire.longestRequest)
  private var hasInputEnded = false
  private var found: LineBuffer.Found?

  /// Takes over `descriptor`.
  init(_ descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  deinit { close(descriptor) }

  /// Whether a line could be taken now.
  var hasLine: Bool { (found != nil || longRequest != nil) && mayTake }
  private var mayTake: Bool { !isBeingRead && output.count <= Self.pausesAbove && !isBroken }
  private var reads: Bool { !hasInputEnded && !waits && mayTake }
  /// Whether something of it waits to be handed out.
  private var waits: Bool { found != nil || longRequest != nil || isBeingRead }

  /// Whether nothing more is to come of it, in either direction.
  var isDone: Bool {
    isBroken
      || (hasInputEnded && !waits && unanswered == 0 && !watches && output.isEmpty)
  }

  /// What to wait for; nil: for nothing that it does.
  var polled: PolledDescriptor? {
    let events = (reads ? Int16(POLLIN) : 0) | (output.isEmpty ? 0 : Int16(POLLOUT))
    // Without any events poll(2) still tells that the client has gone; while its line waits that must not wake the loop
    // again and again.
    if events == 0, waits || !hasInputEnded { return nil }
    return PolledDescriptor(descriptor, events: events)
  }

  /// Something has happened to the descriptor: reads a piece of what is there. `buffer` is room for it.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) {
    guard reads else {
      // Nothing was waited for but the client's going away.
      if output.isEmpty { isBroken = true } else { flush() }
      return
    }
    do throws(SystemCallError) {
      guard let count = try LocalSocket.receive(descriptor, into: buffer) else { return flush() }
      if count == 0 { hasInputEnded = true } else { input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      found = input.next()
    } catch {
      isBroken = true
    }
    flush()
  }

  /// The next line, if there is one and it may be taken now.
  func takeLine() -> LineBuffer.Found? {
    guard mayTake, let line = found else { return nil }
    found = input.next()
    return line
  }

  func send(_ line: [UInt8]) {
    if !isBroken { output.append(line: line) }
  }

  /// Sends what the client takes.
  func flush() {
    do throws(SystemCallError) { try output.flush(to: descriptor) } catch { isBroken = true }
  }

  func hangUp() { isBroken = true }
}
