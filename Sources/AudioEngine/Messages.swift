internal import PlayerCore

/// Tells the output thread where in the ring something begins or ends. Pushed before the frames that it is about.
struct StreamMark: Sendable {
  enum Kind: Sendable {
    /// A stream begins here, heard as `Position`, of a track with this rate and ReplayGain: the first mark of its
    /// generation. The ring's own rate comes with its shape.
    case start(Position, SampleRate, replayGain: Ramp, ringRate: SampleRate, RingShape)
    /// The track of this entry, with this rate and ReplayGain, follows without a gap.
    case border(QueueEntryID, SampleRate, replayGain: Ramp)
    /// Nothing follows, unless a border comes later: an end counts only while it is the last mark.
    case end
  }
  var kind: Kind
  var generation: Generation
  /// The first frame of the ring that it is about.
  var frame: Int
}

/// An order to the output thread, of a fixed size.
enum OutputOrder: Sendable {
  case prepare(Generation, Position)
  case begin(Generation, CappedGain, fadeIn: Duration)
  case silence(Generation, fadeOut: Duration)
  case setGain(CappedGain, ramp: Duration)
  case release
  case check
}

/// A report from the output thread, of a fixed size: what needs words waits elsewhere and is only announced.
enum OutputReport: Sendable {
  case prepared(Generation)
  case started(Generation, Position, at: MonotonicTime)
  case silenced(Generation, Position)
  case ended(Generation)
  case starved(Generation, Position)
  case suspended(Generation, Position)
  case checked(Generation, Position, isRunning: Bool)
  case recovered(Generation, Position, at: MonotonicTime, underruns: Int)
  case heard(HeardSound)
  case released
  case outputThreadStarted(thread: Int32, priority: Int?)
  /// The oldest of `Wire.worded` comes here.
  case worded
}

/// What the output thread has to say in words; only while no device plays.
enum WordedReport: Sendable {
  case opened(OutputDescription)
  case openFailed(Generation, OutputProblem)
  case lost(Generation, Position, OutputProblem)
}

/// An order to the decode thread.
enum FeedOrder: Sendable {
  case prepare(Generation, Track, from: FrameCount)
  case setNext(Generation, Track?, overlap: Duration)
  /// The device, opened for the stream of this generation, plays at `rate`.
  case deviceAnswered(Generation, asked: SampleRate, rate: SampleRate)
  case stop
  case release
}

/// What a thread waits for after a turn.
enum Pause: Hashable, Sendable {
  /// For a signal, or so many milliseconds (negative: for ever).
  case signal(milliseconds: Int32)
  /// For room in the device, a signal, or so many milliseconds.
  case device(milliseconds: Int32)
}
