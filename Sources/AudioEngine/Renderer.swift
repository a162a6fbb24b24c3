internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// The output side as a machine without a thread. Confined to the output thread, which owns the device.
///
/// Output thread: no allocation, lock or log while a device is open, but for opening and losing it.
struct Renderer: ~Copyable {
  enum Phase {
    /// Nothing is to be heard. The device is closed, or open and silent.
    case idle
    /// A stream was ordered; its start, its first frames or the device are missing.
    case preparing
    /// It could begin at once.
    case ready
    /// It has begun, but the device does not run: it ran dry, or was asleep, and is to be started again.
    case refilling
    /// The device runs.
    case playing
  }

  /// Why the device is started.
  enum Start {
    case begun, recovered, joined
  }

  /// A track, or its rest, in the ring, which it is heard from `frame` on.
  struct Segment {
    var frame: Int
    var position: Position
    /// The track's own rate, which positions count at.
    var rate: SampleRate
    var replayGain: Ramp
  }

  let wire: Wire
  let output: any Output
  let clock: @Sendable () -> MonotonicTime
  let dithers: Bool
  var orders: QueueReader<OutputOrder>
  var reports: QueueWriter<OutputReport>
  var ring: RingReader
  var marks: QueueReader<StreamMark>

  var phase = Phase.idle
  var generation = Generation(0)
  /// The next frame to be heard, while nothing is heard.
  var resting = Position(entry: QueueEntryID(0), frame: .zero)

  /// The open device, and the stream format that it was opened for.
  var device: OpenedOutput?
  var deviceRate = SampleRate(1)
  var deviceLayout = ChannelLayout(channels: 1)
  var underruns = 0
  /// Whether the open device has played before.
  var hasPlayed = false
  var block = StagingBlock(
    frames: 0, routing: ChannelRouting(from: ChannelLayout(channels: 1), to: [nil]), format: .float, dithers: false)

  /// What was heard, and how loud.
  var meter = HeardMeter()
  let measures: Bool

  /// The track being heard; nil until the stream's start mark has come.
  var segment: Segment?
  /// The ring's rate, which is the device's.
  var rate = SampleRate(1)
  var envelope = Envelope()
  /// What `begin` ordered; nil until then.
  var fadeIn: Duration?
  /// Where a fade out ends; nil without one.
  var fadeEnd: Int?

  var starts = Start.begun
  /// Starts in a row that the device refused.
  var refusals = 0
  /// Whether it was reported that the device waits for the file.
  var isStarved = false
  /// The ring's frame that the device's present run started with.
  var runStart = 0
  var run = HeardFrames(startedAt: MonotonicTime(nanoseconds: 0), written: 0, rate: 1, steps: 0)
  /// Frames of silence at the end of the device's queue.
  var padding = 0

  /// What is left in the device when frames are taken back to be rendered again: less might run dry meanwhile.
  static let safety = Duration.milliseconds(10)
  /// A fade out that could not begin by then is none: the silence would be heard too late (R36).
  static let patience = Duration.milliseconds(80)

  init(
    _ wire: Wire, output: any Output, dithers: Bool = true, measures: Bool = true,
    clock: @escaping @Sendable () -> MonotonicTime
  ) {
    self.wire = wire
    self.output = output
    self.dithers = dithers
    self.measures = measures
    self.clock = clock
    orders = QueueReader(wire.orders)
    reports = QueueWriter(wire.reports)
    ring = RingReader(wire.ring)
    marks = QueueReader(wire.marks)
  }

  /// Does all that can be done now.
  ///
  /// - Returns: what to wait for before the next turn.
  mutating func turn() -> Pause {
    obeySilence()
    while let order = orders.pop() {
      obey(order)
      obeySilence()
    }
    if wire.ordersWait.exchange(false, ordering: .sequentiallyConsistent) { wire.reportEvent.signal() }
    while true {
      switch phase {
      case .idle:
        return .signal(milliseconds: -1)
      case .preparing:
        if let pause = prepare() { return pause }
      case .ready:
        guard fadeIn != nil else { return .signal(milliseconds: -1) }
        if let pause = start() { return pause }
      case .refilling:
        if let pause = start() { return pause }
      case .playing:
        if let pause = play() { return pause }
      }
    }
  }

  /// Silences and closes the device, as the thread ends.
  mutating func shutDown() {
    silenceNow()
    closeDevice()
  }

  // MARK: Orders

  private mutating func obey(_ order: OutputOrder) {
    switch order {
    case .prepare(let generation, let position):
      silenceNow()
      self.generation = generation
      resting = position
      segment = nil
      fadeIn = nil
      phase = .preparing
    case .begin(let generation, let gain, let fadeIn):
      guard generation == self.generation, phase == .preparing || phase == .ready else { return }
      envelope.volume = Ramp(gain.gain.linear)
      envelope.cap = Ramp(gain.cap.linear)
      self.fadeIn = fadeIn
      starts = .begun
    case .silence(let generation, let fadeOut):
      silence(generation, fadeOut: fadeOut)
    case .setGain(let gain, let ramp):
      setGain(gain, ramp: ramp)
    case .release:
      silenceNow()
      closeDevice()
      report(.released)
    case .check:
      if phase == .playing { lookAtDevice() }
      report(.checked(generation, place, isRunning: phase == .playing))
    }
  }

  private mutating func silence(_ generation: Generation, fadeOut: Duration) {
    let isFading = fadeEnd != nil
    if phase == .playing, fadeOut > .zero, !isFading, takeBack(), fadesInTime {
      let frames = max(1, Int(rate.frames(in: fadeOut).value))
      let from = envelope.fade.value(at: ring.rendered)
      envelope.fade = Ramp(from: from, to: 0, at: ring.rendered, frames: frames)
      fadeEnd = ring.rendered + frames
    }
    self.generation = generation
    // With a fade under way the end of that is the answer.
    if phase == .playing, fadeEnd != nil, fadeOut > .zero { return }
    silenceNow()
    report(.silenced(generation, resting))
  }

  /// Whether what could not be taken back is so little that a fade behind it is worth waiting for. What a sound
  /// server has got is too much, but a drop makes it forget that.
  private var fadesInTime: Bool { run.written - run.count <= Int(rate.frames(in: Self.patience).value) }

  private mutating func setGain(_ gain: CappedGain, ramp: Duration) {
    guard phase == .playing, takeBack() else {
      reportHeard()
      envelope.volume = Ramp(gain.gain.linear)
      envelope.cap = Ramp(gain.cap.linear)
      return
    }
    release(heard: heardFrame)
    reportHeard()
    let frame = ring.rendered
    let frames = Int(rate.frames(in: ramp).value)
    envelope.volume = Ramp(from: envelope.volume.value(at: frame), to: gain.gain.linear, at: frame, frames: frames)
    envelope.cap = Ramp(from: envelope.cap.value(at: frame), to: gain.cap.linear, at: frame, frames: frames)
  }

  // MARK: Silence

  /// Silences if the stream is one that may not sound any more (R33). Looked at in every turn and before every write.
  mutating func obeySilence() {
    guard phase != .idle, Wire.key(of: generation) < wire.silencedBelow.load(ordering: .sequentiallyConsistent)
    else { return }
    silenceNow()
  }

  /// Takes back and drops what is queued, and notes the next frame to be heard.
  mutating func silenceNow() {
    if phase == .playing {
      // A drop alone lets some devices play on (dmix: its whole buffer).
      countTakenBack(output.rewind(run.written - run.count))
      do throws(OutputFault) {
        run.look(delay: try output.delay(), at: clock())
      } catch .underrun {
        run.look(delay: 0, at: clock())
      } catch {}
      if let unheard = output.drop() { run.stopped(unheard: unheard) }
      release(heard: heardFrame)
    }
    if phase == .playing || phase == .refilling {
      resting = position(of: ring.released)
      reportHeard()
    }
    phase = .idle
    if fadeEnd != nil {
      fadeEnd = nil
      report(.silenced(generation, resting))
    }
  }

  /// Notes what of the written frames was heard. False if the device failed meanwhile.
  @discardableResult
  private mutating func lookAtDevice() -> Bool {
    do throws(OutputFault) {
      run.look(delay: try output.delay(), at: clock())
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Takes back what is queued but for the safety margin. False if the device failed meanwhile.
  private mutating func takeBack() -> Bool {
    guard lookAtDevice() else { return false }
    let frames = run.written - run.count - Int(rate.frames(in: Renderer.safety).value)
    if frames > 0 { countTakenBack(output.rewind(frames)) }
    return true
  }

  mutating func countTakenBack(_ frames: Int) {
    let silent = min(frames, padding)
    padding -= silent
    run.tookBack(frames)
    ring.rewind(to: ring.rendered - (frames - silent))
  }

  // MARK: Places

  /// The ring's next frame to be heard.
  var heardFrame: Int { min(runStart + run.count, ring.rendered) }

  /// The next frame to be heard, as of the last look at the device.
  private var place: Position {
    switch phase {
    case .playing: position(of: heardFrame)
    case .refilling: position(of: ring.released)
    case .idle, .preparing, .ready: resting
    }
  }

  /// Where the stream ends, if that is known. The caller has looked at `ring.published` before.
  var endFrame: Int? {
    if let cut = ring.cut { return cut }
    let count = marks.count
    guard count > 0, case .end = marks[count - 1].kind else { return nil }
    return marks[count - 1].frame
  }

  /// What is heard at `frame`, which is not before the track being heard. Where the ring's rate is not the track's, the
  /// frame of the track that is heard then, rounded down: when unsure repeat, do not skip (R1).
  func position(of frame: Int) -> Position {
    guard var segment else { return resting }
    let cut = ring.cut
    var index = 0
    while index < marks.count, marks[index].frame <= frame {
      let mark = marks[index]
      if case .border(let entry, let rate, let replayGain) = mark.kind, mark.frame != cut {
        segment = Segment(
          frame: mark.frame, position: Position(entry: entry, frame: .zero), rate: rate, replayGain: replayGain)
      }
      index += 1
    }
    let frames = FrameCount((frame - segment.frame) * Int(segment.rate.hertz) / Int(rate.hertz))
    return Position(entry: segment.position.entry, frame: segment.position.frame + frames)
  }

  mutating func report(_ report: OutputReport) {
    reports.push(report)
    wire.reportEvent.signal()
  }
}
