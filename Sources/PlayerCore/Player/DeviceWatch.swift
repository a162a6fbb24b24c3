/// Whether whoever drives the device answers (R18, R28). Where an answer is overdue and, while music plays,
/// every now and then it is asked for a sign of life: a device may block the thread that calls it for good, or
/// take everything and play nothing.
struct DeviceWatch: Equatable, Sendable {
  /// What the passing of time amounts to.
  enum Verdict {
    /// Ask for a sign of life.
    case ask
    /// There was none.
    case silent
  }

  private enum Stage: Equatable, Sendable {
    /// Nothing is expected.
    case quiet
    /// An answer may come until then; after that it is asked for.
    case waiting(until: MonotonicTime)
    /// It was asked for.
    case asked(until: MonotonicTime)
    /// None has come. Whatever comes ends this.
    case unanswered
  }

  private var stage = Stage.quiet
  /// The place that was reported last since the device began.
  private var place: Position?

  /// Whether it is known how far the device had come at some time since it began.
  var hasSeenPlace: Bool { place != nil }

  /// When time alone will tell something; nil: never.
  var deadline: MonotonicTime? {
    switch stage {
    case .waiting(let until), .asked(let until): until
    case .quiet, .unanswered: nil
    }
  }

  /// An order went out at `now` that will be answered. More of them do not put the question off.
  mutating func ordered(at now: MonotonicTime, under settings: SessionSettings) {
    let until = now + settings.answerLimit * 3 / 4
    switch stage {
    case .quiet: stage = .waiting(until: until)
    case .waiting(let later): stage = .waiting(until: min(later, until))
    case .asked, .unanswered: break
    }
  }

  /// An answer has come, and within so long another one is to come; nil: none is.
  mutating func answered(at now: MonotonicTime, next limit: Duration?) {
    stage = limit.map { .waiting(until: now + $0) } ?? .quiet
  }

  /// Lets time pass. A question that is due within `slack` is asked already.
  mutating func expire(
    at now: MonotonicTime, slack: Duration = .zero, under settings: SessionSettings
  ) -> Verdict? {
    switch stage {
    case .waiting(let until) where now + slack >= until:
      stage = .asked(until: now + settings.answerLimit)
      return .ask
    case .asked(let until) where now >= until:
      stage = .unanswered
      return .silent
    default: return nil
    }
  }

  /// The device has begun, or begun anew: how far it comes is to be seen.
  mutating func begins() { place = nil }

  /// The running device has come to `position`. Returns whether that is any further than the
  /// last time; nil the first time.
  mutating func advances(to position: Position) -> Bool? {
    defer { place = position }
    return place.map { $0 != position }
  }
}
