internal import Glibc
public import LinuxSystem
public import PlayerCore

/// The player's end of the socket: lends its descriptors to the loop, hands out requests, and tells watchers of
/// changes. It never waits, does only a little in each turn of the loop, and decides nothing. For one thread.
public final class ControlServer {
  /// Who asked what: for the answer.
  public struct Asker: Hashable, Sendable {
    let connection: Int
    let id: Int64?
  }

  /// So much time a turn of the loop may take here; what is left waits for the next one. Jacks come first.
  private static let turn = Duration.milliseconds(2)
  private static let mostConnections = 256
  /// A longer line is read on another thread.
  private static let longestHere = 1 << 14

  private let folder: SocketFolder?
  private var listener: Int32?
  private let program: String
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var connections: [ServerConnection] = []
  private var lastNumber = 0
  /// The connection that is asked first for a line.
  private var first = 0
  private var turnEnds = MonotonicTime(nanoseconds: 0)
  /// After running out of descriptors: when to take clients again.
  private var acceptsAgain: MonotonicTime?
  private var longLines: LongLineReader?
  private var shown = Snapshot()

  /// Becomes the one player that listens in `folder`.
  ///
  /// - Parameter program: who answers, for `hello`: "cans 0.1.0".
  /// - Returns: nil if another process is that already.
  /// - Throws: when it cannot be listened there.
  public static func claim(_ folder: SocketFolder, program: String) throws(ControlFailure) -> ControlServer? {
    guard try folder.claim() else { return nil }
    return ControlServer(folder: folder, listener: try folder.listen(), program: program)
  }

  /// A server that nobody connects to by himself: for connections that are there already.
  init(folder: SocketFolder? = nil, listener: Int32? = nil, program: String) {
    self.folder = folder
    self.listener = listener
    self.program = program
  }

  deinit {
    stop()
    buffer.deallocate()
  }

  /// How many clients show the state on a terminal.
  public var screens: Int { connections.count { $0.isScreen } }
  /// How many clients record.
  public var recorders: Int { connections.count { $0.isRecorder } }
  /// How many clients have been hung up on, as they did not read what they were told (R31).
  public private(set) var dropped = 0
  /// How many clients there are.
  var connectionCount: Int { connections.count }

  /// What the loop is to wait for.
  public var pollDescriptors: [PolledDescriptor] {
    var polled = connections.compactMap(\.polled)
    if let listener, acceptsAgain == nil { polled.append(PolledDescriptor(readable: listener)) }
    if let longLines { polled.append(PolledDescriptor(readable: longLines.descriptor)) }
    return polled
  }

  /// When `process` is to be called although nothing has happened: at once, if requests are left over.
  public var deadline: MonotonicTime? {
    connections.contains(where: \.hasLine) ? MonotonicTime(nanoseconds: 0) : acceptsAgain
  }

  /// Takes in what has arrived. Called in every turn of the loop, before `nextRequest`.
  public func process() {
    let readsUntil = MonotonicTime.now + Self.turn
    defer { turnEnds = .now + Self.turn }
    if let listener { accept(from: listener) }
    for reading in longLines?.takeAll() ?? [] {
      guard let connection = connection(reading.connection) else { continue }
      connection.isBeingRead = false
      connection.longRequest = reading.request
    }
    let polled = connections.compactMap { connection in connection.polled.map { (connection, $0) } }
    guard !polled.isEmpty, let ready = try? waitForEvents(polled.map(\.1), until: MonotonicTime(nanoseconds: 0)) else {
      return
    }
    for offset in polled.indices where MonotonicTime.now < readsUntil {
      let index = (offset + first) % polled.count
      if ready[index] { polled[index].0.receive(buffer) }
    }
  }

  /// A request that has arrived; nil if there is none, or the time for this turn is over. Each one is to be answered.
  /// What is no request is answered here.
  public func nextRequest() -> (asker: Asker, request: ControlRequest)? {
    while MonotonicTime.now < turnEnds {
      // One line of each client in turn: who sends many delays himself.
      guard let offset = connections.indices.first(where: { connections[($0 + first) % connections.count].hasLine })
      else {
        break
      }
      let index = (offset + first) % connections.count
      first = index + 1
      if let found = request(of: connections[index]) { return found }
    }
    return nil
  }

  /// Answers a request. Does nothing if the client has gone.
  public func answer(_ asker: Asker, _ content: ControlMessage.Content) {
    guard let connection = connection(asker.connection) else { return }
    connection.unanswered -= 1
    connection.send(ControlMessage(id: asker.id, content).line)
    // At once: who asks from a shell waits for nothing else.
    connection.flush()
  }

  /// Answers `queue` with entries of `snapshot`; a watcher's with those that it was told of.
  public func answer(_ asker: Asker, entriesFrom from: Int, count: Int, of snapshot: Snapshot) {
    let known = connection(asker.connection)?.hasSeenState == true ? shown : snapshot
    let start = min(from, known.queue.count)
    var end = start
    var size = 0
    while end < known.queue.count, end - start < count, size < Wire.entriesPerAnswer {
      size += known.queue[end].approximateSize
      end += 1
    }
    answer(
      asker,
      .entries(
        Array(known.queue[start..<end]), from: from, total: known.queue.count, revision: known.queueRevision))
  }

  /// Answers `log` with entries of `book`.
  public func answer(_ asker: Asker, recordsFrom from: Int64, count: Int, of book: TimelineBook) {
    var size = 0
    let records = book.records(from: from, count: count).prefix { record in
      defer { size += record.approximateSize }
      return size < Wire.entriesPerAnswer
    }
    answer(asker, .log(Array(records), first: book.first, last: book.last))
  }

  /// Answers `watch`: from this turn on the client is told of every change.
  public func answerWatching(_ asker: Asker, isScreen: Bool) {
    guard let connection = connection(asker.connection) else { return }
    connection.watches = true
    connection.isScreen = isScreen
    answer(asker, .watching)
  }

  /// Answers `record`: from now on the client counts as one that records, or does not.
  public func answerRecording(_ asker: Asker, _ content: ControlMessage.Content, records: Bool) {
    connection(asker.connection)?.isRecorder = records
    answer(asker, content)
  }

  /// The state at the end of this turn: tells watchers, sends what waits, and lets go of clients that have left.
  public func show(_ snapshot: Snapshot) {
    let hasChanged = snapshot != shown
    let new = connections.filter { $0.watches && !$0.hasSeenState }
    if hasChanged {
      let watchers = connections.filter(\.hasSeenState)
      if !watchers.isEmpty { tell(watchers, snapshot, QueueChange.between(shown.queue, snapshot.queue)) }
      shown = snapshot
    }
    tell(new, snapshot, [QueueChange(from: 0, removed: 0, count: snapshot.queue.count)])
    for connection in connections where !connection.output.isEmpty { connection.flush() }
    if let acceptsAgain, MonotonicTime.now >= acceptsAgain { self.acceptsAgain = nil }
    connections.removeAll(where: \.isDone)
  }

  /// Takes no clients any more: whoever comes now is not to find a player that is about to end.
  public func stopListening() {
    guard let listener else { return }
    self.listener = nil
    folder?.unlinkSocket()
    close(listener)
  }

  /// Sends what can be sent, hangs up on everybody, and leaves the place to the next player.
  public func stop() {
    stopListening()
    longLines?.stop()
    for connection in connections { connection.flush() }
    connections = []
    folder?.release()
  }

  /// Takes over a connection.
  func admit(_ descriptor: Int32) {
    lastNumber += 1
    let connection = ServerConnection(descriptor, number: lastNumber)
    if connections.count >= Self.mostConnections {
      let reason = "\(Self.mostConnections) clients are connected already"
      connection.send(ControlMessage(.error(ControlError(.crowded, reason))).line)
      connection.flush()
    } else {
      connections.append(connection)
    }
  }

  private func accept(from listener: Int32) {
    // Asked for a client that is not there the kernel makes a socket and throws it away.
    guard acceptsAgain == nil, waitUntilReadable(listener, milliseconds: 0) else { return }
    do throws(SystemCallError) {
      for _ in 0..<16 {
        guard let descriptor = try LocalSocket.accept(from: listener) else { return }
        if LocalSocket.user(at: descriptor) == geteuid() { admit(descriptor) } else { close(descriptor) }
      }
    } catch {
      // No descriptor is left: who waits would wake the loop again and again.
      acceptsAgain = .now + .seconds(1)
    }
  }

  private func tell(_ watchers: [ServerConnection], _ snapshot: Snapshot, _ changes: [QueueChange]) {
    guard !watchers.isEmpty else { return }
    let line = ControlMessage(.state(StateLine(snapshot), changes)).line
    for watcher in watchers {
      watcher.hasSeenState = true
      // R31: who does not listen for so long must not cost more.
      if watcher.output.count > Wire.longestBacklog {
        watcher.hangUp()
        dropped += 1
      } else {
        watcher.send(line)
      }
    }
  }

  private func connection(_ number: Int) -> ServerConnection? { connections.first { $0.number == number } }

  /// The next request of `connection`, if what comes next is one to be handed out.
  private func request(of connection: ServerConnection) -> (asker: Asker, request: ControlRequest)? {
    let received: ReceivedRequest
    if let long = connection.longRequest {
      connection.longRequest = nil
      received = long
    } else {
      switch connection.takeLine() {
      case nil: return nil
      case .oversized:
        let reason = "a request has at most \(Wire.longestRequest) bytes; this one was skipped"
        connection.send(ControlMessage(.error(ControlError(.oversized, reason))).line)
        return nil
      case .line(let line) where line.count > Self.longestHere:
        connection.isBeingRead = true
        let reader = longLines ?? LongLineReader()
        longLines = reader
        reader.read(Array(line), of: connection.number)
        return nil
      case .line(let line): received = ReceivedRequest(line: line)
      }
    }
    let asker = Asker(connection: connection.number, id: received.id)
    connection.unanswered += 1
    switch received.content {
    case .success(.hello): answer(asker, .hello(versions: Wire.versions, program: program, process: getpid()))
    case .success(let request): return (asker, request)
    case .failure(let error): answer(asker, .error(error))
    }
    return nil
  }
}
