/// Private listening mode: R13.
extension PlayerState {
  /// What is promised of it.
  var privateListening: PrivateListening {
    guard listensPrivately else { return .off }
    return cardToReserve != nil && facts.server == nil ? .on : .bestEffort
  }

  /// Why nothing may be heard now, for people; nil: it may.
  var privacyProblem: String? {
    guard listensPrivately, isRouteKnown, !routes.isPrivate else { return nil }
    let route = routes.settled.privacy == .wearerOnly ? routes.latest : routes.settled
    return switch route.privacy {
    case .everybody: "private listening: everybody hears \(route.name)"
    case .unknown, .wearerOnly:
      route.port == .none ? "private listening: no headphones" : "private listening: others may hear \(route.name)"
    }
  }

  /// Before a device has told where it goes nothing is heard on it, and nothing can be said.
  private var isRouteKnown: Bool { device ?? facts.output != nil }

  /// A wish to play that others would hear is none. What turns public while it plays is as good as lost, whatever
  /// `on-unplug` says, and comes back when it is private again; what the user has just asked for is not.
  mutating func keepPrivate(at now: MonotonicTime) {
    // An unconfirmed loss is silent already, and says itself what it was.
    guard wish.goal == .play, !routes.isLossPending, let problem = privacyProblem else { return }
    say(problem, because: .privacy, at: now)
    note(.keptPrivate(problem))
    let lost = routes.settled
    guard lost.privacy == .wearerOnly else {
      wish = Wish(.pause, because: .user)
      return endBusy()
    }
    wish = Wish(.pause, because: .routeLost)
    endBusy()
    lostRoute = lost
    // Another one is in use by choice (R8).
    guard routes.latest.id == lost.id, let window = resumeWindow(of: lost) else { return }
    pendingResume = PendingResume(route: lost.id, window: window, until: holds.isEmpty ? now + window : nil)
  }

  /// What is said of it is true for as long as it stands.
  mutating func reviewPrivacyMessage() {
    guard message?.reason == .privacy else { return }
    if let problem = privacyProblem { message?.text = problem } else { message = nil }
  }

  /// Why a command has just come to `status`, for people, where that alone does not say it.
  public func reason(for status: CommandStatus) -> String? { status == .deviceNotFound ? privacyProblem : nil }

  /// What a refusal says to people; nil: it was none.
  func text(of status: CommandStatus) -> String? { refusal(status)?.text }

  /// Says to people why a command was refused, if it was.
  mutating func explain(_ status: CommandStatus, at now: MonotonicTime) {
    if let (text, reason) = refusal(status) { say(text, because: reason, at: now) }
  }

  private func refusal(_ status: CommandStatus) -> (text: String, reason: Message.Reason?)? {
    if let problem = reason(for: status) { return (problem, .privacy) }
    return status.text.map { ($0, nil) }
  }
}
