import AudioDevices
import AudioEngine
import AudioFiles
import ControlSocket
import Glibc
import Library
import LinuxSystem
import PlayerCore

/// One run of the player, whatever it is seen through: finds the files, opens the device, and puts everything together.
struct PlayerRun {
  /// The signals that a player with a terminal takes in its loop.
  static let signals = EndingSignals.all + [SIGTSTP, SIGCONT, SIGWINCH]

  private let settings: EffectiveSettings
  private let found: Expansion
  /// Where what was named is looked for: a player in the background leaves that folder.
  private let folder = Places.workingFolder
  private let simulates: Bool

  /// Finds what `arguments` name, and tells what was left out.
  ///
  /// - Throws: when something that was named is not there, or there is no music in it.
  init(_ arguments: Arguments) throws(CommandFailure) {
    let paths = arguments.files
    found = expand(paths)
    if let missing = found.problems.first(where: \.isMissingArgument) {
      throw CommandFailure("\(missing.path.text): \(missing.reason)")
    }
    // They stand on the terminal again when the player's screen is gone.
    try tellLeftOut(
      of: paths, found.problems.map(\.text), isAnythingLeft: paths.isEmpty || !found.items.isEmpty)
    settings = EffectiveSettings.load(under: arguments)
    simulates = arguments.has(.simulate)
  }

  /// Whether something that was to be played was left out.
  var isIncomplete: Bool { !found.problems.isEmpty }

  /// Plays, until the user or `face` ends it; then `face` is stopped.
  ///
  /// - Parameters:
  ///   - face: what is seen on the terminal; nil: it has none.
  ///   - socket: where it listens already; nil: it is to, unless another player does.
  ///   - signals: those that end it or are the terminal's, blocked before `face` has started its thread.
  ///   - keepsSession: whether it goes on from the last session, and is kept for the next one, if the settings say so.
  /// - Returns: how it ended, and the state at the end.
  func play(
    through face: (any PlayerFace)?, socket: SocketRemote? = nil, signals: SignalDescriptor, keepsSession: Bool
  ) throws -> (ending: PlayerLoop.Ending, state: PlayerState) {
    var mistakes = settings.problems
    let socket = socket ?? listen(&mistakes)
    // The last of all: who waits for the player's end waits for what it saves.
    defer { socket?.stop() }
    // It is read while alsa-lib reads its configuration.
    let isKept = keepsSession && settings.values.session.restore != .off
    let store = isKept ? SessionStore(path: Places.session) : nil
    defer { store?.finish().forEach(complain) }
    let file = VolumeFile(path: Places.volume)
    let saved = file.load()
    if let problem = saved.problem {
      complain(problem)
      mistakes.append(problem)
    }
    let keeper = VolumeKeeper(file: file, saved: saved.book)
    defer {
      do throws(SystemCallError) { try keeper.finish() } catch { complain("levels were not saved: \(error)") }
    }
    let (system, user) = (SystemBusSource(), UserBusSource(watchesPlayers: settings.values.session.watchesPlayers))
    let timeline = TimelineKeeper(path: keepsSession ? Places.timeline : nil)
    defer { timeline.finish().forEach(complain) }
    let listening =
      settings.values.session.keepsListeningTime ? ListeningKeeper(path: Places.listening) : nil
    defer { listening?.finish().forEach(complain) }
    let effects = EffectRunner(
      volume: keeper, store: store, timeline: timeline, listening: listening, system: system.bus, user: user.bus)
    let seed = UInt64(bitPattern: MonotonicTime.now.nanoseconds)
    let deviceName = settings.values.device
    var state = PlayerState(settings: settings.values.session, volume: saved.book, seed: seed)
    state.deviceName = deviceName
    state.namedCard = simulates ? nil : namedCard(ofDevice: deviceName)
    if isKept { state.keepsSession = .awaited }
    let session = Session(state: state) { effect, _ in effects.run(effect) }
    // The screen is gone and the music silent before anybody waits for what hooks still do.
    defer { for report in effects.hooks.finish() { session.send(.hookEnded(report)) } }
    defer { face?.stop() }
    defer { for report in effects.shutDown() { session.send(.engineReported(report)) } }
    var leaving = Leaving.failed
    defer { Self.leave(session, store, because: leaving) }
    // The files are read while the device is looked for: alsa-lib's configuration takes as long as all the rest.
    session.send(.launched(keepsSession ? found.items.map { $0.found(from: folder) } : found.items, plays: true))
    let device = try Device(named: deviceName, simulates: simulates)
    session.note(device.simulation)
    let engine = Engine(
      output: device.makeOutput(settings.values.buffering),
      opener: { track throws(DecodeError) in try openDecoder(track) },
      replayGain: { readReplayGain($0.path) }, rate: settings.values.rate, dithers: settings.values.dithers,
      measures: listening != nil,
      realTimePriority: device.simulation == .off ? RealTimeRequest.priority : nil)
    effects.attach(engine)
    let isOnBus = !settings.values.session.disabledSources.contains(.mpris)
    let input = InputSource(keys: settings.values.mediaKeys, switches: device.simulation == .off)
    let remotes: [any Remote] = [KeysRemote(input)] + (isOnBus ? [MPRISRemote()] : [])
    defer { for remote in remotes { remote.stop() } }
    let server = ServerSource()
    effects.attach(server)
    system.report = session.send
    user.report = session.send
    let sources = FactSources(hardware: device.hardware, others: [input, server, system, user])
    defer { sources.stop() }
    let loop = PlayerLoop(
      session: session, engine: engine, store: store, timeline: timeline, reader: effects.reader,
      realTime: effects.realTime, hooks: effects.hooks, listening: listening, sources: sources, face: face,
      remotes: remotes + [socket].compactMap(\.self), signals: signals)
    // The first of all: who comes now finds no player, and may start the next one.
    defer { socket?.stopListening() }
    // A device that is about to be opened tells where it goes; asking before would only cost time.
    let ending = try loop.run(
      notes: mistakes + found.problems.map(\.text), output: found.items.isEmpty ? device.outputFacts : nil)
    leaving = ending.leaving
    return (ending, session.state)
  }

  /// The socket, unless another player has it.
  private func listen(_ mistakes: inout [String]) -> SocketRemote? {
    do throws(ControlFailure) {
      return try SocketRemote.open()
    } catch {
      mistakes.append("cans ctl cannot be used: \(error)")
      return nil
    }
  }

  /// Has everything saved. What was played before the last session has been read still belongs to it: then it is waited
  /// for, not for long.
  private static func leave(_ session: Session, _ store: SessionStore?, because why: Leaving) {
    if let store, session.state.keepsSession == .awaited, session.state.hasSomethingToKeep {
      waitUntilReadable(store.reports.descriptor, milliseconds: 2_000)
      for report in store.reports.takeAll() { session.send(report.event) }
    }
    session.send(.leaving(why))
  }
}

extension QueueItem {
  /// The same, by its path from the root instead of from `folder`: the next run may be started in another one.
  fileprivate func found(from folder: FilePath) -> QueueItem {
    var item = self
    item.path = folder.appending(path).cleaned
    return item
  }
}

extension PlayerLoop.Ending {
  /// As the timeline tells it.
  fileprivate var leaving: Leaving {
    switch self {
    case .quit: .asked
    case .signal(let number): .signal(number)
    case .done: .done
    case .terminalLost: .terminalLost
    }
  }
}
