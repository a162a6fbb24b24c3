import AudioDevices
import AudioEngine
import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore
import TerminalUI

/// The player with its screen: lends every subsystem's descriptors to one `poll`, hands what they say to the session, and
/// never decides.
final class PlayCommand {
  private let session: Session
  private let engine: Engine
  private let reader: FactsReader
  private let hardware: any HardwareMonitor
  private let screen: Screen
  private let requests: Mailbox<ScreenRequest>
  private let signals: SignalDescriptor
  private var published: Snapshot?
  /// The first picture waits until then for titles, lengths and the route, so that it is drawn once and complete.
  private let firstShowBy = MonotonicTime.now + .milliseconds(20)
  private var isQuitting = false
  /// While the process is about to be stopped: how long the device may take to fall silent first.
  private var stopsBy: MonotonicTime?
  private var failure: String?

  init(
    session: Session, engine: Engine, reader: FactsReader, hardware: any HardwareMonitor, screen: Screen,
    requests: Mailbox<ScreenRequest>, signals: SignalDescriptor
  ) {
    self.session = session
    self.engine = engine
    self.reader = reader
    self.hardware = hardware
    self.screen = screen
    self.requests = requests
    self.signals = signals
  }

  /// Says `notes`, and runs until the user quits.
  ///
  /// - Returns: why it ended, if the user did not ask for it.
  func run(notes: [String], output: OutputFacts?) throws(SystemCallError) -> String? {
    session.send(.factsChanged(hardware.facts))
    if let output { session.send(.deviceProbed(output)) }
    if let first = notes.first {
      session.send(.noticed(notes.count == 1 ? first : "\(first) (and \(notes.count - 1) more)"))
    }
    while !isQuitting {
      publish()
      try wait()
      // Jacks first: nothing that waits may come between an unplugged plug and silence.
      if hardware.process() { session.send(.factsChanged(hardware.facts)) }
      for report in engine.takeReports() { session.send(.engineReported(report)) }
      for bunch in reader.readings.takeAll() { bunch.forEach { session.send($0.event) } }
      for request in requests.takeAll() { answer(request) }
      while let signal = signals.take() { take(signal) }
      if let due = session.state.nextDeadline, MonotonicTime.now >= due { session.send(.deadlineReached) }
      stopWhenSilent()
    }
    return failure
  }

  private func wait() throws(SystemCallError) {
    let own = [
      engine.reportsDescriptor, reader.readings.descriptor, requests.descriptor, signals.descriptor,
    ]
    let polled = hardware.pollDescriptors + own.map(PolledDescriptor.init(readable:))
    let firstShow = published == nil ? firstShowBy : nil
    let deadline = [session.state.nextDeadline, hardware.deadline, stopsBy, firstShow].compactMap(\.self).min()
    _ = try waitForEvents(polled, until: deadline)
  }

  private func publish() {
    let snapshot = session.state.snapshot
    guard snapshot != published, published != nil || isReadyToShow(snapshot) else { return }
    published = snapshot
    screen.show(snapshot)
  }

  private func isReadyToShow(_ snapshot: Snapshot) -> Bool {
    let isComplete =
      snapshot.route != .nowhere && snapshot.queue.prefix(50).allSatisfy { $0.facts.format != nil || $0.problem != nil }
    return isComplete || MonotonicTime.now >= firstShowBy
  }

  private func answer(_ request: ScreenRequest) {
    switch request {
    case .command(let command): session.send(.commandReceived(command, from: .keyboard))
    case .simulate(let change): (hardware as? SimulatedHardware)?.apply(change)
    case .suspend: beginStop()
    case .quit: isQuitting = true
    case .terminalLost(let reason):
      failure = reason
      isQuitting = true
    }
  }

  private func take(_ signal: Int32) {
    switch signal {
    case SIGWINCH: screen.resized()
    case SIGTSTP: beginStop()
    case SIGCONT: screen.resumed()
    default: isQuitting = true
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
    screen.suspend()
    if hardware.process() { session.send(.factsChanged(hardware.facts)) }
    session.send(.holdEnded(.sleep, shouldResume: true))
  }
}
