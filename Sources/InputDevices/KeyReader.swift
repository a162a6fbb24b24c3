internal import PlayerCore

/// What a key of an open device did.
struct KeyReading: Equatable, Sendable {
  var code: UInt16
  var motion: PressMotion
  var time: MonotonicTime
}

/// An open device with keys. One thread.
protocol KeyReader: AnyObject {
  /// To poll for reading; stays the reader's.
  var descriptor: Int32 { get }
  /// Takes in what there is, without waiting; nil: the device is gone, or may not be read any more.
  func read() -> [KeyReading]?
}
