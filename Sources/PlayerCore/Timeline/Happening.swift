/// What the reducer did or did not do at a place where a rule decides: the facts of an entry of the timeline. The place
/// that decides notes it, so that nothing has to be explained a second time; kind, rules and words are functions of it.
enum Happening: Equatable, Sendable {
  /// The first state of the sensing: no event.
  case began(LevelledRoute)
  case routeChanged(RouteChange, RouteOutcome, LevelledRoute)
  /// The first edge of a loss, while it plays, or is about to.
  case contactLost(Route, wasHeard: Bool)
  case contactBack(Route, bounces: Int, plays: Bool)
  /// Something is being plugged, and nothing is to be louder than either.
  case levelLowered(for: Route)
  case gainWithdrawn
  /// A route that is not in use came or went.
  case elsewhere(name: String, isThere: Bool)
  case microphone(MicrophoneChange)
  /// The level of the speaker that a loss led to.
  case speakerReset(Route, Level)

  case resumed(Route, fade: Duration)
  /// The lost route is back, and a hold keeps it silent.
  case returnWaits(Route)
  /// The window of a return is over, or the device said that it was put away.
  case returnForgotten(ForgottenReturn)

  case interrupted(Interruption, plays: Bool)
  case interruptionOver(Interruption, InterruptionEnd)
  /// The category does not yield to it.
  case notInterrupted(Interruption, plays: Bool)
  case notificationHeard(plays: Bool)
  /// The sound server takes our stream to another sink, or has done so.
  case streamMoving(Bool)
  case holdExpired(Hold, isPaused: Bool)
  case muteSwitch(isOn: Bool)
  /// The category does not obey it.
  case muteIgnored(plays: Bool)
  case sleeping
  case awake(plays: Bool, waited: Bool)
  /// The process is stopped by its terminal, or goes on.
  case stopped(Bool)
  /// Another program asked for the card and does not get it.
  case cardKept
  case othersPaused([String])
  case othersResumed([String])

  case deviceBusy
  case deviceFree
  case deviceLost(Route, RouteOutcome, OutputProblem)
  case deviceFailed(String, isBusy: Bool)
  case deviceSilent
  case deviceAnswers
  case ranDry(Int)
  case fileSlow
  case released(after: Duration?)

  case queueEnded
  /// A track cannot be played, or not any further.
  case unplayable(QueueNumber, reason: String, endsEarly: Bool)
  /// Some of its file is silence for damage.
  case damaged(QueueNumber, reason: String)
  case restored(RestoredAs)
  case keptPrivate(String)
  case terminalLeft
  case observerLost
  case recordingBegan
  case recordingEnded(lostMicrophone: Bool)
  case ended(Leaving)
  /// So many percent of what may be heard in a week were heard.
  case doseReached(Int, DoseAllowance)
  /// A program of the user's has failed, or has something to say.
  case hookEnded(HookReport)

  case commanded(CommandNote)
  case managerPaused(process: String)
  /// A command over MPRIS that was a press already, or the other way round.
  case duplicate(CommandKind)
  /// What a headset says as it comes or goes, and nobody meant.
  case greeting(String)
  case farewell(String)
}

/// A route with the level that counts there from now on.
struct LevelledRoute: Equatable, Sendable {
  var route: Route
  var level: Level
  /// Whether it was never heard before (R21).
  var isNew: Bool
}

/// What a change of route did to the music.
enum RouteOutcome: Equatable, Sendable {
  /// Nothing played, and nothing starts (R2, R5).
  case stillSilent
  /// The loss has paused it; its return within `window` resumes. Nil: it does not.
  case paused(window: Duration?, underHold: Bool)
  /// It was waited for (R3).
  case awaited
  /// A session manager has, because of the very same loss (R11).
  case pausedByManager(window: Duration?)
  /// The loss had paused it before it was confirmed.
  case pausedBefore
  case stopped
  /// The settings say that a loss does not matter.
  case continued
  case goesOn
}

/// Why a return starts nothing any more.
enum ForgottenReturn: Equatable, Sendable {
  case expired(Duration)
  case putAway
}

/// What the end of an interruption led to.
enum InterruptionEnd: Equatable, Sendable {
  case goesOn
  case staysPaused
  /// Another one lasts.
  case othersLast
}

/// What became of a session that was saved.
enum RestoredAs: Equatable, Sendable {
  case playing
  case paused
  case pausedForOthers
  case pausedElsewhere
}

/// A track of the queue, as far as the timeline may name it.
struct QueueNumber: Equatable, Sendable {
  /// From 1.
  var number: Int
  /// Only where the settings ask for names.
  var title: String?

  /// "track 3", or "track 3, Title".
  var text: String { "track \(number)" + (title.map { ", \($0)" } ?? "") }
}

/// A command, and how it was answered.
struct CommandNote: Equatable, Sendable {
  var command: Command
  var source: CommandSource
  var status: CommandStatus
  /// The rules that made it what it was, beside those that every such command has.
  var rules: [Int]
  /// What it came to, where the command alone does not say that.
  var outcome: String?

  /// This one, for both.
  func merged(with earlier: CommandNote) -> CommandNote {
    var merged = self
    merged.rules += earlier.rules
    return merged
  }

  /// Whether the next one like it takes its place: who holds a key down has one level or place in mind.
  func isContinued(by next: CommandNote) -> Bool {
    let kinds: Set<CommandKind> = [.level, .skip, .changePlaybackPosition]
    return kinds.contains(command.kind) && next.command.kind == command.kind && next.source == source
      && next.status == status
  }
}
