import AudioDevices
import PlayerCore
import TestSupport
import Testing

/// A player to which happens what was recorded.
@MainActor
final class EvidenceRun {
  let world: World
  let hardware: ToldHardware
  private let row: RuleEvidence
  private let desk: RecordedCalls
  /// When the recording began, once it has.
  private(set) var start: MonotonicTime

  /// Plays the whole row.
  init(_ row: RuleEvidence) {
    self.row = row
    var first = row.source.start
    for (recorded, _) in row.others { first.players = recorded.trace?.start.players ?? first.players }
    if case .bluetooth = row.output { first.output = row.output }
    var made: ToldHardware?
    world = World(
      row.tracks, settings: row.settings, volume: row.volume, output: row.output,
      plays: row.plays && !row.source.isMonitor
    ) { _ in
      let hardware = ToldHardware(first)
      made = hardware
      return hardware
    }
    hardware = made!
    desk = RecordedCalls(world)
    world.run(.milliseconds(row.quietTime))
    start = world.now
    let steps = steps
    let end = row.until.map { Duration.milliseconds($0) } ?? (steps.last?.time ?? .zero) + .seconds(3)
    for step in steps where step.time <= end {
      world.run(until: start + step.time)
      step.body()
      world.run(.zero)
    }
    world.run(until: start + end)
  }

  /// What was recorded, and what the test does, in order of time.
  private var steps: [(time: Duration, body: () -> Void)] {
    var steps: [(time: Duration, body: () -> Void)] = row.deeds.map { deed in
      (.milliseconds(deed.time), { deed.body(self) })
    }
    for moment in row.source.moments {
      steps.append((moment.time, { self.tell { $0.takeAll(but: moment.facts) } }))
    }
    if case .monitor(let name) = row.source {
      steps.append((MonitorRecording(name).playsAt, { self.world.command(.play) }))
    }
    for (recorded, offset) in [(row.source, 0)] + row.others.map({ ($0.recorded, $0.at) }) {
      let later = Duration.milliseconds(offset)
      if recorded != row.source, let moments = recorded.trace?.moments {
        for moment in moments where moment.source == .players {
          steps.append((moment.time + later, { self.tell { $0.players = moment.facts.players } }))
        }
      }
      guard let trace = recorded.trace else { continue }
      for message in trace.messages { steps.append((message.time + later, { self.desk.take(message) })) }
      for line in trace.requests { steps.append((line.time + later, { self.desk.take(line: line.text) })) }
      let buttons = RecordedButtons(trace, world)
      for (time, body) in buttons.steps { steps.append((time + later, body)) }
      for failure in trace.failures {
        let problem = OutputProblem.failed(operation: "write", message: failure.error)
        steps.append((failure.time + later, { self.world.device.fail(with: problem) }))
      }
    }
    return steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func tell(_ change: (inout Facts) -> Void) { hardware.tell(change) }

  /// What a time is in milliseconds since the recording's start.
  func milliseconds(_ time: MonotonicTime) -> Double { Double((time - start).wholeNanoseconds) / 1e6 }

  /// All that was heard and should not, or was to be heard and was not.
  var problems: [String] {
    let ways = world.ways.map { (since: milliseconds($0.since), port: $0.route.port) }
    let sounds = world.heard.compactMap { frame in
      frame.sound.map { (time: milliseconds(frame.at), sound: $0) }
    }
    return PassageCheck(
      sounds, row.hears, port: { time in ways.last { $0.since <= time }?.port ?? .none }, end: milliseconds(world.now)
    ).problems
  }

  /// The reasons of all changes that were told, in order.
  var reasons: [RouteChangeReason] { world.announced.map(\.reason) }
}

extension Facts {
  /// These facts, but what other players do, which somebody else says.
  fileprivate mutating func takeAll(but new: Facts) {
    let (players, output) = (new.players ?? players, output)
    self = new
    self.players = players
    self.output = output
  }
}
