import AudioDevices
import Glibc
import InputDevices
import LinuxSystem
import PlayerCore

/// `cans monitor`: prints every change of route, with the rules of the player and without playing; or the facts that
/// routes are made of, as their sources say them. With the simulated hardware, each line of standard input is something
/// to do to it: headphones, headset, usbHeadset, bluetoothHeadset, chatter.
final class MonitorCommand {
  static let subcommand = Subcommand(
    name: "monitor", summary: "prints every change of route, and plays nothing",
    options: [.device, .simulate, .raw, .json],
    details: """
      Prints the route there is, and then every change: from where to where, why, and
      what the rules make of it if music plays; and a headset's microphone that
      arrives or leaves. With --raw it prints what routes are
      made of instead: what each source (cards, server, bluetooth …) says, and again
      whenever that changes.
      With --simulate each line of standard input does something to the simulated
      hardware: \(SimulatedChange.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    run: run)

  private let sources: FactSources
  private let server = ServerSource(patience: .zero)
  private let isJSON: Bool
  /// With --raw: what was printed last.
  private var printed: [FactsReport.Line]?
  private let signals: SignalDescriptor
  private let input: LineInput?
  private let session: Session
  private let report = Report()

  /// What is to be printed at the end of a turn.
  private final class Report {
    var lines: [String] = []
  }

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let settings = EffectiveSettings.load(under: arguments)
    let signals = try SignalDescriptor(EndingSignals.all)
    let device = try Device(named: settings.values.device, simulates: arguments.has(.simulate))
    if device.simulation == .noCardFound { complain("no sound card found: this is the simulated hardware") }
    guard device.outputFacts != .none else {
      throw CommandFailure(OutputProblem.noDevice.text(device: device.name))
    }
    try MonitorCommand(
      device: device, settings: settings.values.session, json: arguments.has(.json), raw: arguments.has(.raw),
      signals: signals
    ).run()
    return 0
  }

  private init(
    device: Device, settings: SessionSettings, json: Bool, raw: Bool, signals: SignalDescriptor
  ) throws(SystemCallError) {
    let buses: [any FactSource] = [
      SystemBusSource(patience: .zero), UserBusSource(watchesPlayers: raw, patience: .zero),
    ]
    let switches = InputSource(keys: .off, switches: device.simulation == .off, patience: .zero)
    switches.begin()
    sources = FactSources(hardware: device.hardware, others: [switches, server] + buses)
    self.signals = signals
    isJSON = json
    input = device.simulation == .off ? nil : LineInput()
    printed = raw ? [] : nil
    let report = report
    session = Session(state: PlayerState(settings: settings)) { effect, now in
      if raw { return }
      switch effect {
      case .announce(let change):
        report.lines.append(json ? RouteReport.json(change, at: now) : RouteReport.text(change))
      case .announceMicrophone(let change):
        report.lines.append(json ? RouteReport.json(change, at: now) : RouteReport.text(change))
      default: break
      }
    }
    let output = device.outputFacts
    if raw || output == .unnamed { try awaitServer() }
    // In this order: a device without the facts of its card would be a first route that is none.
    session.send(.factsChanged(sources.facts))
    session.send(.deviceProbed(output))
  }

  /// A server that is there answers soon, and then what it says belongs to the first route.
  private func awaitServer() throws(SystemCallError) {
    server.begin()
    let limit = MonotonicTime.now + .milliseconds(500)
    while server.process() || sources.facts.server == nil, limit > .now {
      _ = try waitForEvents(server.pollDescriptors, until: limit)
    }
  }

  /// Runs until a signal ends it, or until nobody reads any more.
  ///
  /// - Throws: when standard output cannot be written for another reason.
  private func run() throws(SystemCallError) {
    if printed == nil {
      let route = session.state.routes.settled
      report.lines.append(isJSON ? RouteReport.json(route, at: .now) : "now: \(route.name)")
    }
    reportFacts()
    while try printReport() {
      // A reader that went away makes a pipe report an error without being asked for any event.
      var polled = [PolledDescriptor(STDOUT_FILENO, events: 0), PolledDescriptor(readable: signals.descriptor)]
      let takesInput = input?.isAtEnd == false
      if takesInput { polled.append(PolledDescriptor(readable: STDIN_FILENO)) }
      let deadline = [session.state.nextDeadline, sources.deadline].compactMap(\.self).min()
      let hasEvent = try waitForEvents(polled + sources.pollDescriptors, until: deadline)
      if signals.take() != nil || hasEvent[0] { return }
      if takesInput, hasEvent[2] { input?.takeLines().forEach(simulate) }
      sources.process { session.send(.factsChanged($0)) }
      reportFacts()
      if let due = session.state.nextDeadline, due <= .now { session.send(.deadlineReached) }
    }
  }

  private func reportFacts() {
    guard let before = printed else { return }
    let lines = FactsReport.lines(sources.facts, device: session.state.device)
    for line in lines where !before.contains(line) {
      report.lines.append(isJSON ? line.jsonLine(at: .now) : line.textLine)
    }
    printed = lines
  }

  private func simulate(_ line: String) {
    guard let change = SimulatedChange(rawValue: line) else {
      complain(SimulatedChange.complaint(about: line))
      return
    }
    (sources.hardware as? SimulatedHardware)?.apply(change)
  }

  /// False if nobody reads any more.
  private func printReport() throws(SystemCallError) -> Bool {
    defer { report.lines = [] }
    return try StandardOutput.write(report.lines.map { $0 + "\n" }.joined())
  }
}
