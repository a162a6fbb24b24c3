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
  /// The gate for commands.
  public var commandCentre = CommandCentre()
  /// The monitors' facts.
  public internal(set) var facts = Facts()
  /// The routes.
  public internal(set) var routes = RouteWatch()
  /// The opened device.
  public internal(set) var output: OutputDescription?
  /// The name of the device that is played on, for messages; set once by the program.
  public var deviceName = "default"
  /// Whether sound goes to the simulated device; set once by the program.
  public var simulation = Simulation.off
  /// Whether the output thread goes before ordinary ones.
  public internal(set) var realTime = RealTime.unknown
  /// Underruns since the device was opened.
  public internal(set) var underruns = 0

  /// Where the opened device goes, or was found to go before it was opened; nil until that is known.
  var device: OutputFacts?
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
  /// Since the machine slept: when the routes have been looked at for long enough.
  var wakesAt: MonotonicTime?
  /// What to show for a moment.
  var message: Message?

  /// A player with nothing to play.
  public init(settings: SessionSettings = SessionSettings(), volume: VolumeBook = VolumeBook(), seed: UInt64 = 0) {
    self.settings = settings
    self.volume = volume
    queue = PlayQueue(seed: seed)
    commandCentre.disabledSources = settings.disabledSources
    commandCentre.disabledCommands = settings.disabledCommands
  }

  struct PendingResume: Equatable, Sendable {
    var route: RouteID
    var window: Duration
    /// Nil while a hold lasts: the window starts when that ends (R33).
    var until: MonotonicTime?
  }

  struct BusyDevice: Equatable, Sendable {
    var pause: Duration
    var retryAt: MonotonicTime?
    var givesUpAt: MonotonicTime
  }

  struct Message: Equatable, Sendable {
    var text: String
    var until: MonotonicTime
    /// Whether it says why there is no sound: then it ends when there is.
    var isOfDevice = false
  }

  /// Whether anything is to be heard now.
  public var shouldSound: Bool { wish.goal == .play && holds.isEmpty && current != nil }

  /// The gain for the route in use: its own, and never more than a route that is just appearing allows (R6, R19).
  public var gain: CappedGain {
    let own = volume.cappedGain(of: routes.settled, under: settings)
    return cautiousGain.map { .lower($0, own) } ?? own
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
    let release = settings.releaseAfter.flatMap { after in silentSince.map { $0 + after } }
    let retry = busyRetryCounts ? busy?.retryAt : nil
    let all = [
      routes.deadline(under: settings), release, retry, message?.until, pendingResume?.until, deviceDeadline,
    ]
    return all.compactMap(\.self).min()
  }

  /// Whether a busy device is to be tried again as soon as its time comes.
  var busyRetryCounts: Bool { wish.goal == .play && holds == [.busy] && (phase == .idle || phase == .silent) }

  /// What observers see.
  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.queue = queue.entries
    snapshot.current = current
    snapshot.status = status
    snapshot.wish = wish
    snapshot.holds = holds
    snapshot.playhead = playhead
    snapshot.route = routes.settled
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
    snapshot.isBuffering = waitsForFile && shouldSound && (phase == .preparing || phase == .playing)
    snapshot.simulation = simulation
    return snapshot
  }
}
