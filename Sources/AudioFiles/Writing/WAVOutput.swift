public import AudioEngine
internal import Glibc
public import PlayerCore

/// A device that writes what it plays into a WAV file, as fast as the frames come. Output thread only.
///
/// It takes frames only when all that it took before is written, and so never holds the silence that the engine pads a
/// device with. One file is one stream: from the first `open` to `close`, in one format. The engine has to run by the
/// clock of its `progress`.
public final class WAVOutput: Output {
  private static let blockFrames = 4096

  private let sink: WAVSink
  private let sampleFormat: DeviceSampleFormat
  private let isSeekable: Bool
  private let frames: FrameCount?
  private let progress: WAVProgress
  private var writer: WAVWriterHandle?
  private var isFinished = false
  private var rate = SampleRate(1)
  private var frameBytes = 0
  private var block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var queued = 0

  /// An output that is not open.
  ///
  /// - Parameters:
  ///   - descriptor: where the file goes; it stays the caller's, to be closed after the output.
  ///   - isSeekable: whether that is a file; otherwise it is a pipe, and the header names no length.
  ///   - sampleFormat: as `sampleFormat(for:)` says.
  ///   - frames: the length, if that is known: a file that may not fit in a WAV becomes an RF64 file.
  ///   - progress: what is told to other threads.
  public init(
    descriptor: Int32, isSeekable: Bool, sampleFormat: DeviceSampleFormat, frames: FrameCount?, progress: WAVProgress
  ) {
    sink = WAVSink(descriptor, isSeekable: isSeekable)
    self.sampleFormat = sampleFormat
    self.isSeekable = isSeekable
    self.frames = frames
    self.progress = progress
  }

  deinit { block.deallocate() }

  /// The format in which tracks of these formats lose nothing that the engine has of them: whole numbers
  /// of as many bits as the longest of the tracks' samples, or 32-bit floating point if not all are
  /// whole numbers of at most 24 bits.
  public static func sampleFormat(for formats: [AudioFormat]) -> DeviceSampleFormat {
    var most = 0
    for format in formats {
      guard case .integer(let bits) = format.encoding else { return .float }
      most = max(most, bits)
    }
    return most <= 16 ? .s16 : most <= 24 ? .s24In3 : .float
  }

  /// Starts the file, which takes any rate.
  public func open(for format: AudioFormat, rate _: RateDemand) throws(OutputProblem) -> OpenedOutput {
    frameBytes = format.channels * sampleFormat.bytes
    // The rest is for the header.
    let mostFrames = (Int64(UInt32.max) - 4096) / Int64(frameBytes)
    let isLarge = isSeekable && frames.map { $0.value > mostFrames } ?? true
    guard !isFinished, writer == nil else { throw .formatRefused }
    writer = WAVWriterHandle(sink, format: format, sampleFormat: sampleFormat, isLarge: isLarge)
    if let problem {
      close()
      throw problem
    }
    guard writer != nil else { throw .formatRefused }
    rate = format.rate
    block = .allocate(byteCount: Self.blockFrames * frameBytes, alignment: 16)
    return OpenedOutput(
      description: OutputDescription(
        deviceName: "file", card: nil, rate: rate, channels: format.channels, sampleFormat: sampleFormat.rawValue,
        isSimulated: false, channelMap: format.layout.speakers),
      sampleFormat: sampleFormat, bufferFrames: Self.blockFrames, queueFrames: Self.blockFrames,
      periodFrames: Self.blockFrames)
  }

  /// Completes the file.
  public func close() {
    guard writer != nil else { return }
    writer = nil
    isFinished = true
    if let code = sink.failure { progress.fail(code) }
  }

  /// There is nothing to do.
  public func prepare() throws(OutputFault) {}

  /// There is nothing to do.
  public func start() throws(OutputFault) {}

  /// A block, when nothing is queued.
  public func room() throws(OutputFault) -> Int {
    try look()
    return queued == 0 ? Self.blockFrames : 0
  }

  /// Keeps the frames until `wait`.
  public func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    let count = min(frames, try room())
    block.copyMemory(from: UnsafeRawBufferPointer(start: samples, count: count * frameBytes))
    queued += count
    return count
  }

  /// The frames that are not written yet.
  public func delay() throws(OutputFault) -> Int {
    try look()
    return queued
  }

  /// Takes back frames that are not written yet.
  public func rewind(_ frames: Int) -> Int {
    let count = min(frames, queued)
    queued -= count
    return count
  }

  /// Forgets what is not written yet.
  @discardableResult
  public func drop() -> Int? {
    defer { queued = 0 }
    return queued
  }

  /// Writes what is queued, which is the wait; only without any it sleeps.
  public func wait(wake: Int32, milliseconds: Int32) {
    guard queued > 0, sink.failure == nil else {
      var entry = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, milliseconds)
      return
    }
    writer?.write(UnsafeRawBufferPointer(rebasing: block[..<(queued * frameBytes)]))
    if let code = sink.failure { progress.fail(code) }
    progress.add(queued, lasting: rate.duration(of: FrameCount(queued)))
    queued = 0
  }

  private func look() throws(OutputFault) {
    if let problem { throw .lost(problem) }
  }

  /// Why nothing can be written any more.
  private var problem: OutputProblem? {
    guard let code = sink.failure else { return nil }
    progress.fail(code)
    return .failed(operation: "write", message: String(cString: strerror(code)))
  }
}
