import PlayerCore
import TestSupport

/// A player that plays while what was recorded happens.
struct TraceRun {
  let trace: Trace
  private(set) var harness: CoreHarness
  /// Whether anything was to be heard right after each moment.
  private(set) var isAudibleAfter: [Bool] = []
  private let counter = Counter()

  private final class Counter { var returns = 0 }

  /// - Parameter playsFrom: the number of the moment from which on it plays, on what is there then, for three seconds
  ///   before the next moment. Nil: from the trace's start, before any server has said anything.
  init(_ trace: Trace, device: OutputFacts = .unnamed, playsFrom: Int? = nil) {
    self.trace = trace
    harness = CoreHarness()
    harness.device = device
    harness.check = { [counter] harness, _, before, _ in
      if before.wish == Wish(.pause, because: .routeLost), harness.state.wish.goal == .play { counter.returns += 1 }
    }
    // What is opened behind a server belongs to no card.
    harness.engine.device.card = device == .unnamed ? nil : harness.engine.device.card
    let output = device == .unnamed ? nil : device
    harness.facts = playsFrom.map { trace.moments[$0].facts } ?? trace.start
    harness.facts.output = output
    harness.launch(tracks: 9, quietTimeOver: playsFrom != nil)
    let began = playsFrom.map { harness.now + (.zero - trace.moments[$0].time) } ?? CoreHarness.start
    for moment in trace.moments.dropFirst(playsFrom.map { $0 + 1 } ?? 0) {
      harness.advance(to: max(began + moment.time, harness.now))
      harness.facts = moment.facts
      harness.facts.output = output
      harness.publish()
      isAudibleAfter.append(harness.engine.isAudible)
    }
    harness.advance(.seconds(3))
  }

  /// What was announced: the reason and the new route.
  var changes: [String] { harness.announced.map { "\($0.reason) \($0.current.id.text)" } }

  /// How often playback went on by itself after a loss (R3).
  var returns: Int { counter.returns }

  /// The first moment after `time`.
  func moment(after time: Duration) -> (moment: Trace.Moment, isAudible: Bool)? {
    zip(trace.moments.suffix(isAudibleAfter.count), isAudibleAfter).first { $0.0.time >= time }.map {
      (moment: $0.0, isAudible: $0.1)
    }
  }
}

/// The changes that `RouteWatch` alone makes of a trace.
func settledChanges(of trace: Trace) -> [RouteChange] {
  let settings = SessionSettings()
  var watch = RouteWatch()
  var verdicts = watch.observe(trace.start, device: .unnamed, at: CoreHarness.start, under: settings)
  for moment in trace.moments {
    let time = CoreHarness.start + moment.time
    while let due = watch.deadline(under: settings), due <= time { verdicts += watch.expire(at: due, under: settings) }
    verdicts += watch.observe(moment.facts, device: .unnamed, at: time, under: settings)
  }
  while let due = watch.deadline(under: settings) { verdicts += watch.expire(at: due, under: settings) }
  return verdicts.compactMap { if case .changed(let change, _) = $0 { change } else { nil } }
}
