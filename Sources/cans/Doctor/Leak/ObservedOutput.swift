import AudioEngine
import LinuxSystem
import PlayerCore
import Synchronization

/// What the output thread has done with a device, for whoever watches it from another thread.
nonisolated final class OutputFigures: Sendable {
  fileprivate let written = Atomic<Int>(0)
  fileprivate let takenBack = Atomic<Int>(0)
  /// When it was stopped first since `awaitStop`, in nanoseconds of CLOCK_MONOTONIC, and what was written by then; zero
  /// before.
  private let stoppedAt = Atomic<Int64>(0)
  private let writtenAtStop = Atomic<Int>(0)

  /// Frames that the device has taken so far, and those that it gave back.
  var counts: (written: Int, takenBack: Int) {
    (written.load(ordering: .relaxed), takenBack.load(ordering: .relaxed))
  }

  /// From now on the next stop counts.
  func awaitStop() { stoppedAt.store(0, ordering: .relaxed) }

  /// The stop; nil: there was none since.
  var stop: (at: MonotonicTime, written: Int)? {
    let time = stoppedAt.load(ordering: .acquiring)
    return time == 0 ? nil : (MonotonicTime(nanoseconds: time), writtenAtStop.load(ordering: .relaxed))
  }

  fileprivate func noteStop() {
    guard stoppedAt.load(ordering: .relaxed) == 0 else { return }
    writtenAtStop.store(written.load(ordering: .relaxed), ordering: .relaxed)
    stoppedAt.store(MonotonicTime.now.nanoseconds, ordering: .releasing)
  }
}

/// A device that counts what is done with it. Output thread only; allocates nothing and never waits by itself.
nonisolated final class ObservedOutput: Output {
  private let output: any Output
  private let figures: OutputFigures

  /// `output`, counted in `figures`.
  init(_ output: any Output, _ figures: OutputFigures) {
    self.output = output
    self.figures = figures
  }

  func open(for format: AudioFormat, rate: RateDemand) throws(OutputProblem) -> OpenedOutput {
    try output.open(for: format, rate: rate)
  }

  func close() {
    output.close()
    figures.noteStop()
  }

  func prepare() throws(OutputFault) { try output.prepare() }
  func room() throws(OutputFault) -> Int { try output.room() }

  func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    let count = try output.write(samples, frames: frames)
    figures.written.add(count, ordering: .relaxed)
    return count
  }

  func start() throws(OutputFault) { try output.start() }
  var startTime: MonotonicTime? { output.startTime }
  func delay() throws(OutputFault) -> Int { try output.delay() }

  func rewind(_ frames: Int) -> Int {
    let count = output.rewind(frames)
    figures.takenBack.add(count, ordering: .relaxed)
    return count
  }

  func drop() -> Int? {
    let left = output.drop()
    figures.noteStop()
    return left
  }

  func wait(wake: Int32, milliseconds: Int32) { output.wait(wake: wake, milliseconds: milliseconds) }
}
