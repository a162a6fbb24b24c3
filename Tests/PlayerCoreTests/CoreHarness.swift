import TestSupport
import Testing

@testable import PlayerCore

/// A jack control's new state, as a card reports it: so many milliseconds after the start of the table.
struct JackEdge: Sendable, CustomTestStringConvertible {
  var milliseconds: Int
  var control: String
  var plugged: Bool

  init(_ milliseconds: Int, _ control: String, _ plugged: Bool) {
    self.milliseconds = milliseconds
    self.control = control
    self.plugged = plugged
  }

  var testDescription: String { "\(milliseconds) ms \(control)=\(plugged ? "on" : "off")" }
}

/// Drives `reduce` by a clock that is moved by hand: runs effects on a fake engine, delivers its reports and the
/// deadlines that the state names, and keeps what came out.
struct CoreHarness {
  private(set) var state: PlayerState
  private(set) var now = CoreHarness.start
  var engine = FakeEngine()
  /// The hardware as it is; `publish()` tells the core.
  var facts: Facts
  /// Where the opened device goes.
  var device = OutputFacts.card(CardIndex(0))
  /// Where the sound really goes, where that is not what the facts add up to.
  var physicalRoute: Route?
  private(set) var effects: [Effect] = []
  /// The timeline so far.
  private(set) var timeline: [TimelineEntry] = []
  /// How many of them a test has carried out.
  var ordersDone = 0
  /// When changes of route were announced, in milliseconds since the start.
  private(set) var confirmations: [Int64] = []
  private(set) var steps: [(milliseconds: Int64, event: Event)] = []
  /// Called after every event with the state before it and the effects.
  var check: ((_ harness: CoreHarness, _ event: Event, _ before: PlayerState, _ effects: [Effect]) -> Void)?

  static let start = MonotonicTime(nanoseconds: 5_000_000_000)

  /// A machine with one card on the board that has these jacks.
  init(
    jacks: [(String, Bool?)] = [("Headphone Jack", false)], settings: SessionSettings = SessionSettings(),
    volume: VolumeBook = VolumeBook()
  ) {
    state = PlayerState(settings: settings, volume: volume)
    let card = CardFacts(
      index: CardIndex(0), stableID: "PCH", name: "HDA Intel", jacks: jacks.map { JackFacts(name: $0.0, plugged: $0.1) }
    )
    facts = Facts(cards: [card])
  }

  /// The player as it is after its start, with `tracks` files: facts known, the first track launched, and the quiet
  /// time after the start (R10) over.
  mutating func launch(tracks: Int = 3, plays: Bool = true, quietTimeOver: Bool = true) {
    publish()
    send(.deviceProbed(device))
    send(.launched((1...tracks).map { QueueItem(path: FilePath("/music/\($0).flac")) }, plays: plays))
    if quietTimeOver { advance(.seconds(3)) }
  }

  /// The player before its start, when it keeps its session.
  mutating func awaitSession() { state.keepsSession = .awaited }

  /// The device is called so.
  mutating func setDeviceName(_ name: String) { state.deviceName = name }

  /// What a player that starts now would find: the newest that was given to be saved.
  var saved: SavedSession? {
    var saved: SavedSession?
    for case .saveSession(let place, let queue) in effects {
      let kept = queue.map { SavedQueue($0) } ?? saved?.queue
      saved = kept.map { SavedSession(queue: $0, place: place) }
    }
    return saved
  }

  /// Milliseconds since the start.
  var milliseconds: Int64 { (now - CoreHarness.start).wholeNanoseconds / 1_000_000 }
  var heard: [Heard] { engine.heard(until: now) }
  /// The route in use by the facts.
  var factualRoute: Route { Route.resolve(facts, device: device) }
  var announced: [RouteChange] {
    effects.compactMap { if case .announce(let change) = $0 { change } else { nil } }
  }
  var answers: [CommandStatus] {
    effects.compactMap { if case .answer(_, _, let status) = $0 { status } else { nil } }
  }
  /// The frame that the playhead shows.
  var frame: Int64 { state.snapshot.playhead.frame(at: now).value }

  /// What happened, for the report of a failure.
  var story: String { steps.map { "\($0.milliseconds) ms: \($0.event.summary)" }.joined(separator: "\n") }

  mutating func publish() {
    let route = physicalRoute ?? factualRoute
    engine.routeChanged(to: route, at: now)
    send(.factsChanged(facts))
  }

  /// Sets a jack of a card and tells the core.
  mutating func plug(_ control: String, _ plugged: Bool?, card: Int = 0) {
    guard let jack = facts.cards[card].jacks.firstIndex(where: { $0.name == control }) else {
      facts.cards[card].jacks.append(JackFacts(name: control, plugged: plugged))
      publish()
      return
    }
    facts.cards[card].jacks[jack] = JackFacts(name: control, plugged: plugged)
    publish()
  }

  /// Plays a table of edges from now on; ends with the last edge.
  mutating func play(_ edges: [JackEdge]) {
    let began = now
    for edge in edges {
      advance(to: began + .milliseconds(edge.milliseconds))
      plug(edge.control, edge.plugged)
    }
  }

  mutating func command(_ command: Command, from source: CommandSource = .keyboard) {
    switch command {
    case .stop, .nextTrack, .previousTrack, .playEntry, .skip, .changePlaybackPosition, .playItems, .removeEntries,
      .clearQueue:
      engine.moves += 1
    default: break
    }
    send(.commandReceived(command, from: source))
  }

  /// The device vanishes: the engine will say so.
  mutating func loseDevice(_ problem: OutputProblem = .noDevice) {
    engine.loseDevice(problem, at: now)
    deliverReports()
  }

  mutating func advance(_ duration: Duration) { advance(to: now + duration) }

  mutating func advance(to target: MonotonicTime) {
    while let due = [state.nextDeadline, engine.nextEvent].compactMap(\.self).min(), due <= target {
      now = max(now, due)
      let isDeadline = state.nextDeadline.map { $0 <= now } ?? false
      engine.run(until: now)
      deliverReports()
      guard isDeadline else { continue }
      if let deadline = state.nextDeadline, deadline <= now { send(.deadlineReached) }
      if let deadline = state.nextDeadline, deadline <= now {
        Issue.record("a deadline of the past stands after\n\(story)")
        return
      }
    }
    now = target
    engine.run(until: now)
  }

  /// The loop comes late: time passes, and only after that the deadline is noticed.
  mutating func skip(_ duration: Duration) {
    now = now + duration
    engine.run(until: now)
    send(.deadlineReached)
  }

  /// Pulls the headphones, and waits until that has settled.
  mutating func pull() {
    plug("Headphone Jack", false)
    advance(.seconds(2))
  }

  /// Plugs them in, and waits likewise.
  mutating func insert() {
    plug("Headphone Jack", true)
    advance(.seconds(2))
  }

  mutating func send(_ event: Event) {
    let before = state
    steps.append((milliseconds, event))
    let all = reduce(&state, event, at: now)
    timeline += all.timeline
    let new = all.withoutTimeline
    effects += new
    // What a press commands may move the place, and may do so later.
    if case .commandReceived = event {} else if state.presses.words != before.presses.words { engine.moves += 1 }
    confirmations += new.compactMap { if case .announce = $0 { milliseconds } else { nil } }
    for case .engine(let order) in new { engine.obey(order, at: now) }
    check?(self, event, before, new)
    deliverReports()
  }

  mutating func deliverReports() {
    while let report = engine.takeReport(at: now) { send(.engineReported(report)) }
  }
}

extension Event {
  /// Short enough to read a sequence of.
  fileprivate var summary: String {
    guard case .factsChanged(let facts) = self else { return "\(self)".replacing("PlayerCore.", with: "") }
    let jacks = facts.cards.flatMap(\.jacks).filter { $0.plugged == true }.map(\.name)
    return
      "facts: plugged \(jacks), cards \(facts.cards.map(\.stableID)), bluetooth \(facts.bluetooth.map(\.address)), "
      + "output \(String(describing: facts.output))"
  }
}
