import AudioDevices
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// A frame that left the device.
struct Heard {
  var at: MonotonicTime
  /// Nil: silence.
  var sound: Sound?
}

/// The whole player without threads and a terminal: hardware, core, engine and device, in one fake time.
///
/// The three threads are here three parties that run when what they would sleep on wakes them, and for nothing else, so
/// a wake-up that is forgotten is a deadlock here, too. Nothing takes time but waiting.
@MainActor
final class World {
  enum Party: CaseIterable { case main, decoder, output }

  let clock = WorldClock()
  let device: TroubledOutput
  private(set) var hardware: any HardwareMonitor
  private(set) var state: PlayerState
  private(set) var effects: [Effect] = []
  /// What was told in the timeline, and when.
  private(set) var timeline: [(at: MonotonicTime, entry: TimelineEntry)] = []
  /// The routes that the sound physically took, by the hardware's facts, and since when.
  private(set) var ways: [(since: MonotonicTime, route: Route)] = []
  /// How often one of the parties ran.
  private(set) var turns = 0
  /// Called after every event with the state before it.
  var check: ((_ event: Event, _ before: PlayerState) -> Void)?
  /// Parties that do not run, as if the system gave them no time.
  var stuck: Set<Party> = []
  /// Which of the parties that could run does.
  var choose: ([Party]) -> Party = { $0[0] }

  private let wire = Wire()
  private var control: Control
  private var feeder: Feeder
  private var renderer: Renderer
  private let tape: Tape
  private var hasOutputTurn = true
  private var hasDecoderTurn = true
  private var outputDue: MonotonicTime?
  private var stalled = 0

  /// What the listener keeps.
  private final class Tape {
    var frames: [Heard] = []
  }

  /// Where the player's device goes, as it says.
  private let output: OutputFacts

  /// A machine with this hardware, and a player on it that was just started with `tracks`.
  init(
    _ tracks: [CodedTrack] = [CodedTrack(1, frames: 60_000)], settings: SessionSettings = SessionSettings(),
    volume: VolumeBook = VolumeBook(), device terms: SimulatedDevice = SimulatedDevice(),
    output: OutputFacts = .card(CardIndex(0)), plays: Bool = true, hardware: (WorldClock) -> any HardwareMonitor
  ) {
    let clock = clock
    let tape = Tape()
    self.tape = tape
    var terms = terms
    // So that a frame says what it is however quiet it is played.
    terms.sampleFormat = .float
    if case .card(let card) = output { terms.card = card } else { terms.card = nil }
    self.output = output
    device = TroubledOutput(terms, clock: clock) { samples, _, at in
      for index in 0..<samples.count / 12 {
        let frame = UnsafeRawBufferPointer(rebasing: samples[index * 12..<(index + 1) * 12])
        tape.frames.append(
          Heard(at: at + CodedTrack.rate.duration(of: FrameCount(index)), sound: CodedTrack.read(frame)))
      }
    }
    state = PlayerState(settings: settings, volume: volume)
    control = Control(wire)
    feeder = Feeder(wire, opener: CodedFiles(tracks).opener)
    renderer = Renderer(wire, output: device) { clock.now }
    self.hardware = hardware(clock)
    noteWay()
    send(.launched(tracks.map { QueueItem(path: FilePath(String($0.number))) }, plays: plays))
    send(.factsChanged(self.hardware.facts))
    send(.deviceProbed(output))
  }

  var now: MonotonicTime { clock.now }

  /// All frames that were heard by now.
  var heard: [Heard] {
    device.listen()
    return tape.frames
  }

  /// The frames heard that are no silence.
  var sounds: [Sound] { heard.compactMap(\.sound) }

  /// What is heard from now on is counted from here.
  var mark: Int { heard.count }

  var announced: [RouteChange] { effects.compactMap { if case .announce(let change) = $0 { change } else { nil } } }
  var answers: [CommandStatus] {
    effects.compactMap { if case .answer(_, _, let status) = $0 { status } else { nil } }
  }

  /// The route that the sound physically took at `time`.
  func way(at time: MonotonicTime) -> Route { ways.last { $0.since <= time }?.route ?? .nowhere }

  func command(_ command: Command, from source: CommandSource = .keyboard) {
    send(.commandReceived(command, from: source))
  }

  func send(_ event: Event) {
    let before = state
    let all = reduce(&state, event, at: now)
    for case .record(let entry, let at) in all { timeline.append((at, entry)) }
    let new = all.withoutTimeline
    effects += new
    for case .engine(let order) in new { control.perform(order) }
    check?(event, before)
  }

  /// Something was done to the hardware: the facts are looked at in the main party's next turn.
  func noteWay() {
    let route = Route.resolve(hardware.facts, device: output)
    if ways.last?.route != route { ways.append((now, route)) }
  }

  func run(_ duration: Duration) { run(until: now + duration) }

  func run(until end: MonotonicTime) {
    while step(until: end) {}
  }

  /// Runs until `isDone`; false if that is not so after `most`.
  func run(most: Duration = .seconds(20), until isDone: () -> Bool) -> Bool {
    let end = now + most
    while !isDone() {
      if !step(until: end) { return isDone() }
    }
    return true
  }

  /// Runs this many turns, and lets time pass where all sleep.
  func run(turns count: Int) {
    let end = turns + count
    while turns < end, step(until: now + .seconds(1)) {}
  }

  /// One turn of one party or, while all sleep, time up to what wakes one; false if that is after `end`.
  private func step(until end: MonotonicTime) -> Bool {
    let ready = Party.allCases.filter(isReady)
    if ready.isEmpty {
      stalled = 0
      let main = stuck.contains(.main) ? nil : [hardware.deadline, state.nextDeadline].compactMap(\.self).min()
      let next = [main, stuck.contains(.output) ? nil : outputDue].compactMap(\.self).min()
      guard let next, next <= end else {
        clock.advance(to: end)
        return Party.allCases.contains(where: isReady)
      }
      clock.advance(to: next)
      return true
    }
    stalled += 1
    if stalled > 10_000 {
      Issue.record("the parties keep each other awake: \(ready), phase \(state.phase), engine \(renderer.phase)")
      return false
    }
    turns += 1
    turn(choose(ready))
    return true
  }

  private func isReady(_ party: Party) -> Bool {
    if stuck.contains(party) { return false }
    switch party {
    case .main:
      let isDue = [hardware.deadline, state.nextDeadline].contains { $0.map { $0 <= now } ?? false }
      return isDue || isReadable(wire.reportEvent.descriptor)
        || hardware.pollDescriptors.contains { isReadable($0.descriptor) }
    case .decoder:
      return hasDecoderTurn || isReadable(wire.feed.descriptor) || isReadable(wire.roomEvent.descriptor)
    case .output:
      return hasOutputTurn || (outputDue.map { $0 <= now } ?? false) || isReadable(wire.outputEvent.descriptor)
    }
  }

  private func turn(_ party: Party) {
    switch party {
    case .main:
      if hardware.process() {
        noteWay()
        send(.factsChanged(hardware.facts))
      }
      for report in control.takeReports() { send(.engineReported(report)) }
      if let due = state.nextDeadline, due <= now { send(.deadlineReached) }
    case .decoder:
      hasDecoderTurn = false
      wire.roomEvent.clear()
      feeder.turn()
    case .output:
      hasOutputTurn = false
      wire.outputEvent.clear()
      let milliseconds: Int32
      switch renderer.turn() {
      case .signal(let limit): milliseconds = limit
      case .device(let limit):
        device.wait(wake: -1, milliseconds: limit)
        milliseconds = clock.lastWait
      }
      outputDue = milliseconds < 0 ? nil : now + .milliseconds(Int64(milliseconds))
    }
  }

  private func isReadable(_ descriptor: Int32) -> Bool { waitUntilReadable(descriptor, milliseconds: 0) }
}
