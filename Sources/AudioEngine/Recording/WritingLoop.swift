internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// The writing thread of a recording: from the ring into the file.
///
/// Whoever opens the file misses a little more than the last second, even if the program was killed (SIGKILL): it is
/// the system's to write by then. If the power goes it is the last four seconds.
struct WritingLoop: ~Copyable {
  private let writer: any SoundWriter
  private let state: RecordingState
  private var ring: RingReader
  private let checkpointFrames: Int
  private let syncFrames: Int
  private var written = 0
  private var checkpointed = 0
  private var synced = 0
  /// When it was seen that the recording is to end.
  private var endSeen: MonotonicTime?

  init(_ writer: any SoundWriter, _ state: RecordingState) {
    self.writer = writer
    self.state = state
    ring = RingReader(state.ring)
    ring.shape = state.shape
    checkpointFrames = Int(state.opened.rate.hertz)
    syncFrames = 3 * checkpointFrames
  }

  /// Writes until everything is written, or cannot be.
  mutating func run() {
    do throws(WritingFailure) {
      while try turn() {}
    } catch {
      fail(error)
    }
    do throws(WritingFailure) {
      try writer.finish()
    } catch {
      fail(error)
    }
  }

  /// Writes what there is; false once nothing more comes.
  private mutating func turn() throws(WritingFailure) -> Bool {
    // In this order: what was published before the end is seen.
    let isLast = state.isCaptured.load(ordering: .sequentiallyConsistent) || isCaptureStuck()
    let channels = ring.shape.channels
    let published = ring.published
    while ring.rendered < published {
      let index = ring.rendered & (ring.shape.capacity - 1)
      let frames = min(published - ring.rendered, ring.shape.capacity - index, checkpointFrames)
      let samples = ring.memory + index * channels
      notePeak(samples, count: frames * channels)
      try writer.write(samples, frames: frames)
      ring.advance(by: frames)
      ring.release(before: ring.rendered)
      written += frames
      state.written.store(Int64(written), ordering: .relaxed)
      try secure()
    }
    guard !isLast else { return false }
    if ring.wakes(whenPublished: ring.rendered + checkpointFrames / 4) {
      waitUntilReadable(state.writingEvent.descriptor, milliseconds: 500)
    }
    state.writingEvent.clear()
    return true
  }

  /// Whether the device, or a sound server, keeps the capture thread although the recording is to end: the file does
  /// not wait for that.
  private mutating func isCaptureStuck() -> Bool {
    guard state.reason != nil else { return false }
    let since = endSeen ?? .now
    endSeen = since
    return MonotonicTime.now - since > .seconds(1)
  }

  private mutating func secure() throws(WritingFailure) {
    guard written - checkpointed >= checkpointFrames else { return }
    checkpointed = written
    try writer.checkpoint()
    guard written - synced >= syncFrames else { return }
    synced = written
    try writer.sync()
  }

  private func notePeak(_ samples: UnsafePointer<Float>, count: Int) {
    var peak: Float = 0
    for index in 0..<count {
      let size = abs(samples[index])
      if size > peak { peak = size }
    }
    state.peak.max(peak.bitPattern, ordering: .relaxed)
  }

  private func fail(_ failure: WritingFailure) {
    state.end(
      because: failure.code == ENOSPC || failure.code == EDQUOT
        ? .diskFull : .writingFailed(String(cString: strerror(failure.code))))
    state.captureEvent.signal()
  }
}
