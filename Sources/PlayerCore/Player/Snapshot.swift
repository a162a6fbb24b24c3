/// Where the playhead is, without ticking: an observer computes the position for any moment from it.
public struct Playhead: Hashable, Sendable {
  /// The frame heard at `at`.
  public var frame: FrameCount
  /// When that was.
  public var at: MonotonicTime
  /// Frames a second of the track.
  public var rate: SampleRate
  /// Whether frames are being heard since then, or the playhead rests.
  public var advances: Bool

  /// A playhead.
  public init(frame: FrameCount, at: MonotonicTime, rate: SampleRate, advances: Bool) {
    self.frame = frame
    self.at = at
    self.rate = rate
    self.advances = advances
  }

  /// The frame heard at `now`.
  public func frame(at now: MonotonicTime) -> FrameCount {
    guard advances, now > at else { return frame }
    return frame + rate.frames(in: now - at)
  }
}

/// Whether sound goes to the simulated device.
public enum Simulation: Hashable, Sendable {
  /// It goes to a real one.
  case off
  /// The user asked for it.
  case requested
  /// This machine has no sound card.
  case noCardFound
}

/// What an observer needs to show the player: a value, published whenever it has changed.
public struct Snapshot: Equatable, Sendable {
  /// The queue, in its own order.
  public var queue: [QueueEntry]
  /// Rises with every change of `queue`.
  public var queueRevision: UInt64
  /// The track that is playing or would.
  public var current: QueueEntryID?
  /// Playing, paused or stopped.
  public var status: PlaybackStatus
  /// The wish, with the cause it last changed: a pause shows it.
  public var wish: Wish
  /// What keeps the wish to play silent.
  public var holds: Set<Hold>
  /// What the hold `interruption` is for.
  public var interruptions: Set<Interruption>
  /// The place in the current track.
  public var playhead: Playhead
  /// Rises whenever the place changes otherwise than by playing on: after a seek, for one.
  public var jumps: UInt64
  /// What the player is used for.
  public var category: Category
  /// Whether it is kept from everybody but the wearer of headphones.
  public var privateListening: PrivateListening
  /// Where the sound goes.
  public var route: Route
  /// Every route that can be used now, or has a level of its own, by name.
  public var routes: [RouteSummary]
  /// Every microphone, those included whose jack is empty.
  public var microphones: [Microphone]
  /// How many percent of the week's allowance of sound were heard on all calibrated routes; nil: none is calibrated.
  public var weeklyDose: Int?
  /// The route whose loss made the pause, while the wish's cause is that.
  public var lostRoute: Route?
  /// The route's level.
  public var level: Level
  /// Whether the route is muted.
  public var isMuted: Bool
  /// The device, once it has been opened.
  public var output: OutputDescription?
  /// Whether the card gets every sample as it is in the file.
  public var isBitPerfect: Bool
  /// Whether the thread that feeds the device goes before ordinary ones.
  public var realTime: RealTime
  /// Whether the return of the lost route would resume playback, and until when.
  public var resumesUntil: MonotonicTime?
  /// How the queue repeats.
  public var repeatMode: RepeatMode
  /// Whether tracks are played in random order.
  public var shuffles: Bool
  /// Whether nothing of ours is at the device, not even what a pause still fades out.
  public var isSilent: Bool
  /// Whether the wish to play is silent because the file comes too slowly.
  public var isBuffering: Bool
  /// Something to say for a few seconds, such as why a command failed.
  public var message: String?
  /// Whether the sound goes to the simulated device, and why.
  public var simulation: Simulation
  /// What can be asked for now.
  public var capabilities = Capabilities()
  /// Whether the last session is still being looked for: the queue may yet become another one.
  public var isAwaitingSession: Bool
  /// How many entries the timeline has had since the player's start: whoever shows it asks for those that are new.
  public var timelineCount: UInt64

  /// A snapshot with an empty queue, stopped, on no route.
  public init() {
    queue = []
    queueRevision = 0
    jumps = 0
    category = .playback
    privateListening = .off
    routes = []
    microphones = []
    status = .stopped
    wish = Wish(.stop, because: .user)
    holds = []
    interruptions = []
    playhead = Playhead(
      frame: .zero, at: MonotonicTime(nanoseconds: 0), rate: SampleRate(44_100), advances: false)
    route = .nowhere
    level = .full
    isMuted = false
    isBitPerfect = false
    realTime = .unknown
    repeatMode = .off
    shuffles = false
    isSilent = true
    isBuffering = false
    simulation = .off
    isAwaitingSession = false
    timelineCount = 0
  }

  /// Whether nothing will be heard again without a command: no hold and no lost route has to end first.
  public var awaitsCommand: Bool { wish.goal != .play && holds.isEmpty && resumesUntil == nil }

  /// The entry that is current.
  public var currentEntry: QueueEntry? {
    guard let current else { return nil }
    return queue.first { $0.id == current }
  }
}
