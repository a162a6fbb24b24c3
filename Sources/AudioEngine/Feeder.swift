internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// The decode side as a machine without a thread: opens files and keeps the ring filled. Confined to the decode thread.
///
/// Decoders stay open over pauses and seeks: that of the current track, of the next, and of one more.
struct Feeder: ~Copyable {
  /// The track that follows the current one.
  private enum Following {
    case none
    case named(Track)
    case open(OpenTrack)
  }

  private enum Phase {
    /// Nothing to do before the next `prepare`.
    case idle
    /// The ring still holds frames of the stream before.
    case draining
    /// Frames go into the ring.
    case feeding
    /// All of the current track is in the ring, and what follows is not known or does not join.
    case ended
  }

  /// The mark that is due before the next frame; pushed once that frame is decoded, as the first read may fail.
  private enum DueMark {
    case start, border
  }

  private let wire: Wire
  private let opener: DecoderOpener
  private var ring: RingWriter
  private var marks: QueueWriter<StreamMark>
  private var phase = Phase.idle
  private var generation = Generation(0)
  private var streamRate = SampleRate(1)
  private var current: OpenTrack?
  private var following = Following.none
  /// A decoder that may be wanted again: of the track before, or of a next one that was not reached.
  private var spare: OpenTrack?
  private var dueMark: DueMark?
  private var endIsMarked = false
  /// Where the current track follows another one; nil if it is the stream's first.
  private var border: Int?
  /// The current track was reported as failed: what is named now follows it, whether it is heard yet or not.
  private var currentFailed = false

  /// Frames decoded at a time: so few that an order waits some milliseconds at most.
  private static let chunk = 8192

  init(_ wire: Wire, opener: @escaping DecoderOpener) {
    self.wire = wire
    self.opener = opener
    ring = RingWriter(wire.ring)
    marks = QueueWriter(wire.marks)
  }

  /// Does all that can be done now; then the thread waits for an order or for room in the ring.
  mutating func turn() {
    repeat {
      for order in wire.feed.takeAll() { obey(order) }
    } while step()
  }

  private mutating func obey(_ order: FeedOrder) {
    switch order {
    case .prepare(let generation, let track, let frame):
      self.generation = generation
      prepare(track, from: frame)
    case .setNext(let generation, let track):
      if generation == self.generation { setNext(track) }
    case .stop:
      phase = .idle
    case .release:
      phase = .idle
      current = nil
      following = .none
      spare = nil
    }
  }

  /// One piece of work; false if there is none without an order or room in the ring.
  private mutating func step() -> Bool {
    switch phase {
    case .idle:
      return false
    case .draining:
      if ring.wakes(whenReleased: ring.next) {
        wire.outputEvent.signal()
        return false
      }
      startStream()
      return true
    case .feeding:
      // Two: one before the frame, and an end after it.
      if ring.room > 0, marks.room >= 2 {
        feed()
        return true
      }
      if openFollowing() { return true }
      return !ring.wakes(whenReleased: ring.released + max(1, ring.shape.capacity / 2 - ring.room))
    case .ended:
      return openFollowing() || join()
    }
  }

  // MARK: Orders

  private mutating func prepare(_ track: Track, from frame: FrameCount) {
    phase = .idle
    border = nil
    currentFailed = false
    endIsMarked = false
    let known = takeDecoder(of: track)
    do throws(DecodeError) {
      var opened = if let known { known } else { try OpenTrack(track, opener) }
      try opened.seek(to: max(.zero, min(frame, opened.length ?? frame)))
      current = opened
      report(.trackOpened(generation, track.entry, opened.format, length: opened.length))
      dueMark = .start
      phase = .draining
    } catch {
      report(.trackFailed(generation, track.entry, reason: error.reason))
    }
  }

  /// The open decoder of `track`, if there is one; leaves no current and no following track, but the likeliest spare.
  private mutating func takeDecoder(of track: Track) -> OpenTrack? {
    var open = [current, spare].compactMap { $0 }
    if case .open(let next) = following { open.insert(next, at: 0) }
    let index = open.firstIndex { $0.track == track }
    let found = index.map { open.remove(at: $0) }
    current = nil
    following = .none
    spare = open.first
    return found
  }

  private mutating func setNext(_ track: Track?) {
    // The frames of the track that follows the one being heard are in the ring: the order comes too late.
    if let border, ring.released < border, !currentFailed { return }
    if case .open(let next) = following {
      if next.track == track { return }
      spare = next
    }
    following = track.map { .named($0) } ?? .none
  }

  // MARK: Decoding

  private mutating func startStream() {
    guard let current else { return }
    streamRate = current.format.rate
    ring.reshape(RingShape(rate: Int(streamRate.hertz), channels: current.format.channels))
    wire.format.withLock { $0 = current.format }
    phase = .feeding
  }

  private mutating func feed() {
    guard current != nil else { return }
    let (start, frames) = ring.span()
    do throws(DecodeError) {
      let count = try current!.read(into: start, frames: min(frames, Feeder.chunk))
      if count == 0 { return endTrack() }
      pushDueMark()
      ring.publish(count)
    } catch {
      fail(error)
    }
  }

  /// The current track cannot be decoded any further. Its decoder goes: what it would do after an error is anybody's guess.
  private mutating func fail(_ error: DecodeError) {
    guard let failed = current else { return }
    report(.trackFailed(generation, failed.track.entry, reason: error.reason))
    current = nil
    currentFailed = true
    switch dueMark {
    case .start: phase = .idle
    case .border:
      // Not a frame of it is heard, so it does not follow.
      border = nil
      dueMark = nil
      endTrack()
    case nil: endTrack()
    }
  }

  private mutating func endTrack() {
    pushDueMark()
    phase = .ended
    while openFollowing() {}
    if !join(), !endIsMarked {
      push(.end)
      endIsMarked = true
    }
  }

  /// Lets the following track follow without a gap; false if it is not open or does not join.
  private mutating func join() -> Bool {
    guard case .open(let next) = following, next.format.channels == ring.shape.channels,
      next.format.rate == streamRate
    else { return false }
    spare = current ?? spare
    current = next
    following = .none
    currentFailed = false
    border = ring.next
    dueMark = .border
    phase = .feeding
    return true
  }

  /// Opens the following track if it is only named; false if there is nothing to open.
  private mutating func openFollowing() -> Bool {
    guard case .named(let track) = following else { return false }
    do throws(DecodeError) {
      var next: OpenTrack
      if let kept = spare, kept.track == track {
        next = kept
        spare = nil
      } else {
        next = try OpenTrack(track, opener)
      }
      try next.seek(to: .zero)
      following = .open(next)
      report(.trackOpened(generation, track.entry, next.format, length: next.length))
    } catch {
      following = .none
      report(.trackFailed(generation, track.entry, reason: error.reason))
    }
    return true
  }

  // MARK: Marks and reports

  private mutating func pushDueMark() {
    guard let current, let due = dueMark else { return }
    dueMark = nil
    endIsMarked = false
    switch due {
    case .start:
      push(.start(Position(entry: current.track.entry, frame: current.start), streamRate, ring.shape))
    case .border:
      push(.border(current.track.entry))
    }
  }

  private mutating func push(_ kind: StreamMark.Kind) {
    marks.push(StreamMark(kind: kind, generation: generation, frame: ring.next))
    ring.wakeReader()
  }

  private func report(_ report: EngineReport) {
    wire.decoded.withLock { $0.append(report) }
    wire.reportEvent.signal()
  }
}
