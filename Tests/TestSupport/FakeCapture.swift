public import AudioEngine
internal import Glibc
internal import LinuxSystem
public import PlayerCore

/// A device that gives frames by a script: 16-bit stereo, numbered from 0. It is never late and never early: what is
/// next in the script happens as soon as it is asked.
public final class FakeCapture: Capture, @unchecked Sendable {
  /// What it does next.
  public enum Step: Sendable {
    /// Gives so many frames.
    case frames(Int)
    /// Fails so.
    case fault(CaptureFault)
    /// Gives nothing until it is to end.
    case silence
  }

  /// Its terms.
  public static let terms = OpenedCapture(
    deviceName: "fake", card: nil, rate: SampleRate(8_000), channels: 2, sampleFormat: .s16, periodFrames: 400)

  /// The samples of frame `number`: all values come, and neighbours differ.
  public static func frame(_ number: Int) -> SIMD2<Int16> {
    [Int16(truncatingIfNeeded: number &* 7), Int16(truncatingIfNeeded: number &* 13 &+ 1)]
  }

  private let state: Guarded<(script: [Step], given: Int, starts: Int, isClosed: Bool)>

  /// A device that does this, and then nothing more.
  public init(_ script: [Step]) { state = Guarded((script.reversed(), 0, 0, false)) }

  /// How often it was started.
  public var starts: Int { state.withLock { $0.starts } }
  /// Whether it was closed.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Gives its terms, whatever is asked for.
  public func open(near _: SampleRate, demand _: RateDemand) throws(OutputProblem) -> OpenedCapture { Self.terms }

  /// Counts.
  public func start() throws(CaptureFault) { state.withLock { $0.starts += 1 } }

  /// Does the next step.
  public func read(_ samples: UnsafeMutableRawPointer, frames: Int) throws(CaptureFault) -> Int {
    try state.withLock { state throws(CaptureFault) in
      switch state.script.popLast() {
      case .frames(let left):
        let count = min(left, frames)
        let out = samples.assumingMemoryBound(to: SIMD2<Int16>.self)
        for index in 0..<count { out[index] = Self.frame(state.given + index) }
        state.given += count
        if left > count { state.script.append(.frames(left - count)) }
        return count
      case .fault(let fault): throw fault
      case .silence:
        state.script.append(.silence)
        return 0
      case nil: return 0
      }
    }
  }

  /// Waits if there is nothing to do.
  public func wait(wake: Int32, milliseconds: Int32) {
    let isBusy = state.withLock { state in
      if case .silence? = state.script.last { return false }
      return !state.script.isEmpty
    }
    if !isBusy { waitUntilReadable(wake, milliseconds: min(milliseconds, 10)) }
  }

  /// Notes it.
  public func close() { state.withLock { $0.isClosed = true } }
}
