extension DeviceSampleFormat {
  /// Writes `count` samples in this format. Rounds to the nearest value, brings what is beyond full scale to the last
  /// value that there is, and makes silence of NaN. Samples that came from whole numbers of no more bits pass unchanged.
  @_noAllocation @_noLocks
  func write(_ samples: UnsafePointer<Float>, count: Int, to device: UnsafeMutableRawPointer) {
    switch self {
    case .s16:
      let out = device.assumingMemoryBound(to: Int16.self)
      for index in 0..<count { out[index] = Int16(truncatingIfNeeded: whole(samples[index], scale: 32_768)) }
    case .s24In3:
      let out = device.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        let value = whole(samples[index], scale: 8_388_608)
        out[3 &* index] = UInt8(truncatingIfNeeded: value)
        out[3 &* index &+ 1] = UInt8(truncatingIfNeeded: value &>> 8)
        out[3 &* index &+ 2] = UInt8(truncatingIfNeeded: value &>> 16)
      }
    case .s24:
      let out = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { out[index] = whole(samples[index], scale: 8_388_608) }
    case .s32:
      let out = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { out[index] = whole(samples[index], scale: 2_147_483_648) }
    case .float:
      let out = device.assumingMemoryBound(to: Float.self)
      for index in 0..<count {
        let sample = samples[index]
        let low = sample > -1 ? sample : (sample == sample ? -1 : 0)
        out[index] = low < 1 ? low : 1
      }
    }
  }

  /// The whole number nearest to `sample × scale`, ties to even, within `-scale ..< scale`.
  ///
  /// Adding 1.5 × 2⁵² leaves the rounded number in a Double's low bits. That neither traps nor branches, so the loops above
  /// become vector code; `Int32(Float)` does not.
  @_noAllocation @_noLocks @inline(__always)
  private func whole(_ sample: Float, scale: Double) -> Int32 {
    let scaled = Double(sample) * scale
    let low = scaled > -scale ? scaled : (scaled == scaled ? -scale : 0)
    let within = low < scale - 1 ? low : scale - 1
    return Int32(truncatingIfNeeded: (within + 6_755_399_441_055_744).bitPattern)
  }
}
