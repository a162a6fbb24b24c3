/// Brings the channels of Vorbis and Opus, which share an order (Vorbis I, 4.3.9), into the order of WAV files, which
/// all other decoders here deliver.
struct ChannelOrder {
  /// For every channel of the result, the channel of the source; nil where the orders agree.
  private let sources: [Int]?

  /// The order for Vorbis and Opus sound of `channels` channels.
  init(vorbisChannels channels: Int) {
    switch channels {
    case 3: sources = [0, 2, 1]
    case 5: sources = [0, 2, 1, 3, 4]
    case 6: sources = [0, 2, 1, 5, 3, 4]
    case 7: sources = [0, 2, 1, 6, 5, 3, 4]
    case 8: sources = [0, 2, 1, 7, 5, 6, 3, 4]
    default: sources = nil
    }
  }

  /// The order of WAV files already.
  init() { sources = nil }

  /// The channel of the source that becomes channel `channel`.
  subscript(channel: Int) -> Int { sources?[channel] ?? channel }

  /// Reorders `frames` interleaved frames in place.
  func apply(to samples: UnsafeMutablePointer<Float>, frames: Int) {
    guard let sources else { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: sources.count) { frame in
      for index in 0..<frames {
        let start = samples + index * sources.count
        for (channel, source) in sources.enumerated() { frame[channel] = start[source] }
        start.update(from: frame.baseAddress!, count: sources.count)
      }
    }
  }
}

/// Replaces what is not a number, or infinite, by silence: damaged files hold such samples, and no stage behind the
/// decoder expects them.
func silenceNonFinite(_ samples: UnsafeMutablePointer<Float>, count: Int) {
  // Their exponent is all ones, so that adding one to it carries into the sign. Without a
  // branch this becomes vector code.
  var carries: UInt32 = 0
  for index in 0..<count { carries |= (samples[index].bitPattern & 0x7F80_0000) &+ 0x0080_0000 }
  guard carries & 0x8000_0000 != 0 else { return }
  for index in 0..<count where !samples[index].isFinite { samples[index] = 0 }
}
