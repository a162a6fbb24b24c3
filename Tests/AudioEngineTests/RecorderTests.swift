import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// From a device into a file: every frame, and a good end whatever happens.
@Suite(.timeLimit(.minutes(5)))
struct RecorderTests {
  /// Keeps what is written, and may refuse to.
  final class Paper: SoundWriter, @unchecked Sendable {
    struct Written: Sendable {
      var samples: [Float] = []
      var checkpoints: [Int] = []
      var syncs = 0
      var isFinished = false
    }

    private let written = Guarded(Written())
    private let fails: (after: Int, code: Int32)?
    private let gate: EventDescriptor?

    init(fails: (after: Int, code: Int32)? = nil, gate: EventDescriptor? = nil) {
      self.fails = fails
      self.gate = gate
    }

    var all: Written { written.withLock { $0 } }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure) {
      if let gate { _ = gate.wait(.seconds(60)) }
      if let fails, all.samples.count / 2 + frames > fails.after { throw WritingFailure(fails.code) }
      written.withLock { $0.samples += UnsafeBufferPointer(start: samples, count: frames * 2) }
    }

    func checkpoint() throws(WritingFailure) { written.withLock { $0.checkpoints.append($0.samples.count / 2) } }
    func sync() throws(WritingFailure) { written.withLock { $0.syncs += 1 } }
    func finish() throws(WritingFailure) { written.withLock { $0.isFinished = true } }
  }

  private static func recorder(
    _ capture: FakeCapture, to paper: Paper, patience: Duration = .seconds(60)
  ) -> Recorder {
    // The test looks at both from its own thread, which they are made for.
    nonisolated(unsafe) let (capture, paper) = (capture as any Capture, paper as any SoundWriter)
    return Recorder(capture, FakeCapture.terms, to: paper, patience: patience)
  }

  private static func expectFrames(_ count: Int, on paper: Paper, sourceLocation: SourceLocation = #_sourceLocation) {
    let written = paper.all
    #expect(written.isFinished, sourceLocation: sourceLocation)
    #expect(written.samples.count == 2 * count, sourceLocation: sourceLocation)
    let wrong = (0..<min(count, written.samples.count / 2)).first { number in
      let frame = FakeCapture.frame(number)
      return written.samples[2 * number] != Float(frame.x) / 32_768
        || written.samples[2 * number + 1] != Float(frame.y) / 32_768
    }
    #expect(wrong == nil, sourceLocation: sourceLocation)
  }

  @Test func `R30: a microphone that is lost ends it, and what it gave before is complete`() {
    let capture = FakeCapture([.frames(100_000), .fault(.lost(.noDevice))])
    let paper = Paper()
    let recorder = Self.recorder(capture, to: paper)
    #expect(recorder.join() == .microphoneLost(.noDevice))
    #expect(recorder.frames == FrameCount(100_000) && recorder.length == .milliseconds(12_500))
    #expect(capture.isClosed && waitUntilReadable(recorder.endedDescriptor, milliseconds: 0))
    Self.expectFrames(100_000, on: paper)
  }

  @Test func `whoever wants it to end gets all that the device has got by then`() {
    let capture = FakeCapture([.frames(20_000), .silence])
    let paper = Paper()
    let recorder = Self.recorder(capture, to: paper)
    #expect(waits(atMost: .seconds(60)) { recorder.frames > .zero })
    recorder.stop()
    #expect(recorder.join() == .asked)
    Self.expectFrames(20_000, on: paper)
    #expect(capture.isClosed)
  }

  @Test func `an overrun is counted, and it goes on`() {
    let capture = FakeCapture([.frames(900), .fault(.overrun), .frames(900), .fault(.overrun), .frames(50)])
    let paper = Paper()
    let recorder = Self.recorder(capture, to: paper)
    #expect(waits(atMost: .seconds(60)) { recorder.frames == FrameCount(1_850) })
    recorder.stop()
    #expect(recorder.join() == .asked)
    #expect(recorder.overruns == 2 && capture.starts == 3)
    Self.expectFrames(1_850, on: paper)
  }

  @Test(arguments: [(ENOSPC, RecordingEnd.diskFull), (EDQUOT, .diskFull), (EIO, .writingFailed("Input/output error"))])
  func `a disk that takes no more ends it, and the file is completed`(code: Int32, end: RecordingEnd) {
    let capture = FakeCapture([.frames(500_000), .silence])
    let paper = Paper(fails: (30_000, code))
    let recorder = Self.recorder(capture, to: paper)
    #expect(recorder.join() == end)
    #expect(paper.all.isFinished && paper.all.samples.count <= 60_000 && capture.isClosed)
  }

  @Test func `a device that gives nothing counts as gone`() {
    let paper = Paper()
    let recorder = Self.recorder(FakeCapture([.frames(400), .silence]), to: paper, patience: .milliseconds(50))
    #expect(recorder.join() == .microphoneLost(.failed(operation: "read", message: "it gives no sound")))
    Self.expectFrames(400, on: paper)
  }

  @Test func `a disk that stands still loses nothing`() {
    // More than the ring holds: the device has to wait, too.
    let frames = 1_300_000
    let gate = EventDescriptor()
    let capture = FakeCapture([.frames(frames), .fault(.lost(.noDevice))])
    let paper = Paper(gate: gate)
    let recorder = Self.recorder(capture, to: paper)
    while !waitUntilReadable(recorder.endedDescriptor, milliseconds: 0) {
      gate.signal()
      poll(nil, 0, 1)
    }
    #expect(recorder.join() == .microphoneLost(.noDevice) && recorder.overruns == 0)
    Self.expectFrames(frames, on: paper)
  }

  @Test func `it can be read up to the last second, and is on the disk up to the last four`() {
    let paper = Paper()
    let recorder = Self.recorder(FakeCapture([.frames(100_000), .fault(.lost(.noDevice))]), to: paper)
    _ = recorder.join()
    let written = paper.all
    let distances = zip([0] + written.checkpoints, written.checkpoints).map { $1 - $0 }
    #expect(!distances.isEmpty && distances.allSatisfy { $0 < 16_000 })
    #expect(written.syncs >= 100_000 / 8_000 / 4)
  }

  @Test func `the level is that of the largest sample since it was asked last`() {
    let recorder = Self.recorder(FakeCapture([.frames(80_000), .fault(.lost(.noDevice))]), to: Paper())
    _ = recorder.join()
    #expect(recorder.takePeak() == 1)
    #expect(recorder.takePeak() == 0)
  }

  @Test(arguments: DeviceSampleFormat.allCases)
  func `what is read of a format is what is written of it`(format: DeviceSampleFormat) {
    var random = SystemRandomNumberGenerator()
    let bits = format == .s16 ? 16 : 24
    let values = (0..<5_000).map { _ in
      Float(Int32.random(in: -(1 << (bits - 1))..<(1 << (bits - 1)), using: &random)) / Float(1 << (bits - 1))
    }
    var bytes = [UInt8](repeating: 0, count: values.count * format.bytes)
    var back = [Float](repeating: 0, count: values.count)
    bytes.withUnsafeMutableBytes { format.write(values, count: values.count, to: $0.baseAddress!) }
    bytes.withUnsafeBytes { format.read($0.baseAddress!, count: values.count, to: &back) }
    #expect(back == values)
  }
}
