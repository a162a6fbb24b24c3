extension Happening {
  /// What it is about.
  var kind: TimelineEntry.Kind {
    switch self {
    case .began, .routeChanged, .contactLost, .contactBack, .levelLowered, .gainWithdrawn, .elsewhere, .speakerReset,
      .microphone:
      .route
    case .interrupted, .interruptionOver, .notInterrupted, .notificationHeard, .streamMoving, .holdExpired, .muteSwitch,
      .muteIgnored, .sleeping, .awake, .stopped, .cardKept, .deviceBusy, .deviceFree:
      .interruption
    case .commanded, .managerPaused, .duplicate, .greeting, .farewell: .command
    case .resumed, .returnWaits, .returnForgotten, .othersPaused, .othersResumed, .deviceLost, .deviceFailed,
      .deviceSilent, .deviceAnswers, .ranDry, .fileSlow, .released, .queueEnded, .unplayable, .damaged, .restored,
      .keptPrivate, .terminalLeft, .observerLost, .recordingBegan, .recordingEnded, .ended, .doseReached, .hookEnded:
      .decision
    }
  }

  /// The rules that decided it, in their order, each once.
  var rules: [Int] { Set(decidingRules).sorted() }

  private var decidingRules: [Int] {
    switch self {
    case .began(let to): [10] + to.rules
    case .routeChanged(let change, let outcome, let to):
      outcome.rules(of: change) + (change.previous.id == change.current.id ? [] : to.rules)
        + (change.bounces > 0 ? [9] : [])
    case .contactLost(_, let wasHeard): wasHeard ? [9] : [9, 33]
    case .contactBack, .gainWithdrawn: [9]
    case .levelLowered: [6]
    case .elsewhere: [7]
    case .speakerReset: [20]
    case .microphone: [30]
    case .resumed: [3, 22]
    case .returnWaits: [3, 33]
    case .returnForgotten: [3]
    case .interrupted, .streamMoving, .cardKept, .deviceBusy, .deviceFree: [14]
    case .interruptionOver, .holdExpired: [15]
    case .notInterrupted, .muteSwitch, .muteIgnored, .terminalLeft: [29]
    case .notificationHeard: [16]
    case .sleeping, .awake: [17]
    case .othersPaused, .othersResumed: [37]
    case .deviceLost(_, let outcome, _): [18] + outcome.rulesOfLoss
    case .deviceFailed(_, let isBusy): [isBusy ? 14 : 18]
    case .deviceSilent, .deviceAnswers, .ranDry, .fileSlow: [18]
    case .released: [32]
    case .restored(let how): how == .paused ? [5] : [5, 17]
    case .keptPrivate: [13]
    case .observerLost: [31]
    case .recordingBegan: [29]
    case .recordingEnded(let isLost): isLost ? [29, 30] : [29]
    case .commanded(let note): note.allRules
    case .managerPaused: [11]
    case .duplicate: [25]
    case .greeting: [5]
    case .farewell: [24]
    case .stopped, .queueEnded, .unplayable, .damaged, .ended, .doseReached, .hookEnded: []
    }
  }
}

extension LevelledRoute {
  fileprivate var rules: [Int] { isNew ? [19, 21] : [19] }
}

extension RouteOutcome {
  /// The rules that make this of a loss.
  fileprivate var rulesOfLoss: [Int] {
    switch self {
    case .stillSilent: [2]
    case .paused(let window, let underHold): [1] + (window == nil ? [] : [3]) + (underHold ? [33] : [])
    case .pausedByManager(let window): [1, 11] + (window == nil ? [] : [3])
    case .pausedBefore: [1]
    case .stopped, .continued: [1, 12]
    case .goesOn, .awaited: []
    }
  }

  fileprivate func rules(of change: RouteChange) -> [Int] {
    if self == .awaited { return [3] }
    let isKept = self == .stillSilent
    return switch change.reason {
    case .oldDeviceUnavailable: self == .goesOn ? [7] : rulesOfLoss
    case .newDeviceAvailable: [isKept ? 5 : 6]
    case .override: self == .goesOn || isKept ? [8] : rulesOfLoss
    case .wakeFromSleep: [10, 17] + (isKept || self == .goesOn ? [] : rulesOfLoss)
    // R30: a microphone that comes or goes makes headphones a headset, or the other way round.
    case .routeConfigurationChange: change.previous.port == change.current.port ? [34] : [30, 34]
    case .categoryChange, .noSuitableRouteForCategory: [29]
    case .unknown: isKept || self == .goesOn ? [] : rulesOfLoss
    }
  }
}

extension CommandNote {
  /// All rules: what may ask (R23), what such a command is (R22, R35, R36), and what it met.
  fileprivate var allRules: [Int] {
    guard status == .success else { return rules + [23] }
    let own: [Int] =
      switch command.kind {
      case .pause, .togglePlayPause, .skip, .changePlaybackPosition: [36]
      case .level: [22, 36]
      case .mute: [35]
      case .changeCategory: [29]
      case .changePrivateListening: [13]
      case .chooseRoute: [8]
      case .changeRoutePolicy: [12]
      default: []
      }
    return rules + own + [23]
  }
}
