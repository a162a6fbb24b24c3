import AudioDevices
import AudioEngine
import PlayerCore

/// A simulated device that can be another one each time it is opened, and that can be pulled out.
final class TroubledOutput: Output {
  /// What the next `open` finds.
  var device: SimulatedDevice
  /// Frames that were queued when the device was dropped last: some devices play those on (dmix: its whole buffer).
  private(set) var queuedAtDrop = 0
  private let clock: WorldClock
  private let listener: SimulatedOutput.Listener
  private var present: SimulatedOutput
  /// What every call answers from now on, until the device is opened again.
  private var failure: OutputFault?

  init(_ device: SimulatedDevice, clock: WorldClock, listener: @escaping SimulatedOutput.Listener) {
    self.device = device
    self.clock = clock
    self.listener = listener
    present = SimulatedOutput(device: device, clock: clock, listener: listener)
  }

  /// The device is gone from now on, until it is opened again.
  func pull() { fail(with: .noDevice) }

  /// The device plays no further frame and answers every call with `problem`, until it is opened again.
  func fail(with problem: OutputProblem) {
    present.drop()
    failure = .lost(problem)
  }

  /// Has the listener told of all that was heard by now.
  func listen() { _ = try? present.delay() }

  func open(for format: AudioFormat, rate: RateDemand) throws(OutputProblem) -> OpenedOutput {
    present.close()
    failure = nil
    present = SimulatedOutput(device: device, clock: clock, listener: listener)
    return try present.open(for: format, rate: rate)
  }

  func close() { present.close() }

  func prepare() throws(OutputFault) {
    try check()
    try present.prepare()
  }

  func room() throws(OutputFault) -> Int {
    try check()
    return try present.room()
  }

  func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    try check()
    return try present.write(samples, frames: frames)
  }

  func start() throws(OutputFault) {
    try check()
    try present.start()
  }

  var startTime: MonotonicTime? { present.startTime }

  func delay() throws(OutputFault) -> Int {
    try check()
    return try present.delay()
  }

  func rewind(_ frames: Int) -> Int { failure != nil ? 0 : present.rewind(frames) }

  @discardableResult
  func drop() -> Int? {
    queuedAtDrop = (try? present.delay()) ?? 0
    return present.drop()
  }

  func wait(wake: Int32, milliseconds: Int32) {
    if failure != nil {
      clock.wait(wake: wake, milliseconds: 0)
    } else {
      present.wait(wake: wake, milliseconds: milliseconds)
    }
  }

  private func check() throws(OutputFault) { if let failure { throw failure } }
}
