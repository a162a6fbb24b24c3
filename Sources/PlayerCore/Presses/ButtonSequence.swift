/// The grammar of a headset's only button (R26): counts presses that follow each other within the window, and notices
/// the one that is held. It knows nothing of playback. Times of presses are the kernel's, so a loop that comes late
/// counts right.
struct ButtonSequence: Equatable, Sendable {
  /// What a sequence amounts to.
  enum Verdict: Equatable, Sendable {
    /// One press, and the window is over.
    case single
    /// Two presses.
    case double
    /// Three presses.
    case triple
    /// The second press is held, from now on.
    case doubleHeld
    /// The third press is held, from now on.
    case tripleHeld
  }

  /// A loop that comes late may have the next press of the sequence at hand, but not have looked at it yet.
  private static let grace = Duration.milliseconds(20)
  /// A press is held when it lasts so much longer than the window.
  private static let holdMargin = Duration.milliseconds(250)

  /// The press that went down last.
  private(set) var lastPress: Press
  /// When time alone brings it on.
  private(set) var deadline: MonotonicTime
  private let window: Duration
  private var count = 1
  private var isDown = true
  /// Nothing more can come of it; what follows within the window still belongs to it.
  private var isComplete = false

  /// Begins with the button's first press, noticed at `now`.
  init(_ press: Press, at now: MonotonicTime, window: Duration) {
    lastPress = press
    self.window = window
    deadline = max(press.time + window, now + Self.grace)
  }

  /// Whether `press` belongs to this sequence.
  func continues(with press: Press) -> Bool {
    press.device.id == lastPress.device.id && press.time - lastPress.time <= window
  }

  /// The button goes down once more, within the window.
  mutating func push(_ press: Press, now: MonotonicTime) {
    lastPress = press
    if count == 3 { isComplete = true } else { count += 1 }
    isDown = !isComplete
    deadline = max(press.time + window + (isComplete ? .zero : Self.holdMargin), now + Self.grace)
  }

  /// The button is let go.
  mutating func release(at time: MonotonicTime, now: MonotonicTime) -> Verdict? {
    guard isDown else { return nil }
    isDown = false
    if count == 1 { return nil }
    // Later than the window no third press can follow.
    let isLate = time - lastPress.time > window
    deadline = max(lastPress.time + window, now + Self.grace)
    guard count == 3 || isLate else { return nil }
    isComplete = true
    return count == 3 ? .triple : .double
  }

  /// What the sequence amounts to when nothing follows it; nil if that was told before.
  var verdictAtEnd: Verdict? {
    guard !isComplete else { return nil }
    if count == 1 { return .single }
    if count == 2 { return isDown ? .doubleHeld : .double }
    return .tripleHeld
  }
}
