/// All that the player knows and wants. Changed by `reduce` alone.
public struct PlayerState: Equatable, Sendable {
  /// What the user set.
  public var settings: SessionSettings
  /// The tracks.
  public internal(set) var queue: PlayQueue
  /// The track that plays or would.
  public internal(set) var current: QueueEntryID?
  /// What playback should be.
  public internal(set) var wish = Wish(.stop, because: .user)
  /// What keeps a wish to play silent.
  public internal(set) var holds: Set<Hold> = []
  /// What the engine is doing.
  public internal(set) var phase = Phase.idle
  /// The newest generation that was ordered.
  public internal(set) var generation = Generation(0)
  /// The levels.
  public internal(set) var volume: VolumeBook
  /// What the listener uses the player for.
  public internal(set) var chosenCategory: Category
  /// Whether a program of ours records meanwhile.
  public internal(set) var isRecording = false
  /// Whether nothing is to be heard by others (R13).
  public internal(set) var listensPrivately: Bool
  /// How often the place has changed otherwise than by playing on.
  public internal(set) var jumps: UInt64 = 0
  /// The gate for commands.
  public var commandCentre = CommandCentre()
  /// The monitors' facts.
  public internal(set) var facts = Facts()
  /// The routes.
  public internal(set) var routes = RouteWatch()
  /// The microphones.
  var microphones = MicrophoneWatch()
  /// The opened device.
  public internal(set) var output: OutputDescription?
  /// The name of the device that is played on, for messages; set once by the program.
  public var deviceName = "default"
  /// The card that this name says, if it says one; set once by the program.
  public var namedCard: CardIndex?
  /// Whether sound goes to the simulated device; set once by the program.
  public var simulation = Simulation.off
  /// Whether the session is kept from one run to the next; `awaited` is set by the program, before anything else
  /// happens.
  public var keepsSession = SessionKeeping.off
  /// What was to be added to the queue before the last session has been read: it is added to that.
  var earlyAdditions: [Addition] = []
  /// Whether the output thread goes before ordinary ones.
  public internal(set) var realTime = RealTime.unknown
  /// Underruns since the device was opened.
  public internal(set) var underruns = 0

  /// Where the opened device goes, or was found to go before it was opened; nil until that is known.
  public internal(set) var device: OutputFacts?
  /// The place in the current track.
  var playhead = Playhead(
    frame: .zero, at: MonotonicTime(nanoseconds: 0), rate: SampleRate(44_100), advances: false)
  /// Whether the place that `silenced` reports is the one to go on from: not after a seek.
  var keepsHeardPlace = true
  /// Whether the silence that was ordered is still fading out.
  var fadesOut = false
  /// The fade-in of the next start.
  var nextFadeIn = Duration.zero
  /// While a new route is unsettled: the lowest gain that any route in question has (R6).
  var cautiousGain: CappedGain?
  /// Whether the sound server has told where the sound goes.
  var serverSight = ServerSight.never
  /// A resume that waits for its route (R3).
  var pendingResume: PendingResume?
  /// Whether the next speaker to be used starts at `speaker-volume` (R20).
  var owesSpeakerReset = false
  /// The track that `output` was opened for, or that has joined there since.
  var outputTrack: QueueEntryID?
  /// The route that was lost last while playing.
  var lostRoute: Route?
  /// Whether the user gave a transport command since the first edge of an unconfirmed loss (R4).
  var commandedSinceLoss = false
  /// Whether the loss that is not confirmed yet, or its device's failure, met a wish to play (R1) or not (R2).
  var lossMetPlayback = false
  /// When a loss that met playback was last seen or confirmed (R11).
  var lossAt: MonotonicTime?
  /// When a session manager paused what played, as long as the user has said nothing since (R11).
  var managedPauseAt: MonotonicTime?
  /// The privacy of the route when the first hold began, as long as the user has said nothing since (R15).
  var privacyBeforeHold: Privacy?
  /// Since when the device is open and silent (R32).
  var silentSince: MonotonicTime?
  /// The attempts at a busy device (R14).
  var busy: BusyDevice?
  /// Whether the device answers (R18).
  var watch = DeviceWatch()
  /// The attempts at a device that does not answer or does not play; over when it has played again.
  var stuck: StuckDevice?
  /// Whether silence is the file's doing: it comes too slowly.
  var waitsForFile = false
  /// When a fade out that has not ended by itself is cut.
  var fadeEndsBy: MonotonicTime?
  /// Keys and buttons (R25–R27).
  var presses = PressState()
  /// What interrupts.
  var interruption = InterruptionState()
  /// Since when holds last whose end is others' to tell.
  var heldSince: [Hold: MonotonicTime] = [:]
  /// Whether the hold `server` lasts because facts say so.
  var isMovedByServer = false
  /// The sleep that the hold `sleep` is for.
  var sleep: Sleep?
  /// Whether a sleep of the machine waits until it is allowed.
  var delaysSleep = false
  /// Since the machine slept: when the routes have been looked at for long enough.
  var wakesAt: MonotonicTime?
  /// Whether this one has begun to play before it was known which others do (R37): the bus comes after the music.
  var startedUnaware = false
  /// Other players that were paused by us, and what they are since (R37); nil: they play still, as far as is known.
  var pausedPlayers: [String: PlaybackStatus?] = [:]
  /// Those that were let go on, and have not been seen to play: their start interrupts nobody.
  var resumedPlayers: Set<String> = []
  /// The routes there are.
  var knownRoutes = KnownRoutes()
  /// The name of the sink that our stream is to be moved to as soon as there is one.
  var chosenSink: String?
  /// The card that other programs have been asked for.
  var reserved: CardIndex?
  /// Whoever has asked for it has an answer by then.
  var reservationAnswerBy: MonotonicTime?
  /// Whether the device, when it was opened last, was a card's own.
  var opensDirectly = false
  /// What to show for a moment.
  var message: Message?
  /// What is to be told in the timeline.
  var timeline = TimelineState()
  /// What was heard, and how loud.
  var listening = ListeningState()
  /// What the user's programs have been told.
  var hooks = HookState()
  /// What of the session has been given to be saved.
  var saving = SessionSaving()
  /// A session that was saved while it played is to play on, if the route is this one and private (R5, R10).
  var startsOn: RouteID?

  /// A player with nothing to play.
  public init(settings: SessionSettings = SessionSettings(), volume: VolumeBook = VolumeBook(), seed: UInt64 = 0) {
    self.settings = settings
    self.volume = volume
    queue = PlayQueue(seed: seed)
    chosenCategory = settings.category
    listensPrivately = settings.listensPrivately
    commandCentre.disabledSources = settings.disabledSources
    commandCentre.disabledCommands = settings.disabledCommands
  }

  struct Addition: Equatable, Sendable {
    var items: [QueueItem]
    var place: QueuePlace
  }

  struct PendingResume: Equatable, Sendable {
    var route: RouteID
    var window: Duration
    /// Nil while a hold lasts: the window starts when that ends (R33).
    var until: MonotonicTime?
    /// When the device went, if no monitor had seen the route go: it has to go and come
    /// back after that. Nil: it was seen.
    var unseenLossAt: MonotonicTime?
  }

  struct BusyDevice: Equatable, Sendable {
    var pause: Duration
    var retryAt: MonotonicTime?
    var givesUpAt: MonotonicTime
  }

  struct Message: Equatable, Sendable {
    var text: String
    var until: MonotonicTime
    /// What keeps it silent, if it says that: then it ends with that.
    var reason: Reason?

    enum Reason: Equatable, Sendable { case device, privacy }
  }

  /// What the player is used for now.
  public var category: Category { isRecording ? .playAndRecord : chosenCategory }

  /// Whether anything is to be heard now.
  public var shouldSound: Bool { wish.goal == .play && holds.isEmpty && current != nil }

  /// Whether something was put into the queue, or is to be, that the next session should have.
  public var hasSomethingToKeep: Bool { !queue.entries.isEmpty || !earlyAdditions.isEmpty }

  /// The gain for the route in use: its own, and never more than a route that is just appearing allows (R6, R19).
  public var gain: CappedGain {
    let own = volume.cappedGain(of: routes.settled, under: settings)
    let gain = cautiousGain.map { .lower($0, own) } ?? own
    guard isServerAwaited, let lowest = volume.lowestLevel(under: settings)?.gain else { return gain }
    return .lower(gain, CappedGain(lowest, cap: lowest))
  }

  /// What to show: a snag is still playing, every other hold a pause (RULES, Words).
  public var status: PlaybackStatus {
    switch wish.goal {
    case .stop: .stopped
    case .pause: .paused
    case .play: holds.subtracting([.snag]).isEmpty ? .playing : .paused
    }
  }

  /// When `deadlineReached` is due; nil: nothing waits for time.
  public var nextDeadline: MonotonicTime? {
    let retry = busyRetryCounts ? busy?.retryAt : nil
    let all = [
      routes.deadline(under: settings), releaseAt, retry, message?.until, pendingResume?.until, deviceDeadline,
      presses.deadline, saving.dueAt, sleepDeadline, holdDeadline, reservationAnswerBy, serverAwaitedUntil,
      timelineDeadline, microphones.deadline, hooks.trackDueAt, listening.saveAt,
    ]
    return all.compactMap(\.self).min()
  }

  /// When the silent device is let go (R32). A stream that the server moves has to stay.
  var releaseAt: MonotonicTime? {
    guard !holds.contains(.server), let silentSince else { return nil }
    return volume.releaseAfter(on: routes.settled.id, under: settings).map { silentSince + $0 }
  }

  /// Whether a busy device is to be tried again as soon as its time comes.
  var busyRetryCounts: Bool { wish.goal == .play && holds == [.busy] && (phase == .idle || phase == .silent) }

  /// What observers see.
  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.queue = queue.entries
    snapshot.queueRevision = queue.revision
    snapshot.category = category
    snapshot.privateListening = privateListening
    snapshot.jumps = jumps
    snapshot.current = current
    snapshot.status = status
    snapshot.wish = wish
    snapshot.holds = holds
    snapshot.interruptions = interruption.causes
    snapshot.playhead = playhead
    snapshot.route = routes.settled
    snapshot.routes = routeSummaries
    snapshot.microphones = microphones.settled
    snapshot.weeklyDose = weeklyDose.map(Self.percent)
    snapshot.lostRoute = wish.cause == .routeLost ? lostRoute : nil
    snapshot.level = volume.level(of: routes.settled, under: settings)
    snapshot.isMuted = volume.isMuted(routes.settled)
    snapshot.output = outputTrack == current ? output : nil
    snapshot.isBitPerfect = isBitPerfect
    snapshot.realTime = realTime
    snapshot.resumesUntil = pendingResume?.until
    snapshot.repeatMode = queue.repeatMode
    snapshot.shuffles = queue.shuffles
    snapshot.message = message?.text
    snapshot.isSilent = phase != .playing && phase != .silencing
    snapshot.isBuffering = waitsForFile && shouldSound && (phase == .preparing || phase == .playing)
    snapshot.simulation = simulation
    snapshot.capabilities = capabilities
    snapshot.isAwaitingSession = keepsSession == .awaited
    snapshot.timelineCount = timeline.count
    return snapshot
  }
}
