internal import LinuxSystem
internal import PlayerCore

/// The decode side as a machine without a thread: opens files and keeps the ring filled. Confined to the decode thread.
///
/// Decoders stay open over pauses and seeks: that of the current track, of the next, and of one more.
struct Feeder: ~Copyable {
  /// The track that follows the current one.
  enum Following {
    case none
    case named(Track)
    case open(OpenTrack)
  }

  enum Phase {
    /// Nothing to do before the next `prepare`.
    case idle
    /// The ring still holds frames of the stream before.
    case draining(OpenTrack)
    /// Frames go into the ring.
    case feeding
    /// All of the current track is in the ring, and what follows is not known or does not join.
    case ended
  }

  /// The mark that is due before the next frame; pushed once that frame is decoded, as the first read may fail.
  enum DueMark {
    case start, border
  }

  let wire: Wire
  private let opener: DecoderOpener
  private let replayGainReader: ReplayGainReader
  let makeResampler: ResamplerMaker
  var ring: RingWriter
  private var marks: QueueWriter<StreamMark>
  var phase = Phase.idle
  private var generation = Generation(0)
  /// What `prepare` ordered.
  private var origin: (track: Track, frame: FrameCount)?
  var rates: RateChoice
  /// The ring's rate.
  var streamRate = SampleRate(1)
  var current: TrackSource?
  /// The track before, while it is heard over the start of the current one.
  var crossfade: Crossfade?
  var following = Following.none
  /// How long the current track and the following one are to be heard at once.
  private(set) var overlap = Duration.zero
  /// A decoder that may be wanted again: of the track before, or of a next one that was not reached.
  var spare: OpenTrack?
  var dueMark: DueMark?
  var endIsMarked = false
  /// Where the current track follows another one; nil if it is the stream's first.
  var border: Int?
  /// Whether the other one is still heard from there on.
  var isFadedInto = false
  /// What the current track breaks off with, once the frames before it are about to be heard.
  var breakOff: DecodeError?
  /// Whether what is in the ring from the border on is not to be heard, as another track was named late.
  var isCut = false
  /// The current track was reported as failed: what is named now follows it, whether it is heard yet or not.
  var currentFailed = false

  /// Frames decoded at a time: so few that an order waits some milliseconds at most.
  static let chunk = 8192
  /// So long before it is heard it is settled what follows a track, and told that it breaks off: until then another one
  /// can be named, and a track is played for what there is of it.
  static let borderAhead = Duration.milliseconds(1300)

  init(
    _ wire: Wire, opener: @escaping DecoderOpener, replayGain: @escaping ReplayGainReader = { _ in nil },
    rate: OutputRate = .native,
    resampler: @escaping ResamplerMaker = { terms throws(ResamplerFault) in try SoxrResampler(terms) }
  ) {
    self.wire = wire
    self.opener = opener
    replayGainReader = replayGain
    makeResampler = resampler
    rates = RateChoice(rate)
    ring = RingWriter(wire.ring)
    marks = QueueWriter(wire.marks)
  }

  /// Does all that can be done now; then the thread waits for an order or for room in the ring.
  mutating func turn() {
    repeat {
      for order in wire.feed.takeAll() { obey(order) }
    } while work()
  }

  private mutating func obey(_ order: FeedOrder) {
    switch order {
    case .prepare(let generation, let track, let frame):
      self.generation = generation
      origin = (track, frame)
      prepare(track, from: frame)
    case .setNext(let generation, let track, let overlap):
      if generation == self.generation { setNext(track, overlap) }
    case .deviceAnswered(let generation, let asked, let rate):
      rates.learn(rate, whenAsked: asked)
      if generation == self.generation { startAgain() }
    case .stop:
      if case .draining(let track) = phase { spare = track }
      phase = .idle
    case .release:
      phase = .idle
      current = nil
      crossfade = nil
      following = .none
      spare = nil
    }
  }

  /// A piece of work after which orders can be taken: a border that has no frames yet could not be undone by one.
  private mutating func work() -> Bool {
    guard step() else { return false }
    while dueMark == .border, step() {}
    return true
  }

  /// One piece of work; false if there is none without an order or room in the ring.
  private mutating func step() -> Bool {
    switch phase {
    case .idle:
      return false
    case .draining(let track):
      if ring.wakes(whenReleased: ring.next) {
        wire.outputEvent.signal()
        return false
      }
      startStream(track)
      return true
    case .feeding:
      if let frame = borderDue, ring.released < frame {
        return openFollowing() || !ring.wakes(whenReleased: frame)
      }
      // Two: one before the frame, and an end after it.
      if ring.room > 0, marks.room >= 2 {
        feed()
        return true
      }
      if openFollowing() { return true }
      return !ring.wakes(whenReleased: ring.released + max(1, ring.shape.capacity / 2 - ring.room))
    case .ended:
      return openFollowing() || (!isCut && join()) || readAhead()
    }
  }

  // MARK: Orders

  private mutating func prepare(_ track: Track, from frame: FrameCount) {
    let known = takeDecoder(of: track)
    phase = .idle
    breakOff = nil
    border = nil
    isCut = false
    currentFailed = false
    endIsMarked = false
    do throws(DecodeError) {
      let opened = if let known { known } else { try open(track) }
      try opened.seek(to: max(.zero, min(frame, opened.length ?? frame)))
      reportOpened(opened)
      dueMark = .start
      phase = .draining(opened)
    } catch {
      reportFailed(track, error)
    }
  }

  /// The open decoder of `track`, if there is one; leaves no current and no following track, but the likeliest spare.
  private mutating func takeDecoder(of track: Track) -> OpenTrack? {
    var open = [current?.track, crossfade?.outgoing.track, spare].compactMap { $0 }
    if case .open(let next) = following { open.insert(next, at: 0) }
    if case .draining(let starting) = phase { open.insert(starting, at: 0) }
    open.removeAll(where: \.isBroken)
    let index = open.firstIndex { $0.isSource(of: track) }
    let found = index.map { open.remove(at: $0) }
    found?.adopt(track)
    current = nil
    crossfade = nil
    following = .none
    spare = open.first
    return found
  }

  private mutating func setNext(_ track: Track?, _ overlap: Duration) {
    if let border, ring.released < border, !currentFailed, !isCut, !replaceFollowing(at: border, by: track) { return }
    self.overlap = overlap
    if case .open(let next) = following {
      if let track, next.isSource(of: track) { return next.adopt(track) }
      spare = next
    }
    following = track.map { .named($0) } ?? .none
  }

  /// The first frames of the track that follows the one being heard are in the ring, at `border`, and `track` is to
  /// follow instead: the stream ends at the border then, and `track` is a stream of its own. False if there is no need
  /// to, or it is too late. One that was faded into stays.
  private mutating func replaceFollowing(at border: Int, by track: Track?) -> Bool {
    guard let follower = current?.track, dueMark == nil else { return false }
    if let track, follower.isSource(of: track) {
      follower.adopt(track)
      return false
    }
    // A file that was divided meanwhile begins with its first part.
    let isDivided = follower.track.part == nil && track?.part != nil && follower.track.path == track?.path
    guard !isDivided, !isFadedInto, ring.cut(at: border) else { return false }
    isCut = true
    breakOff = nil
    phase = .ended
    return true
  }

  /// The device does not have the rate that the stream was decoded for: from the start again, at the
  /// device's. Nothing was heard yet.
  private mutating func startAgain() {
    guard let origin, let present = current?.track else { return }
    switch phase {
    case .idle, .draining: return
    case .feeding, .ended: break
    }
    var next: Track?
    if border != nil, !isCut {
      next = present.track
    } else {
      switch following {
      case .none: break
      case .named(let track): next = track
      case .open(let open): next = open.track
      }
    }
    prepare(origin.track, from: origin.frame)
    if let next { following = .named(next) }
  }

  /// Opens the file of `track`.
  func open(_ track: Track) throws(DecodeError) -> OpenTrack { try OpenTrack(track, opener, replayGainReader) }

  // MARK: Marks and reports

  mutating func pushDueMark() {
    guard let track = current?.track, let due = dueMark else { return }
    dueMark = nil
    endIsMarked = false
    switch due {
    case .start:
      let position = Position(entry: track.track.entry, frame: track.start)
      let gain = Ramp(track.replayGain)
      push(.start(position, track.format.rate, replayGain: gain, ringRate: streamRate, ring.shape), at: ring.next)
    case .border:
      let gain = crossfade?.replayGain ?? Ramp(track.replayGain)
      let frame = border ?? ring.next
      ring.setBorder(at: frame)
      push(.border(track.track.entry, track.format.rate, replayGain: gain), at: frame)
    }
  }

  mutating func push(_ kind: StreamMark.Kind, at frame: Int) {
    marks.push(StreamMark(kind: kind, generation: generation, frame: frame))
    ring.wakeReader()
  }

  func reportOpened(_ track: OpenTrack) {
    report(.trackOpened(generation, track.track.entry, track.format, length: track.length))
  }

  func reportFailed(_ track: Track, _ error: DecodeError) {
    report(.trackFailed(generation, track.entry, reason: error.reason))
  }

  /// Tells of damage that the decoder of `track` has passed over.
  func reportDamage(of track: OpenTrack) {
    guard let damage = track.takeDamage() else { return }
    report(.trackDamaged(generation, track.track.entry, reason: damage.reason))
  }

  func reportMissingResampler(_ rate: SampleRate) { report(.resamplerMissing(wanted: rate)) }

  private func report(_ report: EngineReport) {
    wire.decoded.withLock { $0.append(report) }
    wire.reportEvent.signal()
  }
}
