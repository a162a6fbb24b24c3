internal import Glibc
internal import LinuxSystem
public import PlayerCore
internal import Synchronization

/// Records: takes frames from a device on one thread and writes them on another, with seconds between the two for a
/// slow disk. Made, asked and ended on any one thread; nothing but `join` waits.
public final class Recorder: Sendable {
  /// Readable once the recording has ended, for whatever reason.
  public var endedDescriptor: Int32 { ended.descriptor }

  private let state: RecordingState
  private let ended = EventDescriptor()
  private let captured = EventDescriptor()
  private let captureThread: Thread
  private let writingThread: Thread

  /// Starts recording from an open device.
  ///
  /// - Parameters:
  ///   - capture: the device; from here on it belongs to the capture thread, which closes it.
  ///   - opened: its terms.
  ///   - writer: where the frames go; from here on it belongs to the writing thread, which completes it.
  ///   - patience: for how long a device may give nothing before it counts as gone.
  public init(
    _ capture: sending any Capture, _ opened: OpenedCapture, to writer: sending any SoundWriter,
    patience: Duration = .seconds(5)
  ) {
    let state = RecordingState(opened)
    self.state = state
    let source = CaptureHandover(capture: capture)
    let target = WriterHandover(writer: writer)
    let (captured, ended) = (captured, ended)
    captureThread = Thread(name: "cans-capture") {
      var loop = CaptureLoop(source.capture, state, patience: patience)
      loop.run()
      captured.signal()
    }
    writingThread = Thread(name: "cans-record") {
      var loop = WritingLoop(target.writer, state)
      loop.run()
      ended.signal()
    }
  }

  /// Ends the recording; what the device has got by now is still written.
  public func stop(because reason: RecordingEnd = .asked) {
    state.end(because: reason)
    state.captureEvent.signal()
  }

  /// Waits until the file is complete; a device that keeps its thread is left alone. Call once.
  ///
  /// - Returns: why it ended.
  public func join() -> RecordingEnd {
    writingThread.join()
    if captured.wait(.seconds(1)) { captureThread.join() }
    return state.reason ?? .asked
  }

  /// How long the recording is by now: what was written. Any thread.
  public var length: Duration { state.opened.rate.duration(of: frames) }
  /// The frames written by now. Any thread.
  public var frames: FrameCount { FrameCount(state.written.load(ordering: .relaxed)) }
  /// How often frames were missed. Any thread.
  public var overruns: Int { state.overruns.load(ordering: .relaxed) }
  /// The largest sample since the last call, full scale 1. One thread.
  public func takePeak() -> Float { Float(bitPattern: state.peak.exchange(0, ordering: .relaxed)) }
}

/// What both threads of a recording know.
final class RecordingState: Sendable {
  let opened: OpenedCapture
  /// Wakes the capture thread: there is room in the ring again, or an end.
  let captureEvent = EventDescriptor()
  /// Wakes the writing thread: there are frames, or an end.
  let writingEvent = EventDescriptor()
  let ring: RingStorage
  /// The device is closed: no more frames come.
  let isCaptured = Atomic<Bool>(false)
  let written = Atomic<Int64>(0)
  let overruns = Atomic<Int>(0)
  /// A Float's bits; those of positive numbers have the same order as the numbers.
  let peak = Atomic<UInt32>(0)
  private let firstReason = Guarded<RecordingEnd?>(nil)

  init(_ opened: OpenedCapture) {
    self.opened = opened
    ring = RingStorage(wakingWriter: captureEvent, wakingReader: writingEvent)
  }

  var shape: RingShape { RingShape(layout: ChannelLayout(channels: opened.channels)) }
  /// Why it ends; nil: it does not yet.
  var reason: RecordingEnd? { firstReason.withLock { $0 } }
  /// The first reason counts.
  func end(because reason: RecordingEnd) { firstReason.withLock { $0 = $0 ?? reason } }
}

/// Carry what belongs to one thread there.
private struct CaptureHandover: @unchecked Sendable {
  let capture: any Capture
}
private struct WriterHandover: @unchecked Sendable {
  let writer: any SoundWriter
}
