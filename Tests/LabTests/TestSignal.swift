import CTestSupport
import TestSupport

/// Noise in which every frame can be told from every other: its signs name the position, so that a frame is known even
/// at a lower gain, and no sample is near zero, so that silence is never part of it.
struct TestSignal: Sendable {
  enum Channels { case both, leftOnly, rightOnly }

  static let rate = 48_000
  let frames: [SIMD2<Int16>]

  /// The first `seconds` of it. A signal on one channel leaves the other to another program.
  init(seconds: Int, on channels: Channels = .both) {
    let mask: SIMD2<Int16> =
      switch channels {
      case .both: [-1, -1]
      case .leftOnly: [-1, 0]
      case .rightOnly: [0, -1]
      }
    frames = (0..<seconds * Self.rate).map { position in
      var bits = UInt64(position) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits ^= bits >> 27
      func sample(_ bits: UInt64) -> Int16 {
        let magnitude = 8_192 + Int16(bits & 0x3FFF)
        return bits & 0x4000 == 0 ? magnitude : -magnitude
      }
      return SIMD2(sample(bits), sample(bits >> 15)) & mask
    }
  }

  /// Writes the frames in `range` as a FLAC file.
  func writeFLAC(_ range: Range<Int>, to path: String) throws(LabError) {
    try write(range, to: path, with: cts_write_flac)
  }

  /// Writes the frames in `range`, or all, as a WAV file.
  func writeWAV(_ range: Range<Int>? = nil, to path: String) throws(LabError) {
    try write(range ?? frames.indices, to: path, with: cts_write_wav)
  }

  private func write(
    _ range: Range<Int>, to path: String,
    with writer: (UnsafePointer<CChar>?, Int32, UnsafePointer<Int16>?, Int64) -> UnsafePointer<CChar>?
  ) throws(LabError) {
    let samples = frames[range].flatMap { [$0.x, $0.y] }
    if let problem = writer(path, Int32(Self.rate), samples, Int64(range.count)) {
      throw LabError("\(path): \(String(cString: problem))")
    }
  }

  /// Where in the signal `heard` was taken from, at whatever gain; nil if from nowhere. `heard` may have zeros where
  /// the gain was too low for a frame.
  func position(of heard: ArraySlice<SIMD2<Int16>>) -> Int? {
    frames.indices.dropLast(heard.count - 1).first { start in
      zip(heard, frames[start...]).allSatisfy { heard, original in
        (heard.x == 0 || heard.x.signum() == original.x.signum())
          && (heard.y == 0 || heard.y.signum() == original.y.signum())
      }
    }
  }
}
