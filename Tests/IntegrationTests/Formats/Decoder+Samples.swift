import AudioEngine
import PlayerCore

extension Decoder {
  /// The samples of the next frames: of as many as wanted, or of fewer at the end.
  func samples(frames: Int) throws(DecodeError) -> [Float] {
    var samples = [Float](repeating: 0, count: frames * format.channels)
    var count = 0
    while count < samples.count {
      let (start, channels) = (count, format.channels)
      let read = try samples.withUnsafeMutableBufferPointer { buffer throws(DecodeError) in
        try self.read(into: buffer.baseAddress! + start, frames: frames - start / channels)
      }
      if read == 0 { break }
      count += read * format.channels
    }
    samples.removeLast(samples.count - count)
    return samples
  }

  /// The samples of all frames that are left.
  func allSamples() throws(DecodeError) -> [Float] {
    var all: [Float] = []
    while case let block = try samples(frames: 8_192), !block.isEmpty { all += block }
    return all
  }
}
