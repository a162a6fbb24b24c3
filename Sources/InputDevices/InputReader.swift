internal import PlayerCore

/// What a key of an open device did.
struct KeyReading: Equatable, Sendable {
  var code: UInt16
  var motion: PressMotion
  var time: MonotonicTime
}

/// An open device with keys or switches. One thread.
protocol InputReader: AnyObject {
  /// To poll for reading; stays the reader's.
  var descriptor: Int32 { get }
  /// The state of each switch that it was opened for, by all that was read so far.
  var switches: [UInt16: Bool] { get }
  /// Takes in what there is, without waiting; nil: the device is gone, or may not be read any more.
  func read() -> [KeyReading]?
}
