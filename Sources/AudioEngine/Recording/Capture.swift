public import PlayerCore

/// The terms of a device that is open for recording.
public struct OpenedCapture: Hashable, Sendable {
  /// The name that it was opened by.
  public var deviceName: String
  /// The card that the sound comes from; nil where that is a server or nothing that can be named.
  public var card: CardIndex?
  /// Frames a second.
  public var rate: SampleRate
  /// Samples in a frame.
  public var channels: Int
  /// How samples come, interleaved.
  public var sampleFormat: DeviceSampleFormat
  /// Frames between two wake-ups.
  public var periodFrames: Int

  /// Terms.
  public init(
    deviceName: String, card: CardIndex?, rate: SampleRate, channels: Int, sampleFormat: DeviceSampleFormat,
    periodFrames: Int
  ) {
    self.deviceName = deviceName
    self.card = card
    self.rate = rate
    self.channels = channels
    self.sampleFormat = sampleFormat
    self.periodFrames = periodFrames
  }
}

/// What goes wrong with a device that records.
public enum CaptureFault: Error, Hashable, Sendable {
  /// Nobody has taken its frames in time, or the machine slept: some are missing. `start` goes on.
  case overrun
  /// It is gone or broken: close it.
  case lost(OutputProblem)
}

/// A device that records in time. After `open` every member is called on the capture thread only, and none blocks but
/// `close` and `wait`.
public protocol Capture: AnyObject {
  /// Opens the device near `rate` in one or two channels, with the longest samples that it has.
  func open(near rate: SampleRate, demand: RateDemand) throws(OutputProblem) -> OpenedCapture

  /// Starts recording, also after an overrun.
  func start() throws(CaptureFault)

  /// Takes at most `frames` frames of the opened format; returns how many there were.
  func read(_ samples: UnsafeMutableRawPointer, frames: Int) throws(CaptureFault) -> Int

  /// Sleeps until there is a period to be read, `wake` is readable, or `milliseconds` have passed. May return early.
  func wait(wake: Int32, milliseconds: Int32)

  /// Closes the device. Nothing happens if it is not open.
  func close()
}
