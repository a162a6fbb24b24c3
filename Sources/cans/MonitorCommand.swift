import AudioDevices
import Glibc
import LinuxSystem
import PlayerCore

/// `cans monitor`: prints every change of route, with the rules of the player and without playing. With the simulated
/// hardware, each line of standard input is something to do to it: headphones, headset, usbHeadset, bluetoothHeadset, chatter.
final class MonitorCommand {
  private let hardware: any HardwareMonitor
  private let isJSON: Bool
  private let signals: SignalDescriptor
  private let input: LineInput?
  private let session: Session

  init(device: Device, settings: SessionSettings, json: Bool, signals: SignalDescriptor) {
    hardware = device.hardware
    self.signals = signals
    isJSON = json
    input = device.simulation == .off ? nil : LineInput()
    session = Session(state: PlayerState(settings: settings)) { effect, now in
      guard case .announce(let change) = effect else { return }
      Self.write(json ? RouteReport.json(change, at: now) : RouteReport.text(change))
    }
    // In this order: a device without the facts of its card would be a first route that is none.
    session.send(.factsChanged(hardware.facts))
    session.send(.deviceProbed(device.outputFacts))
  }

  /// Runs until a signal ends it, or until nobody reads any more.
  func run() throws(SystemCallError) {
    let route = session.state.routes.settled
    Self.write(isJSON ? RouteReport.json(route, at: .now) : "now: \(route.name)")
    while true {
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
      complain("\"\(line)\" is none of \(SimulatedChange.allCases.map(\.rawValue).joined(separator: ", "))")
      return
    }
    (hardware as? SimulatedHardware)?.apply(change)
  }

  private static func write(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
