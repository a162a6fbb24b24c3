import PlayerCore

/// What somebody in the room, or under the headphones, would have heard without a break.
struct Heard: Equatable {
  var from: MonotonicTime
  var until: MonotonicTime
  /// The route in use by the facts at that time, whatever the core believed.
  var route: Route
  var track: Track
  /// Frames of the track.
  var frames: Range<Int64>
  var gain: Gain
  var fadeIn: Duration
  /// How many commands had moved the place when this began.
  var moves: Int

  var entry: QueueEntryID { track.entry }
}

/// An engine without threads, files or devices that does what the comments of `EngineOrder` and `EngineReport` say, on
/// a clock that is moved by hand, and writes down what would be heard.
struct FakeEngine {
  /// A file that the engine can play; `failure`: or cannot; `breaksAt`: not any further than there.
  struct File {
    var length = FrameCount(480_000)
    var rate = SampleRate(48_000)
    var knowsLength = true
    var failure: String?
    var breaksAt: FrameCount?
  }

  private struct Sound {
    var track: Track
    var frame: FrameCount
    var since: MonotonicTime
    var rate: SampleRate
    var end: FrameCount
    var breaks: Bool
    var gain: Gain
    var fadeIn: Duration
    var moves: Int
    var stopsAt: MonotonicTime?
  }

  var files: [FilePath: File] = [:]
  /// The device that `prepare` opens.
  var device = OutputDescription(
    deviceName: "hw:0,0", card: CardIndex(0), rate: SampleRate(48_000), channels: 2, sampleFormat: "S16_LE",
    isSimulated: false)
  /// The next attempts to open the device end like this.
  var openFailures: [OutputProblem] = []
  /// Reports arrive so much later than what they tell of.
  var reportDelay = Duration.zero
  /// The route in use by the facts.
  private(set) var route = Route.nowhere
  var moves = 0

  private(set) var isOpen = false
  private(set) var orders: [EngineOrder] = []
  private var recorded: [Heard] = []
  private var generation = Generation(0)
  private var prepared: (track: Track, from: FrameCount)?
  private var next: Track?
  /// A track broke off: what follows is to sound at this gain, as soon as it is named.
  private var waitingGain: Gain?
  private var sound: Sound?
  private var place: Position?
  private var outbox: [(due: MonotonicTime, report: EngineReport)] = []

  /// Whether anything is heard that was not ordered to fade out.
  var sounds: Bool { sound.map { $0.stopsAt == nil } ?? false }
  /// Whether anything is heard at all, a fade-out included.
  var isAudible: Bool { sound != nil }
  /// The gain of what is heard.
  var gain: Gain? { sound?.gain }

  /// The file of `track`, or of that the part that it is.
  func file(of track: Track) -> File {
    var file = files[track.path] ?? File()
    guard let part = track.part else { return file }
    let (start, length) = part.frames(at: file.rate, of: file.length)
    file.length = length ?? .zero
    if let place = file.breaksAt { file.breaksAt = place < start + file.length ? max(.zero, place - start) : nil }
    return file
  }

  /// All that was heard until `now`.
  func heard(until now: MonotonicTime) -> [Heard] {
    var copy = self
    copy.closeSegment(at: now)
    return copy.recorded
  }

  /// When something is due: a report to be delivered, an end of a track, the end of a fade.
  var nextEvent: MonotonicTime? { [soundEnds, outbox.first?.due].compactMap(\.self).min() }

  private var soundEnds: MonotonicTime? {
    guard let sound else { return nil }
    let frames = (sound.end - sound.frame).value
    let nanoseconds = (frames * 1_000_000_000 + Int64(sound.rate.hertz) - 1) / Int64(sound.rate.hertz)
    return min(sound.since + .nanoseconds(nanoseconds), sound.stopsAt ?? MonotonicTime(nanoseconds: .max))
  }

  mutating func takeReport(at now: MonotonicTime) -> EngineReport? {
    guard let first = outbox.first, first.due <= now else { return nil }
    return outbox.removeFirst().report
  }

  mutating func routeChanged(to new: Route, at now: MonotonicTime) {
    guard new != route else { return }
    closeSegment(at: now)
    route = new
  }

  mutating func obey(_ order: EngineOrder, at now: MonotonicTime) {
    orders.append(order)
    switch order {
    case .prepare(let of, let track, let from): prepare(of, track, from, at: now)
    case .begin(let of, let gain, let fadeIn):
      guard of == generation, isOpen, let prepared else { return }
      let file = file(of: prepared.track)
      sound = sounding(prepared.track, file, from: prepared.from, gain: gain.gain, fadeIn: fadeIn, at: now)
      report(.started(of, Position(entry: prepared.track.entry, frame: prepared.from), at: now), at: now)
    case .setNext(let of, let track, _):
      guard of == generation else { return }
      setNext(track, at: now)
    case .silence(let of, let fadeOut): silence(of, fadeOut, at: now)
    case .setGain(let gain, _):
      closeSegment(at: now)
      sound?.gain = gain.gain
      if waitingGain != nil { waitingGain = gain.gain }
    case .release:
      cut(at: now)
      isOpen = false
      prepared = nil
      next = nil
      waitingGain = nil
      report(.released, at: now)
    case .check:
      let place = sound.map { Position(entry: $0.track.entry, frame: position(of: $0, at: now)) } ?? place
      let nowhere = Position(entry: QueueEntryID(0), frame: .zero)
      report(.checked(generation, place ?? nowhere, isRunning: sound != nil), at: now)
    }
  }

  /// `track` is in the ring already, as what follows: the order that named another one came too late.
  mutating func hasDecoded(next track: Track) { next = track }

  /// The device vanishes under the engine.
  mutating func loseDevice(_ problem: OutputProblem, at now: MonotonicTime) {
    guard isOpen else { return }
    let wasFading = sound?.stopsAt != nil
    cut(at: now)
    isOpen = false
    waitingGain = nil
    guard let place else { return }
    report(wasFading ? .silenced(generation, place) : .deviceLost(generation, place, problem), at: now)
  }

  /// Lets happen what is due until `now`, each at its own time.
  mutating func run(until now: MonotonicTime) {
    while let due = soundEnds, due <= now, let current = sound {
      cut(at: due)
      if current.stopsAt.map({ $0 <= due }) ?? false {
        if let place { report(.silenced(generation, place), at: due) }
      } else {
        finish(current, at: due)
      }
    }
  }

  private mutating func prepare(_ of: Generation, _ track: Track, _ from: FrameCount, at now: MonotonicTime) {
    cut(at: now)
    generation = of
    next = nil
    waitingGain = nil
    prepared = nil
    place = Position(entry: track.entry, frame: from)
    let file = file(of: track)
    if let failure = file.failure {
      report(.trackFailed(of, track.entry, reason: failure), at: now)
      return
    }
    reportOpened(track, file, at: now)
    if !isOpen, !openFailures.isEmpty {
      report(.openFailed(of, openFailures.removeFirst()), at: now)
      return
    }
    isOpen = true
    prepared = (track, from)
    report(.prepared(of, device), at: now)
  }

  private mutating func setNext(_ track: Track?, at now: MonotonicTime) {
    next = track
    if let track {
      let file = file(of: track)
      if let failure = file.failure {
        next = nil
        report(.trackFailed(generation, track.entry, reason: failure), at: now)
        return
      }
      reportOpened(track, file, at: now)
    }
    if let gain = waitingGain { joinNext(gain: gain, at: now) }
  }

  private mutating func silence(_ of: Generation, _ fadeOut: Duration, at now: MonotonicTime) {
    generation = of
    prepared = nil
    waitingGain = nil
    if sound != nil, fadeOut > .zero {
      sound?.stopsAt = now + fadeOut
      return
    }
    cut(at: now)
    if let place { report(.silenced(of, place), at: now) }
  }

  private mutating func finish(_ ended: Sound, at now: MonotonicTime) {
    if ended.stopsAt != nil {
      if let place { report(.silenced(generation, place), at: now) }
    } else if ended.breaks {
      waitingGain = ended.gain
      next = nil
      report(.trackFailed(generation, ended.track.entry, reason: "damaged"), at: now)
    } else {
      joinNext(gain: ended.gain, at: now)
    }
  }

  /// Tracks of another rate than the device's do not join: the core prepares them anew.
  private mutating func joinNext(gain: Gain, at now: MonotonicTime) {
    waitingGain = nil
    guard let track = next, file(of: track).rate == device.rate else {
      report(.ended(generation), at: now)
      return
    }
    next = nil
    sound = sounding(track, file(of: track), from: .zero, gain: gain, fadeIn: .zero, at: now)
    report(.started(generation, Position(entry: track.entry, frame: .zero), at: now), at: now)
  }

  private func sounding(
    _ track: Track, _ file: File, from: FrameCount, gain: Gain, fadeIn: Duration, at now: MonotonicTime
  ) -> Sound {
    Sound(
      track: track, frame: from, since: now, rate: file.rate, end: max(file.breaksAt ?? file.length, from),
      breaks: file.breaksAt != nil, gain: gain, fadeIn: fadeIn, moves: moves)
  }

  private func position(of sound: Sound, at now: MonotonicTime) -> FrameCount {
    min(sound.frame + sound.rate.frames(in: now - sound.since), sound.end)
  }

  /// Writes down what was heard until `now`; what sounds goes on as a new piece.
  private mutating func closeSegment(at now: MonotonicTime) {
    guard let current = sound else { return }
    let frame = position(of: current, at: now)
    place = Position(entry: current.track.entry, frame: frame)
    guard frame > current.frame else { return }
    recorded.append(
      Heard(
        from: current.since, until: now, route: route, track: current.track,
        frames: current.frame.value..<frame.value, gain: current.gain, fadeIn: current.fadeIn, moves: current.moves))
    sound?.frame = frame
    sound?.since = now
    sound?.fadeIn = .zero
  }

  private mutating func cut(at now: MonotonicTime) {
    closeSegment(at: now)
    sound = nil
  }

  private mutating func reportOpened(_ track: Track, _ file: File, at now: MonotonicTime) {
    let format = AudioFormat(rate: file.rate, channels: 2, encoding: .integer(bits: 16))
    report(.trackOpened(generation, track.entry, format, length: file.knowsLength ? file.length : nil), at: now)
  }

  private mutating func report(_ report: EngineReport, at now: MonotonicTime) {
    let due = now + reportDelay
    outbox.append((max(due, outbox.last?.due ?? due), report))
  }
}
