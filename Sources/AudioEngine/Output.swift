public import PlayerCore

/// The sample formats that the engine can hand to a device, all little-endian.
public enum DeviceSampleFormat: String, Hashable, Sendable, CaseIterable {
  /// 16-bit whole numbers.
  case s16 = "S16_LE"
  /// 24 bits in three bytes.
  case s24In3 = "S24_3LE"
  /// 24 bits in the low bytes of four.
  case s24 = "S24_LE"
  /// 32-bit whole numbers.
  case s32 = "S32_LE"
  /// 32-bit floating point, full scale ±1.
  case float = "FLOAT_LE"

  /// The bytes of one sample.
  public var bytes: Int {
    switch self {
    case .s16: 2
    case .s24In3: 3
    case .s24, .s32, .float: 4
    }
  }

  /// Whether `Float` samples are rounded to it where they could be heard to be: 16 and 24 bits.
  var takesDither: Bool {
    switch self {
    case .s16, .s24In3, .s24: true
    case .s32, .float: false
    }
  }
}

/// An opened device's terms.
public struct OpenedOutput: Hashable, Sendable {
  /// For the core and the screen.
  public var description: OutputDescription
  /// How samples are to be written, interleaved.
  public var sampleFormat: DeviceSampleFormat
  /// Frames that the device buffers.
  public var bufferFrames: Int
  /// The engine keeps at most so many frames queued: the whole buffer where it can be taken back, less where it cannot.
  public var queueFrames: Int
  /// Frames between two wake-ups.
  public var periodFrames: Int

  /// Terms.
  public init(
    description: OutputDescription, sampleFormat: DeviceSampleFormat, bufferFrames: Int, queueFrames: Int,
    periodFrames: Int
  ) {
    self.description = description
    self.sampleFormat = sampleFormat
    self.bufferFrames = bufferFrames
    self.queueFrames = queueFrames
    self.periodFrames = periodFrames
  }
}

/// What goes wrong with an open device.
public enum OutputFault: Error, Hashable, Sendable {
  /// It ran dry (EPIPE): `prepare` and write again.
  case underrun
  /// The machine slept (ESTRPIPE): `drop`, and `prepare` before it is written to again.
  case suspended
  /// It is gone or broken (ENODEV, EBADFD, EIO …): close it.
  case lost(OutputProblem)
}

/// How strictly a device is to take a format's rate.
public enum RateDemand: Hashable, Sendable {
  /// The device's own rate that is nearest, with nothing in between that converts it: what is converted cannot be taken
  /// back. Only where the sound goes to a server, which converts anyway, the rate is the format's.
  case nearest
  /// The format's, whoever has to convert it.
  case exact
}

/// A device that plays frames in time. Every member is called on the output thread only, and none blocks but `open`,
/// `close` and `wait`. From `open` to `close`, no member allocates, locks or logs.
///
/// The life of a stream: `open`, then any number of rounds of `prepare`, `write` …, `start`,
/// `write` …, `drop`; then `close`.
public protocol Output: AnyObject {
  /// Opens the device for `format`: its own rate and channels where the device takes them, in the best
  /// sample format. The description names the rate that frames are to be written at, and the channels,
  /// which they are to be brought to.
  func open(for format: AudioFormat, rate: RateDemand) throws(OutputProblem) -> OpenedOutput

  /// Closes the device; what is queued is not played. Nothing happens if it is not open.
  func close()

  /// Makes the device ready for the first `write`, also after `drop`, an underrun or a suspend.
  func prepare() throws(OutputFault)

  /// Frames that can be written now without blocking.
  func room() throws(OutputFault) -> Int

  /// Queues at most `frames` frames of the opened format; returns how many were taken. Does not start the device.
  func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int

  /// Starts playing what is queued. Nothing happens if it plays already.
  func start() throws(OutputFault)

  /// When the last `start` took effect, where the device has noted that itself; else nil.
  var startTime: MonotonicTime? { get }

  /// Frames that were written and are not heard yet, those in the hardware included (ALSA's delay). Never negative.
  func delay() throws(OutputFault) -> Int

  /// Takes back at most `frames` of the frames written last; returns how many could be. A playing device whose last
  /// frame was taken back has run dry: it may answer anything but `drop` with an underrun.
  func rewind(_ frames: Int) -> Int

  /// Stops at once; what is queued is gone.
  ///
  /// - Returns: how many of the frames written were not heard when it stood still, where the device can still tell
  ///   exactly; else nil, and a `delay` taken just before is the best there is.
  @discardableResult
  func drop() -> Int?

  /// Sleeps until the device has room for a period, `wake` is readable, or `milliseconds` have passed
  /// (negative: no limit). A device that does not play, be it closed or not started, makes no room and only
  /// waits for `wake`. May return early.
  func wait(wake: Int32, milliseconds: Int32)
}

extension Output {
  /// Opens the device for `format` at exactly its rate.
  public func open(for format: AudioFormat) throws(OutputProblem) -> OpenedOutput {
    try open(for: format, rate: .exact)
  }
}

extension Output {
  /// Nil: what says nothing else notes no time.
  public var startTime: MonotonicTime? { nil }
}
