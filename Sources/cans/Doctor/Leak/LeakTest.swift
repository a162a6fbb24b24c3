import AudioDevices
import AudioEngine
import InputDevices
import LinuxSystem
import MessageBus
import PlayerCore

/// `cans doctor --leak`: the player's own core and engine with a tone to play, which is silenced by whatever tells of
/// the plug, and watched. What the core would do to others – saving levels, pausing players – is not done.
final class LeakTest {
  /// How long a person has to plug headphones in, and to pull them.
  private static let patience = Duration.seconds(30)
  /// The tone is heard so long before anything is pulled.
  private static let prelude = Duration.seconds(1)
  /// A device that is pulled stops so long before the program is told, at most.
  private static let suddenness = Duration.milliseconds(100)
  /// How long it is watched after the silence.
  private static let watch = Duration.milliseconds(300)

  private let session: Session
  private let engine: Engine
  private let sources: FactSources
  private let signals: SignalDescriptor
  private let figures: OutputFigures
  private var stage = LeakStage.awaitsHeadphones(until: .now + patience)
  private var hasAsked = false
  /// When the simulated headphones were pulled.
  private var pull: LeakMark?
  /// Where the tone was silenced, once that is known.
  private var silenced: FrameCount?

  static func run(_ arguments: Arguments) throws -> Int32 {
    var settings = EffectiveSettings.load(under: arguments).values
    let name = settings.device
    let simulates = arguments.has(.simulate)
    if !simulates {
      // Behind a server that stands still, everything that comes now would wait for it.
      let probe = Inquiry("output") { outputFacts(ofDevice: name) }
      guard case .known = probe.answer(by: .now + .seconds(3)) else {
        throw CommandFailure("\(name) does not answer; cans doctor tells more")
      }
    }
    // Until here Ctrl-C ends it by itself.
    let signals = try SignalDescriptor(EndingSignals.all)
    // It is about pauses, whatever is set for them.
    settings.session.onUnplug = .pause
    settings.session.onUnplugs = [:]
    let test = try LeakTest(settings, Device(named: name, simulates: simulates), signals)
    defer { test.shutDown() }
    let figures = try test.run()
    try StandardOutput.write(arguments.has(.json) ? figures.json + "\n" : figures.text)
    return figures.isTight ? 0 : 1
  }

  private init(_ settings: Settings, _ device: Device, _ signals: SignalDescriptor) throws(CommandFailure) {
    if device.simulation == .noCardFound { complain("no sound card found: this is the simulated hardware") }
    let output = device.outputFacts
    if output == .none { throw CommandFailure(OutputProblem.noDevice.text(device: device.name)) }
    self.signals = signals
    let figures = OutputFigures()
    self.figures = figures
    let engine = Engine(
      output: Self.observed(device, settings.buffering, figures),
      opener: { _ throws(DecodeError) in ToneDecoder() }, rate: settings.rate, dithers: settings.dithers,
      realTimePriority: device.simulation == .off ? RealTimeRequest.priority : nil)
    self.engine = engine
    let (system, user) = (SystemBusSource(patience: .zero), UserBusSource(watchesPlayers: false, patience: .zero))
    let server = ServerSource(patience: .zero)
    let switches = InputSource(keys: .off, switches: device.simulation == .off, patience: .zero)
    sources = FactSources(hardware: device.hardware, others: [switches, server, system, user])
    let saved = VolumeFile(path: Places.volume).load().book
    let volume = VolumeBook(levels: saved.levels, muted: saved.muted)
    var state = PlayerState(settings: settings.session, volume: volume)
    state.deviceName = device.name
    state.namedCard = device.simulation == .off ? namedCard(ofDevice: device.name) : nil
    let realTime = RealTimeRequest()
    session = Session(state: state) { effect, _ in
      switch effect {
      case .engine(let order): engine.perform(order)
      case .requestRealTime(let thread): realTime.ask(for: thread)
      case .reserveCard(let card): user.bus.reserve(card)
      case .releaseReservation: user.bus.releaseReservation()
      case .answerReservation(let isGranted): user.bus.answerReservation(granted: isGranted)
      case .discardStream: server.discardStream()
      default: break
      }
    }
    session.note(device.simulation)
    system.report = session.send
    user.report = session.send
    // In this order: a device without the facts of its card would be a first route that is none.
    session.send(.factsChanged(sources.facts))
    session.send(.deviceProbed(output))
  }

  private nonisolated static func observed(
    _ device: Device, _ buffering: OutputBuffering, _ figures: OutputFigures
  ) -> sending any Output {
    ObservedOutput(device.makeOutput(buffering), figures)
  }

  /// Silences, and lets go of everything.
  private func shutDown() {
    engine.shutDown()
    sources.stop()
  }

  private func run() throws -> LeakFigures {
    while true {
      if let figures = try advance() { return figures }
      sources.follow(session.state)
      let polled = [signals.descriptor, engine.reportsDescriptor].map(PolledDescriptor.init(readable:))
      let deadlines = [session.state.nextDeadline, sources.deadline, stage.deadline].compactMap(\.self)
      _ = try waitForEvents(polled + sources.pollDescriptors, until: deadlines.min())
      let mark = pull ?? mark()
      // What stopped the device long before has nothing to do with it; one that is gone may stop it just before.
      if case .awaitsPull = stage, let stop = figures.stop, mark.time - stop.at > Self.suddenness {
        figures.awaitStop()
      }
      if let signal = signals.take() {
        shutDown()
        EndingSignals.die(by: signal)
      }
      sources.process { session.send(.factsChanged($0)) }
      noteLoss(since: mark)
      for report in engine.takeReports() { try take(report, mark) }
      if let due = session.state.nextDeadline, due <= .now { session.send(.deadlineReached) }
    }
  }

  private func mark() -> LeakMark {
    let now = MonotonicTime.now
    return LeakMark(
      time: now, route: session.state.routes.settled, output: session.snapshot.output,
      frame: session.snapshot.playhead.frame(at: now), written: figures.counts.written,
      takenBack: figures.counts.takenBack)
  }

  /// The core has silenced the tone for what it was just told, if that was the loss of the route and nothing else.
  private func noteLoss(since mark: LeakMark) {
    guard case .awaitsPull = stage else { return }
    let snapshot = session.snapshot
    guard snapshot.holds.contains(.snag) || snapshot.wish.cause == .routeLost else { return }
    stage = .awaitsSilence(since: mark, until: mark.time + LeakFigures.limit)
  }

  private func take(_ report: EngineReport, _ mark: LeakMark) throws(CommandFailure) {
    session.send(.engineReported(report))
    switch report {
    case .openFailed(_, .busy):
      throw CommandFailure(
        OutputProblem.busy.text(device: session.state.deviceName) + "; if that is cans: cans ctl quit")
    case .openFailed(_, let problem): throw CommandFailure(problem.text(device: session.state.deviceName))
    case .trackFailed(_, _, let reason): throw CommandFailure(reason)
    case .silenced(_, let position): silenced = position.frame
    case .deviceLost(_, let position, _):
      noteLoss(since: mark)
      silenced = position.frame
    default: break
    }
  }

  /// Goes on to the next stage, where it is time for it; the figures, once there are all.
  private func advance() throws(CommandFailure) -> LeakFigures? {
    let now = MonotonicTime.now
    switch stage {
    case .awaitsHeadphones(let until):
      if session.state.routes.settled.privacy != .everybody {
        session.send(.launched([QueueItem(path: FilePath("test tone"))], plays: true))
        stage = .starts(until: now + .seconds(10))
      } else if until <= now {
        throw CommandFailure("no headphones were plugged in within \(Self.patience.components.seconds) seconds")
      } else if !hasAsked {
        hasAsked = true
        if !simulate() {
          ask("plug headphones in: this plays to \(session.state.routes.settled.name), which everybody hears")
        }
      }
    case .starts(let until):
      if session.snapshot.status == .playing, session.snapshot.playhead.advances {
        stage = .plays(until: now + Self.prelude)
      } else if until <= now {
        throw CommandFailure("the device plays nothing; cans doctor tells more")
      }
    case .plays(let until):
      guard until <= now else { break }
      stage = .awaitsPull(until: now + Self.patience)
      silenced = nil
      figures.awaitStop()
      pull = isSimulated ? mark() : nil
      if !simulate() { ask("pull the headphones now: you have \(Self.patience.components.seconds) seconds") }
    case .awaitsPull(let until):
      if until <= now {
        throw CommandFailure("nothing was pulled within \(Self.patience.components.seconds) seconds")
      }
    case .awaitsSilence(let mark, let until):
      if let stop = figures.stop, let silenced, let output = mark.output {
        let streams = outputCard.map(KernelStream.ours) ?? []
        stage = .watches(
          figures(of: output, since: mark, stop, silenced), streams, until: now + Self.watch)
      } else if until <= now {
        throw CommandFailure("no silence within \(LeakFigures.limit.components.seconds) s: this leaks")
      }
    case .watches(var result, let streams, let until):
      guard until <= now else { break }
      result.framesAfterSilence = figures.counts.written - result.framesAfterSilence
      let later = outputCard.map(KernelStream.ours) ?? []
      result.streams = later.map { stream in
        let before = streams.first { $0.card == stream.card && $0.device == stream.device }
        return LeakFigures.Stream(state: stream.state, advances: before.map { $0.pointer != stream.pointer } ?? false)
      }
      return result
    }
    return nil
  }

  /// What is known at the silence. Of the frames after it only how many there were before.
  private func figures(
    of output: OutputDescription, since mark: LeakMark, _ stop: (at: MonotonicTime, written: Int),
    _ silenced: FrameCount
  ) -> LeakFigures {
    LeakFigures(
      route: mark.route, output: output, latency: max(stop.at - mark.time, .zero),
      framesHeard: max(Int((silenced - mark.frame).value), 0), framesWritten: stop.written - mark.written,
      framesTakenBack: figures.counts.takenBack - mark.takenBack, framesAfterSilence: stop.written,
      streams: [])
  }

  private var isSimulated: Bool { session.snapshot.simulation != .off }
  /// The card that is played to; nil: none, or one that is simulated.
  private var outputCard: CardIndex? { isSimulated ? nil : session.snapshot.output?.card }

  /// Plugs the simulated headphones in, or pulls them; false where those are real.
  private func simulate() -> Bool {
    guard let hardware = sources.hardware as? SimulatedHardware else { return false }
    hardware.apply(.headphones)
    return true
  }

  /// Tells the person what to do; whoever reads the figures from a pipe sees it, too.
  private func ask(_ text: String) { StandardError.write("cans: \(text.printable)\n") }
}
