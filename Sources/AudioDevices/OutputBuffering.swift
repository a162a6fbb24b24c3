/// How much sound to keep in a device, and how often to be woken; nil: as it suits the kind of device.
public struct OutputBuffering: Hashable, Sendable {
  /// The device's buffer. More needs fewer wake-ups; where a device takes nothing back,
  /// less lets a loss be heard sooner.
  public var buffer: Duration?
  /// The time between two wake-ups; at most half the buffer counts.
  public var period: Duration?

  /// The defaults, or what the user wishes instead.
  public init(buffer: Duration? = nil, period: Duration? = nil) {
    self.buffer = buffer
    self.period = period
  }
}
