public import AudioEngine
public import PlayerCore

/// What can be wrong with a simulated device. All off, it is a good one. Positions are frames since `open`, as if no
/// frame had ever been taken back or dropped: the frames of the hardware's pointer.
public struct SimulatedFaults: Sendable {
  /// Why opening fails.
  public var openProblem: OutputProblem?
  /// The device is gone once it has played so many frames.
  public var isLostAfter: Int?
  /// It runs dry, whatever is queued, each time it has played so many further frames.
  public var underrunsEvery: Int?
  /// The most frames that one `write` takes.
  public var writesAtMost: Int?
  /// It stops playing after so many frames, and makes no more room.
  public var isStuckAfter: Int?
  /// Added to every delay; the result is never below zero.
  public var delayError = 0
  /// It answers that the machine slept, once, when it has played so many frames.
  public var suspendsAfter: Int?

  /// A good device.
  public init() {}
}

/// What a simulated device is like.
public struct SimulatedDevice: Sendable {
  /// How it takes samples.
  public var sampleFormat = DeviceSampleFormat.s32
  /// Its channels, and where they sound; nil: what the file has.
  public var channelMap: [Speaker?]?
  /// How much it buffers.
  public var buffer = Duration.milliseconds(400)
  /// The time between two wake-ups.
  public var period = Duration.milliseconds(50)
  /// The most that is to be queued; nil: the whole buffer.
  public var queue: Duration?
  /// Whether queued frames can be taken back.
  public var rewinds = true
  /// Frames before the pointer that cannot be taken back any more.
  public var rewindMargin = 0
  /// The card that it says to belong to; nil: none.
  public var card: CardIndex? = CardIndex(0)
  /// What is wrong with it.
  public var faults = SimulatedFaults()

  /// A device that buffers 400 ms, all of which can be taken back.
  public init() {}
}
