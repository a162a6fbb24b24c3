import AudioDevices
import Glibc
import LinuxSystem
import PlayerCore

/// `cans monitor`: prints every change of route, with the rules of the player and without playing. With the simulated
/// hardware, each line of standard input is something to do to it: headphones, headset, usbHeadset, bluetoothHeadset, chatter.
final class MonitorCommand {
  static let subcommand = Subcommand(
    name: "monitor", summary: "prints every change of route, and plays nothing", options: [.device, .simulate, .json],
    details: """
      Prints the route there is, and then every change: from where to where, and why.
      With --simulate each line of standard input does something to the simulated
      hardware: \(SimulatedChange.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    run: run)

  private let hardware: any HardwareMonitor
  private let isJSON: Bool
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
      device: device, settings: settings.values.session, json: arguments.has(.json), signals: signals
    ).run()
    return 0
  }

  private init(device: Device, settings: SessionSettings, json: Bool, signals: SignalDescriptor) {
    hardware = device.hardware
    self.signals = signals
    isJSON = json
    input = device.simulation == .off ? nil : LineInput()
    let report = report
    session = Session(state: PlayerState(settings: settings)) { effect, now in
      guard case .announce(let change) = effect else { return }
      report.lines.append(json ? RouteReport.json(change, at: now) : RouteReport.text(change))
    }
    // In this order: a device without the facts of its card would be a first route that is none.
    session.send(.factsChanged(hardware.facts))
    session.send(.deviceProbed(device.outputFacts))
  }

  /// Runs until a signal ends it, or until nobody reads any more.
  ///
  /// - Throws: when standard output cannot be written for another reason.
  private func run() throws(SystemCallError) {
    let route = session.state.routes.settled
    report.lines.append(isJSON ? RouteReport.json(route, at: .now) : "now: \(route.name)")
    while try printReport() {
      // A reader that went away makes a pipe report an error without being asked for any event.
      var polled = [PolledDescriptor(STDOUT_FILENO, events: 0), PolledDescriptor(readable: signals.descriptor)]
      let takesInput = input?.isAtEnd == false
      if takesInput { polled.append(PolledDescriptor(readable: STDIN_FILENO)) }
      let deadline = [session.state.nextDeadline, hardware.deadline].compactMap(\.self).min()
      let hasEvent = try waitForEvents(polled + hardware.pollDescriptors, until: deadline)
      if signals.take() != nil || hasEvent[0] { return }
      if takesInput, hasEvent[2] { input?.takeLines().forEach(simulate) }
      if hardware.process() { session.send(.factsChanged(hardware.facts)) } else { session.send(.deadlineReached) }
    }
  }

  private func simulate(_ line: String) {
    guard let change = SimulatedChange(rawValue: line) else {
      complain(SimulatedChange.complaint(about: line))
      return
    }
    (hardware as? SimulatedHardware)?.apply(change)
  }

  /// False if nobody reads any more.
  private func printReport() throws(SystemCallError) -> Bool {
    defer { report.lines = [] }
    return try StandardOutput.write(report.lines.map { $0 + "\n" }.joined())
  }
}
