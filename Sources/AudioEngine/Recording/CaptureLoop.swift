internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// The capture thread: from the device into the ring.
struct CaptureLoop: ~Copyable {
  private let capture: any Capture
  private let state: RecordingState
  private let patience: Duration
  private var ring: RingWriter
  private let block: UnsafeMutableRawPointer
  private let blockFrames: Int
  /// When the device last gave something.
  private var lastHeard = MonotonicTime.now

  init(_ capture: any Capture, _ state: RecordingState, patience: Duration) {
    self.capture = capture
    self.state = state
    self.patience = patience
    ring = RingWriter(state.ring)
    ring.reshape(state.shape)
    blockFrames = max(state.opened.periodFrames, 256)
    let bytes = blockFrames * state.opened.channels * state.opened.sampleFormat.bytes
    block = .allocate(byteCount: bytes, alignment: 16)
  }

  deinit { block.deallocate() }

  /// Records until the end.
  mutating func run() {
    do throws(CaptureFault) {
      try capture.start()
    } catch {
      meet(error)
    }
    while state.reason == nil { turn() }
    // What it has got until now is part of the recording; no device keeps more than so many periods.
    for _ in 0..<64 { guard let count = try? take(), count > 0 else { break } }
    capture.close()
    state.isCaptured.store(true, ordering: .sequentiallyConsistent)
    ring.wakeReader()
  }

  private mutating func turn() {
    if ring.room == 0 {
      // The disk does not follow. The device buffers on, and says so if that is not enough.
      if ring.wakes(whenReleased: ring.next - ring.shape.capacity + blockFrames) {
        waitUntilReadable(state.captureEvent.descriptor, milliseconds: 200)
      }
      lastHeard = .now
    } else {
      capture.wait(wake: state.captureEvent.descriptor, milliseconds: 200)
    }
    state.captureEvent.clear()
    do throws(CaptureFault) {
      if try take() > 0 {
        lastHeard = .now
      } else if ring.room > 0, MonotonicTime.now - lastHeard > patience {
        throw .lost(.failed(operation: "read", message: "it gives no sound"))
      }
    } catch {
      meet(error)
    }
  }

  /// Takes one block, if there is one; returns its frames.
  private mutating func take() throws(CaptureFault) -> Int {
    let span = ring.span()
    guard span.frames > 0 else { return 0 }
    let count = try capture.read(block, frames: min(span.frames, blockFrames))
    guard count > 0 else { return 0 }
    state.opened.sampleFormat.read(block, count: count * state.opened.channels, to: span.start)
    ring.publish(count)
    return count
  }

  private func meet(_ fault: CaptureFault) {
    switch fault {
    case .overrun:
      do throws(CaptureFault) {
        try capture.start()
        // A server that has died looks like an overrun first.
        state.overruns.wrappingAdd(1, ordering: .relaxed)
      } catch .lost(let problem) {
        state.end(because: .microphoneLost(problem))
      } catch {
        state.end(because: .microphoneLost(.failed(operation: "start", message: "it overruns at once")))
      }
    case .lost(let problem): state.end(because: .microphoneLost(problem))
    }
  }
}
