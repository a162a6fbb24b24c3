import AudioFiles
import ControlSocket
import LinuxSystem
import PlayerCore

/// The control socket as a way in and a view out.
final class SocketRemote: Remote {
  private let server: ControlServer
  /// Clients that showed the state on a terminal at the last look.
  private var screens = 0
  /// Clients that recorded at the last look.
  private var recorders = 0
  /// Whether the last one that said that it has ended has lost its microphone.
  private var isMicrophoneLost = false
  /// Clients that were hung up on, at the last look.
  private var dropped = 0
  /// Who asked for the timeline before it was read.
  private var readers: [(asker: ControlServer.Asker, from: Int64, count: Int)] = []

  /// Answers through `server`.
  init(_ server: ControlServer) { self.server = server }

  /// Becomes the player that this user's clients talk to.
  ///
  /// - Returns: nil if another player is that already.
  /// - Throws: why there can be no socket; for people.
  static func open() throws(ControlFailure) -> SocketRemote? {
    let folder = try SocketFolder(SocketFolder.usualPath, makes: true)
    return try ControlServer.claim(folder, program: Program.version).map(SocketRemote.init)
  }

  var pollDescriptors: [PolledDescriptor] { server.pollDescriptors }
  var deadline: MonotonicTime? {
    screens != server.screens || recorders != server.recorders ? MonotonicTime(nanoseconds: 0) : server.deadline
  }

  func process(_ desk: CommandDesk) {
    server.process()
    while let (asker, request) = server.nextRequest() { answer(request, to: asker, desk) }
    tellReaders(desk)
    for _ in dropped..<server.dropped { desk.send(.observerDropped) }
    dropped = server.dropped
    // R29: closing the last screen's terminal is news, the next one's opening is none.
    if screens > 0, server.screens == 0 { desk.send(.terminalLeft) }
    screens = server.screens
    followRecorders(desk)
  }

  /// R29: one that was killed has ended, too.
  private func followRecorders(_ desk: CommandDesk) {
    let count = server.recorders
    if recorders == 0, count > 0 { desk.send(.recordingBegan) }
    if recorders > 0, count == 0 { desk.send(.recordingEnded(lostMicrophone: isMicrophoneLost)) }
    if recorders != count { isMicrophoneLost = false }
    recorders = count
  }

  func show(_ snapshot: Snapshot) { server.show(snapshot) }
  /// Lets no more clients in: the player is about to end.
  func stopListening() { server.stopListening() }
  func stop() { server.stop() }

  private func answer(_ request: ControlRequest, to asker: ControlServer.Asker, _ desk: CommandDesk) {
    func done(_ status: CommandStatus) {
      server.answer(asker, .done(request.name, status, reason: desk.reason(for: status)))
    }
    switch request {
    case .hello: preconditionFailure("the server answers that")
    case .command(let command, let source): done(desk.perform(command, from: source))
    case .add(let paths, let place):
      desk.expand(paths) { [weak self, weak desk] found in
        if let self, let desk { server.answer(asker, add(found, at: place, desk)) }
      }
    case .status: server.answer(asker, .status(StateLine(desk.snapshot)))
    case .statusText: server.answer(asker, .statusText(StatusText(StateLine(desk.snapshot), at: .now).text))
    case .queue(let from, let count): server.answer(asker, entriesFrom: from, count: count, of: desk.snapshot)
    case .log(let from, let count): readers.append((asker, from, count))
    case .watch(let isScreen): server.answerWatching(asker, isScreen: isScreen)
    case .beginInterruption:
      desk.send(.holdBegan(.interruption))
      done(.success)
    case .endInterruption(let shouldResume):
      desk.send(.holdEnded(.interruption, shouldResume: shouldResume))
      done(.success)
    case .beginRecording: server.answerRecording(asker, .done(request.name, .success), records: true)
    case .endRecording(let isLost):
      isMicrophoneLost = isLost
      server.answerRecording(asker, .done(request.name, .success), records: false)
    case .simulate(let change): done(desk.simulate(change) ? .success : .commandFailed)
    case .quit:
      desk.quit()
      server.stopListening()
      done(.success)
    }
  }

  private func tellReaders(_ desk: CommandDesk) {
    guard !readers.isEmpty, let book = desk.timelineBook else { return }
    for reader in readers { server.answer(reader.asker, recordsFrom: reader.from, count: reader.count, of: book) }
    readers = []
  }

  private func add(_ found: Expansion, at place: AddedPlace, _ desk: CommandDesk) -> ControlMessage.Content {
    let command: Command =
      switch place {
      case .now: .playItems(found.items)
      case .queue(let place): .insert(found.items, at: place)
      }
    let status = found.items.isEmpty ? .noSuchContent : desk.perform(command, from: .commandLine)
    return .added(
      status, count: found.items.count, problems: found.problems.map(\.text), reason: desk.reason(for: status))
  }
}
