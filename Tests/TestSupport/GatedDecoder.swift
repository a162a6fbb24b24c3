public import AudioEngine
public import PlayerCore

/// A decoder on a disk that can be stopped: every call passes a gate.
public final class GatedDecoder: Decoder {
  private let decoder: any Decoder
  private let gate: Gate

  /// `decoder` behind `gate`.
  public init(_ decoder: any Decoder, gate: Gate) {
    self.decoder = decoder
    self.gate = gate
  }

  /// The decoder's format.
  public var format: AudioFormat { decoder.format }

  /// The decoder's length.
  public var length: FrameCount? { decoder.length }

  /// Reads once the gate is open.
  public func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    gate.pass()
    return try decoder.read(into: buffer, frames: frames)
  }

  /// Seeks once the gate is open.
  public func seek(to frame: FrameCount) throws(DecodeError) {
    gate.pass()
    try decoder.seek(to: frame)
  }
}
