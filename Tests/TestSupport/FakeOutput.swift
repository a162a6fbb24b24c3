public import AudioEngine
internal import CLinux
internal import Glibc
internal import LinuxSystem
public import PlayerCore

/// A device that plays onto a tape, in the time of any clock, with faults to turn on.
public final class FakeOutput: Output, Sendable {
  /// The device's terms and faults.
  public struct Terms: Sendable {
    /// How it wants samples.
    public var sampleFormat = DeviceSampleFormat.s16
    /// Its channels; nil: what the file has.
    public var channelMap: [Speaker?]?
    /// Frames that it buffers.
    public var bufferFrames = 8192
    /// Frames that the engine may use of these.
    public var queueFrames = 8192
    /// Frames between two wake-ups.
    public var periodFrames = 1024
    /// Frames before the next to be heard that cannot be taken back.
    public var keepsAtRewind = 0
    /// One write takes at most so many.
    public var writesAtMost = Int.max
    /// What is said about the delay: the truth, plus so many frames. Never less than none.
    public var delayError = 0
    /// Frames that the tape holds; later ones overwrite the first.
    public var tapeFrames = 1 << 20
    /// The only rate that it has, if it need not be exact.
    public var onlyRate: SampleRate?
    /// What opening it answers.
    public var openProblem: OutputProblem?
    /// Throws this at the n-th call of a member that can throw, counted from the opening.
    public var faults: [Int: OutputFault] = [:]
    /// Runs at the beginning of every call, on the caller's thread: `FakeOutput.Moment`.
    public var during: @Sendable (Moment) -> Void = { _ in }

    /// A good device of 16 bits.
    public init() {}
  }

  /// When `Terms.during` runs: in which call.
  public enum Moment: Sendable, CaseIterable {
    case opening, closing, preparing, writing, starting, measuring, rewinding, dropping, waiting
  }

  /// The tape's memory; guarded by the state's lock.
  private final class Tape: @unchecked Sendable {
    let memory: UnsafeMutableRawPointer
    init(bytes: Int) { memory = .allocate(byteCount: bytes, alignment: 16) }
    deinit { memory.deallocate() }
  }

  private struct State: Sendable {
    var terms: Terms
    var format: AudioFormat?
    var frameBytes = 0
    var tape: Tape?
    var isPrepared = false
    var startedAt: MonotonicTime?
    var heardAtStart = 0
    var heard = 0
    var written = 0
    var failure: OutputFault?
    var calls = 0
    var writes = 0
    var opens = 0
    var waits = 0
    var violations: [String] = []
  }

  private let state: Guarded<State>
  private let clock: @Sendable () -> MonotonicTime

  /// A closed device that plays in the time of `clock`.
  public init(_ terms: Terms = Terms(), clock: @escaping @Sendable () -> MonotonicTime) {
    state = Guarded(State(terms: terms))
    self.clock = clock
  }

  // MARK: For tests

  /// Changes terms or faults while it is in use.
  public func change(_ body: @Sendable (inout Terms) -> Void) { state.withLock { body(&$0.terms) } }

  /// From now on every call throws `fault`; an underrun or a suspend only until the next `prepare`.
  public func fail(with fault: OutputFault) {
    state.withLock {
      consume(&$0)
      fail(&$0, fault)
    }
  }

  /// Whether it is open.
  public var isOpen: Bool { state.withLock { $0.format != nil } }
  /// Whether it is playing now.
  public var isRunning: Bool { state.withLock { $0.startedAt != nil } }
  /// How often it was opened.
  public var opens: Int { state.withLock { $0.opens } }
  /// How often it was written to.
  public var writes: Int { state.withLock { $0.writes } }
  /// How often its user slept in `wait`.
  public var waits: Int { state.withLock { $0.waits } }
  /// Calls that can throw, since the opening.
  public var calls: Int { state.withLock { $0.calls } }
  /// How its user broke the contract.
  public var violations: [String] { state.withLock { $0.violations } }
  /// Frames heard so far.
  public var heardFrames: Int {
    state.withLock {
      consume(&$0)
      return $0.heard
    }
  }

  /// The heard bytes of a tape that is not overwritten yet.
  public var heardBytes: [UInt8] {
    state.withLock {
      consume(&$0)
      guard let tape = $0.tape else { return [] }
      precondition($0.heard <= $0.terms.tapeFrames, "the tape was overwritten")
      return Array(UnsafeRawBufferPointer(start: tape.memory, count: $0.heard * $0.frameBytes))
    }
  }

  /// The heard samples of a 16-bit device.
  public var heardSamples: [Int16] {
    heardBytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  // MARK: Output

  /// Opens, or throws `openProblem`.
  public func open(for wanted: AudioFormat, rate: RateDemand) throws(OutputProblem) -> OpenedOutput {
    let terms = state.withLock { $0.terms }
    let hertz = rate == .nearest ? terms.onlyRate ?? wanted.rate : wanted.rate
    let format = AudioFormat(rate: hertz, layout: wanted.layout, encoding: wanted.encoding)
    terms.during(.opening)
    if let problem = terms.openProblem { throw problem }
    state.withLock {
      if $0.format != nil { $0.violations.append("opened twice") }
      $0.format = format
      $0.frameBytes = (terms.channelMap ?? format.layout.speakers).count * terms.sampleFormat.bytes
      // One tape for all openings; a test that changes the number of channels does not read across the change.
      if $0.tape == nil { $0.tape = Tape(bytes: terms.tapeFrames * 32) }
      $0.opens += 1
      $0.calls = 0
      $0.isPrepared = false
      $0.failure = nil
    }
    return OpenedOutput(
      description: OutputDescription(
        deviceName: "fake", card: nil, rate: format.rate, channels: format.channels,
        sampleFormat: terms.sampleFormat.rawValue, isSimulated: true,
        channelMap: terms.channelMap ?? format.layout.speakers),
      sampleFormat: terms.sampleFormat, bufferFrames: terms.bufferFrames, queueFrames: terms.queueFrames,
      periodFrames: terms.periodFrames)
  }

  /// Closes; the tape stays.
  public func close() {
    pass(.closing)
    state.withLock {
      stop(&$0)
      $0.format = nil
    }
  }

  /// When it was started; nil: not playing.
  public var startTime: MonotonicTime? { state.withLock { $0.startedAt } }

  /// Makes ready; ends an underrun or a suspend.
  public func prepare() throws(OutputFault) {
    pass(.preparing)
    state.withLock {
      if $0.startedAt != nil { $0.violations.append("prepared while running") }
      stop(&$0)
    }
    try call { state throws(OutputFault) in
      state.isPrepared = true
    }
  }

  /// Room in the buffer, by the clock.
  public func room() throws(OutputFault) -> Int {
    try call { state throws(OutputFault) in state.terms.bufferFrames - (state.written - state.heard) }
  }

  /// Writes to the tape, `writesAtMost` frames.
  public func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    pass(.writing)
    return try call { state throws(OutputFault) in
      if !state.isPrepared { state.violations.append("written to without prepare") }
      let room = state.terms.bufferFrames - (state.written - state.heard)
      if frames > room { state.violations.append("written \(frames) into a room of \(room)") }
      let taken = min(frames, room, state.terms.writesAtMost)
      var done = 0
      while done < taken, let tape = state.tape?.memory {
        let index = state.written % state.terms.tapeFrames
        let count = min(taken - done, state.terms.tapeFrames - index)
        memcpy(tape + index * state.frameBytes, samples + done * state.frameBytes, count * state.frameBytes)
        state.written += count
        done += count
      }
      state.writes += 1
      return taken
    }
  }

  /// Lets the clock play the tape from here.
  public func start() throws(OutputFault) {
    pass(.starting)
    try call { state throws(OutputFault) in
      guard state.startedAt == nil else { return }
      if state.written == state.heard { state.violations.append("started empty") }
      state.startedAt = clock()
      state.heardAtStart = state.heard
    }
  }

  /// Frames not heard yet, off by `delayError`.
  public func delay() throws(OutputFault) -> Int {
    pass(.measuring)
    return try call { state throws(OutputFault) in max(0, state.written - state.heard + state.terms.delayError) }
  }

  /// Takes back, but for `keepsAtRewind` frames.
  public func rewind(_ frames: Int) -> Int {
    pass(.rewinding)
    return state.withLock {
      consume(&$0)
      guard $0.failure == nil else { return 0 }
      let taken = max(0, min(frames, $0.written - $0.heard - $0.terms.keepsAtRewind))
      $0.written -= taken
      return taken
    }
  }

  /// Stops the tape after the last frame heard, and does not tell where that was, as plug-ins do not.
  @discardableResult
  public func drop() -> Int? {
    pass(.dropping)
    state.withLock { stop(&$0) }
    return nil
  }

  /// Sleeps in real time, whatever the clock; not for tests that turn by hand.
  public func wait(wake: Int32, milliseconds: Int32) {
    pass(.waiting)
    let (missing, hertz) = state.withLock { state in
      consume(&state)
      state.waits += 1
      guard let format = state.format else { return (Int.max, 1) }
      let room = state.terms.bufferFrames - (state.written - state.heard)
      return (state.terms.periodFrames - room, Int(format.rate.hertz))
    }
    guard missing > 0 else { return }
    let needed = missing == .max ? Int32.max : Int32(missing * 1000 / hertz + 1)
    var descriptor = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, milliseconds < 0 ? needed : min(needed, milliseconds))
  }

  // MARK: Playing

  private func pass(_ moment: Moment) {
    // The terms, not the closure: handing that through a generic result would allocate.
    let terms = state.withLock { $0.terms }
    terms.during(moment)
  }

  /// What every call that can throw has in common.
  private func call<Result: Sendable>(
    _ body: (inout State) throws(OutputFault) -> Result
  ) throws(OutputFault) -> Result {
    let result: Swift.Result<Result, OutputFault> = state.withLock { state in
      state.calls += 1
      if state.format == nil { state.violations.append("used while closed") }
      consume(&state)
      if let fault = state.terms.faults[state.calls] {
        fail(&state, fault)
      }
      if let failure = state.failure { return .failure(failure) }
      do throws(OutputFault) { return .success(try body(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func fail(_ state: inout State, _ fault: OutputFault) {
    // A device that ran dry has played everything.
    if fault == .underrun { state.heard = state.written }
    state.failure = fault
    state.startedAt = nil
  }

  /// Brings what was heard up to the present.
  private func consume(_ state: inout State) {
    guard let startedAt = state.startedAt, let format = state.format else { return }
    let due = state.heardAtStart + Int(format.rate.frames(in: clock() - startedAt).value)
    if due > state.written {
      fail(&state, .underrun)
    } else {
      state.heard = max(state.heard, due)
    }
  }

  private func stop(_ state: inout State) {
    consume(&state)
    state.written = state.heard
    state.startedAt = nil
    state.isPrepared = false
    switch state.failure {
    case .underrun, .suspended: state.failure = nil
    case .lost, nil: break
    }
  }
}
