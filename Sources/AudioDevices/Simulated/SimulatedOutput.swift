public import AudioEngine
internal import Glibc
public import PlayerCore

/// Plays to nobody, in real time: a device with a buffer, a pointer that runs through it, and faults to turn on.
/// Without a sound card people use it; with a listener and another clock, tests do. Used on the output thread only, on
/// which it allocates nothing between `open` and `close`.
public final class SimulatedOutput: Output {
  /// Frames as they are heard: interleaved in the opened format, the frame's number since `open`, and when the first of
  /// them sounds. Called on the output thread; the samples are only lent.
  public typealias Listener = (_ samples: UnsafeRawBufferPointer, _ frame: Int, _ at: MonotonicTime) -> Void

  private enum State {
    case closed, dropped, prepared, running, underrun, suspended, lost
  }

  private let name: String
  private let device: SimulatedDevice
  private let clock: any SimulationClock
  private let listener: Listener?

  private var state = State.closed
  private var rate = SampleRate(48_000)
  private var frameBytes = 0
  private var bufferFrames = 0
  private var periodFrames = 0
  private var queueFrames = 0
  private var ring = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The frame that is heard next, and the one that is written next, both counted since `open`.
  private var heard = 0
  private var written = 0
  /// When the device was started last, and what was heard by then.
  private var startedAt = MonotonicTime(nanoseconds: 0)
  private var heardAtStart = 0
  private var nextUnderrun = Int.max
  private var hasSuspended = false

  /// A device that is not open.
  ///
  /// - Parameters:
  ///   - name: what `open` reports as its name.
  ///   - device: what it is like.
  ///   - clock: the time it plays in.
  ///   - listener: told of every frame that is heard; nil: nobody listens.
  public init(
    name: String = "simulated", device: SimulatedDevice = SimulatedDevice(), clock: any SimulationClock = RealClock(),
    listener: Listener? = nil
  ) {
    self.name = name
    self.device = device
    self.clock = clock
    self.listener = listener
  }

  deinit { ring.deallocate() }

  /// Opens the device, which takes any rate, and any channels if it is not said to have others.
  public func open(for format: AudioFormat, rate _: RateDemand) throws(OutputProblem) -> OpenedOutput {
    close()
    if let problem = device.faults.openProblem { throw problem }
    rate = format.rate
    let channelMap = device.channelMap ?? format.layout.speakers
    frameBytes = channelMap.count * device.sampleFormat.bytes
    // As with any device, some frames fit, however slow they go.
    bufferFrames = max(Int(rate.frames(in: device.buffer).value), 2)
    periodFrames = max(Int(rate.frames(in: device.period).value), 1)
    queueFrames = device.queue.map { min(Int(rate.frames(in: $0).value), bufferFrames) } ?? bufferFrames
    ring = .allocate(byteCount: bufferFrames * frameBytes, alignment: 16)
    heard = 0
    written = 0
    nextUnderrun = device.faults.underrunsEvery ?? .max
    hasSuspended = false
    state = .dropped
    return OpenedOutput(
      description: OutputDescription(
        deviceName: name, card: device.card, rate: rate, channels: channelMap.count,
        sampleFormat: device.sampleFormat.rawValue, isSimulated: true, channelMap: channelMap),
      sampleFormat: device.sampleFormat, bufferFrames: bufferFrames, queueFrames: queueFrames,
      periodFrames: periodFrames)
  }

  /// Closes the device.
  public func close() {
    advance()
    state = .closed
    ring.deallocate()
    ring = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    bufferFrames = 0
    written = heard
  }

  /// Empties the buffer.
  public func prepare() throws(OutputFault) {
    guard state != .closed else { return }
    if state == .lost { throw .lost(.noDevice) }
    written = heard
    state = .prepared
  }

  /// Frames that fit by now.
  public func room() throws(OutputFault) -> Int {
    try look()
    return bufferFrames - (written - heard)
  }

  /// Queues frames.
  public func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    try look()
    let count = min(frames, bufferFrames - (written - heard), device.faults.writesAtMost ?? .max)
    guard count > 0, state == .prepared || state == .running else { return 0 }
    let place = written % bufferFrames
    let first = min(count, bufferFrames - place)
    copy(samples, first, to: place)
    copy(samples + first * frameBytes, count - first, to: 0)
    written += count
    return count
  }

  /// Starts playing now.
  public func start() throws(OutputFault) {
    try look()
    guard state == .prepared else { return }
    startedAt = clock.now
    heardAtStart = heard
    state = .running
  }

  /// When it was started.
  public var startTime: MonotonicTime? { startedAt }

  /// Frames queued by now.
  public func delay() throws(OutputFault) -> Int {
    try look()
    return max(written - heard + device.faults.delayError, 0)
  }

  /// Takes frames back, all that are not heard by now but for the device's margin. As with ALSA, a
  /// playing device whose last frame was taken back has run dry.
  public func rewind(_ frames: Int) -> Int {
    advance()
    guard device.rewinds, state == .running || state == .prepared else { return 0 }
    let count = min(frames, written - heard - (state == .running ? device.rewindMargin : 0))
    guard count > 0 else { return 0 }
    written -= count
    return count
  }

  /// Stops now. Like a card, it knows where it stands, unless it is to lie about its delay.
  @discardableResult
  public func drop() -> Int? {
    advance()
    guard state != .closed, state != .lost else { return nil }
    let unheard = written - heard
    written = heard
    state = .dropped
    return device.faults.delayError == 0 ? unheard : nil
  }

  /// Waits by the clock.
  public func wait(wake: Int32, milliseconds: Int32) {
    advance()
    var limit = milliseconds
    switch state {
    case .running:
      guard let pause = millisecondsUntilRoom else { break }
      limit = milliseconds < 0 ? pause : min(pause, milliseconds)
    case .underrun, .suspended, .lost: limit = 0
    case .closed, .dropped, .prepared: break
    }
    clock.wait(wake: wake, milliseconds: limit)
  }

  /// Rounded up; nil when there will never be room.
  private var millisecondsUntilRoom: Int32? {
    // By the time that the queue falls a period below its most, something has to be written.
    let target = written - queueFrames + periodFrames
    if let stuck = device.faults.isStuckAfter, target > stuck { return nil }
    let due = startedAt + rate.duration(of: FrameCount(target - heardAtStart))
    return Int32(clamping: (max(due - clock.now, .zero).wholeNanoseconds + 999_999) / 1_000_000)
  }

  private func copy(_ samples: UnsafeRawPointer, _ frames: Int, to place: Int) {
    guard frames > 0 else { return }
    (ring.baseAddress! + place * frameBytes).copyMemory(from: samples, byteCount: frames * frameBytes)
  }

  /// Moves the pointer and answers with what is wrong, as ALSA does: an underrun and a
  /// suspend until the next `prepare`.
  private func look() throws(OutputFault) {
    advance()
    switch state {
    case .underrun: throw .underrun
    case .suspended: throw .suspended
    case .lost: throw .lost(.noDevice)
    case .closed, .dropped, .prepared, .running: break
    }
  }

  /// Moves the pointer to where the clock says, or to where a fault stops it.
  private func advance() {
    guard state == .running else { return }
    let faults = device.faults
    var target = heardAtStart + Int(rate.frames(in: clock.now - startedAt).value)
    target = min(target, faults.isStuckAfter ?? .max)
    if let lost = faults.isLostAfter, target >= lost, written >= lost {
      play(to: lost)
      state = .lost
    } else if let asleep = faults.suspendsAfter, !hasSuspended, target >= asleep, written >= asleep {
      play(to: asleep)
      hasSuspended = true
      state = .suspended
    } else if target >= nextUnderrun, written >= nextUnderrun {
      play(to: nextUnderrun)
      nextUnderrun += faults.underrunsEvery ?? .max
      state = .underrun
    } else {
      play(to: min(target, written))
      // As with ALSA's stop threshold: the device stops at the moment when nothing is left.
      if heard == written, target >= written { state = .underrun }
    }
  }

  private func play(to end: Int) {
    while heard < end {
      let place = heard % bufferFrames
      let count = min(end - heard, bufferFrames - place)
      listener?(
        UnsafeRawBufferPointer(rebasing: ring[place * frameBytes..<(place + count) * frameBytes]), heard,
        startedAt + rate.duration(of: FrameCount(heard - heardAtStart)))
      heard += count
    }
  }
}
