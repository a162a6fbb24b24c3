import Glibc
import LinuxSystem
import PlayerCore
import TerminalUI

/// The player in one line of the terminal, without keys. With the simulated hardware, each line of standard input is
/// something to do to it.
final class StatusLineFace: PlayerFace {
  private let line: StatusLine
  private let input: LineInput?
  private var shown: Snapshot?
  /// What was said against each file.
  private var told: [QueueEntryID: String] = [:]

  init(simulates: Bool) {
    line = StatusLine()
    input = simulates ? LineInput() : nil
  }

  var requestsDescriptor: Int32? { input?.isAtEnd == false ? STDIN_FILENO : nil }
  var deadline: MonotonicTime? { nil }

  func show(_ snapshot: Snapshot) {
    guard snapshot != shown else { return }
    if shown == nil, snapshot.simulation == .noCardFound { line.say("cans: no sound card found: this plays to nobody") }
    shown = snapshot
    line.show(snapshot)
    for entry in snapshot.queue {
      guard let problem = entry.problem, told[entry.id] != problem else { continue }
      told[entry.id] = problem
      line.say("cans: " + "\(entry.path.text): \(problem)".printable)
    }
  }

  /// Nobody can ask for it here.
  func show(_ timeline: TimelineBook) {}

  func takeRequests() -> [ScreenRequest] {
    guard let input, let descriptor = requestsDescriptor, waitUntilReadable(descriptor, milliseconds: 0) else {
      return []
    }
    return input.takeLines().compactMap { text in
      let change = SimulatedChange(rawValue: text)
      if change == nil { line.say("cans: \(SimulatedChange.complaint(about: text))") }
      return change.map(ScreenRequest.simulate)
    }
  }

  /// Nobody can press a key.
  func isDone(with snapshot: Snapshot) -> Bool { snapshot.awaitsCommand }

  func resized() {}
  func suspend() { line.suspend() }
  func resumed() {}
  func stop() { line.stop() }
}
