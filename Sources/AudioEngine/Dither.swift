/// Noise that makes rounding inaudible as distortion: triangular, ±1 of the last bit (S. P. Lipshitz, R. A. Wannamaker,
/// J. Vanderkooy: Quantization and Dither, 1992).
///
/// As a function of the sample's number it needs no state, and gives the same when a frame is rendered a second time.
enum Dither {
  /// The noise for sample `index`, between -1 and 1, in units of the last bit.
  @_noAllocation @_noLocks @inline(__always)
  static func noise(at index: UInt32) -> Double {
    // Chris Wellons' lowbias32: every bit of the number changes every other one's with a chance of a half.
    var mixed = index
    mixed ^= mixed &>> 16
    mixed &*= 0x7FEB_352D
    mixed ^= mixed &>> 15
    mixed &*= 0x846C_A68B
    mixed ^= mixed &>> 16
    // The sum of two even distributions is a triangular one.
    let sum = Int32(truncatingIfNeeded: (mixed & 0xFFFF) &+ (mixed &>> 16)) &- 65_535
    return Double(sum) * (1 / 65_536)
  }
}
