import AudioEngine
import LinuxSystem
import PlayerCore
import TestSupport

/// The player with the engine's real threads, in real time, on a device of which any call can be blocked for
/// good. Headphones are plugged in.
@MainActor
final class LivePlayer {
  /// Shut, it keeps whoever makes the call of the device's that is blocked.
  let gate = Gate()
  /// Shut, it keeps whoever reads a file.
  let disk = Gate()
  let output: FakeOutput
  let engine: Engine
  private(set) var state: PlayerState
  private(set) var answers: [CommandStatus] = []
  /// The longest that anything took on this thread, which is the one that must never wait.
  private(set) var longest = Duration.zero

  init(_ tracks: [FakeTrack] = [FakeTrack(seed: 1, frames: 4_000_000), FakeTrack(seed: 2, frames: 4_000_000)]) {
    var terms = FakeOutput.Terms()
    terms.bufferFrames = 4096
    terms.queueFrames = 4096
    terms.periodFrames = 512
    // It may play for longer than the tape runs.
    output = FakeOutput(terms, clock: { .now })
    let files = FakeFiles(tracks).opener
    let disk = disk
    engine = Engine(output: output) { path throws(DecodeError) in
      disk.pass()
      return GatedDecoder(try files(path), gate: disk)
    }
    var settings = SessionSettings()
    settings.answerLimit = .milliseconds(200)
    state = PlayerState(settings: settings)
    let card = CardFacts(
      index: CardIndex(0), stableID: "PCH", name: "HDA", jacks: [JackFacts(name: "Headphone Jack", plugged: true)])
    send(.factsChanged(Facts(cards: [card], output: .card(CardIndex(0)))))
    send(.launched(tracks.indices.map { QueueItem(path: FilePath(String($0))) }, plays: true))
  }

  /// From now on, whoever makes this call stands still until the gate is opened.
  func block(_ call: FakeOutput.Moment) {
    gate.shut()
    let gate = gate
    output.change { $0.during = { if $0 == call { gate.pass() } } }
  }

  func command(_ command: Command) { send(.commandReceived(command, from: .keyboard)) }

  /// Runs the loop until `isDone`; false after `most`.
  func run(most: Duration = .seconds(20), until isDone: () -> Bool) -> Bool {
    let end = MonotonicTime.now + most
    while !isDone() {
      guard MonotonicTime.now < end else { return false }
      let left = (min(state.nextDeadline ?? end, MonotonicTime.now + .milliseconds(20)) - .now).wholeNanoseconds
      waitUntilReadable(engine.reportsDescriptor, milliseconds: Int32(max(left, 0) / 1_000_000 + 1))
      let reports = measured { engine.takeReports() }
      for report in reports { send(.engineReported(report)) }
      if let due = state.nextDeadline, due <= .now { send(.deadlineReached) }
    }
    return true
  }

  private func send(_ event: Event) {
    let effects = measured {
      let effects = reduce(&state, event, at: .now)
      for case .engine(let order) in effects { engine.perform(order) }
      return effects
    }
    for case .answer(_, _, let status) in effects { answers.append(status) }
  }

  private func measured<Result>(_ body: () -> Result) -> Result {
    let start = MonotonicTime.now
    defer { longest = max(longest, MonotonicTime.now - start) }
    return body()
  }
}
