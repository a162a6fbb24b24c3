/// What the reducer has to tell, and has told.
struct TimelineState: Equatable, Sendable {
  /// What happened in this event, in order.
  var happenings: [Happening] = []
  /// How many entries there were since the start.
  var count: UInt64 = 0
  /// The newest of several commands like it: it is told once none like it follows.
  var run: Run?
  /// When what may come again and again was told last.
  var told: [Told] = []

  struct Run: Equatable, Sendable {
    var note: CommandNote
    var at: MonotonicTime
  }

  struct Told: Equatable, Sendable {
    var what: String
    var at: MonotonicTime
  }
}

extension PlayerState {
  /// Commands that follow each other so fast are one: a key that is held, a slider that is drawn.
  private static let runPause = Duration.seconds(1)
  /// What comes again and again and changes nothing is told no more often: it must not drive out what does.
  private static let repeatPause = Duration.seconds(10)

  /// When an entry is to be told that has waited for others like it.
  var timelineDeadline: MonotonicTime? { timeline.run.map { $0.at + Self.runPause } }

  /// Notes what has just been decided. The place that decides calls this, and no other.
  mutating func note(_ happening: Happening) { timeline.happenings.append(happening) }

  /// What `body` notes is told after `happening`, which is known only when it is done.
  mutating func note(before body: (inout PlayerState) -> Happening?) {
    let place = timeline.happenings.count
    if let happening = body(&self) { timeline.happenings.insert(happening, at: place) }
  }

  /// Makes entries of what this event has come to. `ends`: nothing is to wait any longer.
  mutating func tellTimeline(at now: MonotonicTime, ends: Bool, _ effects: inout [Effect]) {
    let happenings = timeline.happenings
    timeline.happenings = []
    for happening in happenings {
      if case .commanded(let note) = happening, let run = timeline.run, run.note.isContinued(by: note) {
        timeline.run = TimelineState.Run(note: note.merged(with: run.note), at: now)
        continue
      }
      endRun(&effects)
      if case .commanded(let note) = happening, note.isContinued(by: note) {
        timeline.run = TimelineState.Run(note: note, at: now)
      } else if !isRepeated(happening, at: now) {
        tell(happening, at: now, &effects)
      }
    }
    if ends || timelineDeadline.map({ now >= $0 }) ?? false { endRun(&effects) }
  }

  private mutating func endRun(_ effects: inout [Effect]) {
    guard let run = timeline.run else { return }
    timeline.run = nil
    tell(.commanded(run.note), at: run.at, &effects)
  }

  private mutating func tell(_ happening: Happening, at time: MonotonicTime, _ effects: inout [Effect]) {
    timeline.count += 1
    effects.append(.record(TimelineEntry(happening), at: time))
  }

  private mutating func isRepeated(_ happening: Happening, at now: MonotonicTime) -> Bool {
    guard let what = happening.repeatedAs else { return false }
    timeline.told.removeAll { $0.at + Self.repeatPause <= now }
    if timeline.told.contains(where: { $0.what == what }) { return true }
    timeline.told.append(TimelineState.Told(what: what, at: now))
    return false
  }
}

extension TimelineEntry {
  init(_ happening: Happening) {
    var source: CommandSource?
    if case .commanded(let note) = happening { source = note.source }
    self.init(kind: happening.kind, rules: happening.rules, source: source, sentence: happening.sentence.onOneLine)
  }
}

extension String {
  /// Longer than anything that is said here; names of devices and tracks may be of any length.
  private static let longestSentence = 400

  /// Names of devices and programs are others' to choose: what would end the line or steer a terminal is left out.
  fileprivate var onOneLine: String {
    let shown = unicodeScalars.filter { $0.properties.generalCategory != .control }
    let kept = shown.prefix(Self.longestSentence)
    return String(String.UnicodeScalarView(kept)) + (kept.endIndex < shown.endIndex ? "…" : "")
  }
}

extension Happening {
  /// Under which name it is told no more often than every few seconds; nil: always.
  fileprivate var repeatedAs: String? {
    switch self {
    case .elsewhere(let name, let isThere): "\(name) \(isThere)"
    case .notificationHeard: "notification"
    case .notInterrupted(let cause, _): "not \(cause.rawValue)"
    case .ranDry: "dry"
    case .fileSlow: "slow"
    case .hookEnded(let report): report.sentence
    default: nil
    }
  }
}
