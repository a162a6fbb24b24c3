import AudioEngine
import Glibc
import Library
import LinuxSystem
import PlayerCore
import TerminalUI

/// The player's loop: lends every subsystem's descriptors to one `poll`, hands what they say to the session, and never
/// decides.
final class PlayerLoop {
  /// Why the loop ended.
  enum Ending: Equatable {
    /// The user asked for it.
    case quit
    /// A signal did.
    case signal(Int32)
    /// The face has nothing more to wait for.
    case done
    /// The terminal is gone; the reason is for people.
    case terminalLost(String)
  }

  private let session: Session
  private let engine: Engine
  private let store: SessionStore?
  private let timeline: TimelineKeeper
  private let reader: FactsReader
  private let realTime: RealTimeRequest
  private let hooks: HookRunner
  private let listening: ListeningKeeper?
  private let sources: FactSources
  private let desk: CommandDesk
  /// Nil: the player has no terminal.
  private let face: (any PlayerFace)?
  private let remotes: [any Remote]
  private let signals: SignalDescriptor
  private var ending: Ending?
  /// While the process is about to be stopped: how long the device may take to fall silent first.
  private var stopsBy: MonotonicTime?

  init(
    session: Session, engine: Engine, store: SessionStore?, timeline: TimelineKeeper, reader: FactsReader,
    realTime: RealTimeRequest, hooks: HookRunner, listening: ListeningKeeper?, sources: FactSources,
    face: (any PlayerFace)?, remotes: [any Remote], signals: SignalDescriptor
  ) {
    self.session = session
    self.engine = engine
    self.store = store
    self.timeline = timeline
    self.reader = reader
    self.realTime = realTime
    self.hooks = hooks
    self.listening = listening
    self.sources = sources
    desk = CommandDesk(session: session, hardware: sources.hardware, timeline: timeline)
    self.face = face
    self.remotes = remotes
    self.signals = signals
  }

  /// Says `notes`, and runs until the player ends.
  func run(notes: [String], output: OutputFacts?) throws(SystemCallError) -> Ending {
    session.send(.factsChanged(sources.facts))
    if let output { session.send(.deviceProbed(output)) }
    if let first = notes.first {
      session.send(.noticed(notes.count == 1 ? first : "\(first) (and \(notes.count - 1) more)"))
    }
    while true {
      let snapshot = session.snapshot
      face?.show(snapshot)
      for remote in remotes { remote.show(snapshot) }
      sources.follow(session.state)
      if desk.isQuitWanted { ending = ending ?? .quit }
      if ending == nil, stopsBy == nil, face?.isDone(with: snapshot) == true { ending = .done }
      if let ending { return ending }
      try wait()
      // First of all: what is reported now belongs to the day that it is.
      for event in listening?.takeEvents() ?? [] { session.send(event) }
      sources.process { session.send(.factsChanged($0)) }
      // Before the engine's: what is prepared may be but a part of its file, and has not begun.
      for bunch in reader.readings.takeAll() { bunch.forEach { session.send($0.event) } }
      for report in engine.takeReports() { session.send(.engineReported(report)) }
      for report in store?.reports.takeAll() ?? [] { session.send(report.event) }
      for problem in timeline.process() { session.send(.noticed(problem)) }
      for answer in realTime.answers.takeAll() { session.send(.realTimeAnswered(answer)) }
      for report in hooks.takeReports() { session.send(.hookEnded(report)) }
      for request in face?.takeRequests() ?? [] { answer(request) }
      for remote in remotes { remote.process(desk) }
      desk.process()
      while let signal = signals.take() { take(signal) }
      if let due = session.state.nextDeadline, MonotonicTime.now >= due { session.send(.deadlineReached) }
      stopWhenSilent()
    }
  }

  private func wait() throws(SystemCallError) {
    let own = [
      engine.reportsDescriptor, reader.readings.descriptor, realTime.answers.descriptor, signals.descriptor,
      store?.reports.descriptor, timeline.descriptor, hooks.descriptor,
      listening?.descriptor, face?.requestsDescriptor, desk.descriptor,
    ]
    let polled =
      sources.pollDescriptors + own.compactMap(\.self).map(PolledDescriptor.init(readable:))
      + remotes.flatMap(\.pollDescriptors)
    let deadlines = [session.state.nextDeadline, sources.deadline, stopsBy, face?.deadline] + remotes.map(\.deadline)
    let deadline = deadlines.compactMap(\.self).min()
    _ = try waitForEvents(polled, until: deadline)
  }

  private func answer(_ request: ScreenRequest) {
    switch request {
    case .command(let command): desk.perform(command, from: .keyboard)
    case .simulate(let change): desk.simulate(change)
    case .timeline: face?.show(timeline.book)
    case .suspend: beginStop()
    case .detach: session.send(.noticed("this player runs in its terminal (--foreground) and cannot leave it"))
    case .quit: desk.quit()
    case .terminalLost(let reason): ending = .terminalLost(reason)
    }
  }

  private func take(_ signal: Int32) {
    switch signal {
    case SIGWINCH: face?.resized()
    case SIGTSTP: beginStop()
    case SIGCONT: face?.resumed()
    default: ending = .signal(signal)
    }
  }

  /// A stopped process cannot feed the device: it falls silent first, as before sleep.
  private func beginStop() {
    guard stopsBy == nil else { return }
    session.send(.holdBegan(.sleep))
    stopsBy = .now + .milliseconds(300)
  }

  private func stopWhenSilent() {
    guard let limit = stopsBy else { return }
    let isSilent = session.state.phase == .silent || session.state.phase == .idle
    guard isSilent || MonotonicTime.now >= limit else { return }
    stopsBy = nil
    // The process stands still in here until somebody continues it.
    face?.suspend()
    sources.process { session.send(.factsChanged($0)) }
    session.send(.holdEnded(.sleep, shouldResume: true))
  }
}
