extension DeviceSampleFormat {
  /// Writes `count` samples in this format. Rounds to the nearest value, brings what is beyond full
  /// scale to the last value that there is, and makes silence of NaN. Samples that came from whole
  /// numbers of no more bits pass unchanged.
  @_noAllocation @_noLocks
  public func write(_ samples: UnsafePointer<Float>, count: Int, to device: UnsafeMutableRawPointer) {
    switch self {
    case .s16:
      let out = device.assumingMemoryBound(to: Int16.self)
      for index in 0..<count { out[index] = Int16(truncatingIfNeeded: whole(samples[index], scale: 32_768)) }
    case .s24In3:
      let out = device.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { put(whole(samples[index], scale: 8_388_608), at: out + 3 &* index) }
    case .s24:
      let out = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { out[index] = whole(samples[index], scale: 8_388_608) }
    case .s32:
      let out = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { out[index] = whole(samples[index], scale: 2_147_483_648) }
    case .float:
      let out = device.assumingMemoryBound(to: Float.self)
      // In place, where it may be already.
      if UnsafePointer(out) != samples { device.copyMemory(from: samples, byteCount: count &* 4) }
      for index in 0..<count {
        let sample = out[index]
        let low = sample > -1 ? sample : (sample == sample ? -1 : 0)
        out[index] = low < 1 ? low : 1
      }
    }
  }

  /// Writes as `write` does, with noise in place of the error of rounding. Sample `number` is the first one, counted on
  /// from block to block. Formats of more than 24 bits take none: `Float` has no more to round.
  @_noAllocation @_noLocks
  func writeDithered(
    _ samples: UnsafePointer<Float>, count: Int, number: UInt32, to device: UnsafeMutableRawPointer
  ) {
    switch self {
    case .s16:
      let out = device.assumingMemoryBound(to: Int16.self)
      for index in 0..<count {
        let noise = Dither.noise(at: number &+ UInt32(truncatingIfNeeded: index))
        out[index] = Int16(truncatingIfNeeded: whole(samples[index], scale: 32_768, noise: noise))
      }
    case .s24In3:
      let out = device.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        let noise = Dither.noise(at: number &+ UInt32(truncatingIfNeeded: index))
        put(whole(samples[index], scale: 8_388_608, noise: noise), at: out + 3 &* index)
      }
    case .s24:
      let out = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count {
        let noise = Dither.noise(at: number &+ UInt32(truncatingIfNeeded: index))
        out[index] = whole(samples[index], scale: 8_388_608, noise: noise)
      }
    case .s32, .float: write(samples, count: count, to: device)
    }
  }

  /// Whether all of `count` samples are values that this format has. Of formats with more than 24 bits it is not asked.
  @_noAllocation @_noLocks
  func holds(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    switch self {
    case .s16: isWhole(samples, count: count, scale: 32_768)
    case .s24, .s24In3: isWhole(samples, count: count, scale: 8_388_608)
    case .s32, .float: true
    }
  }

  /// Looks at so many samples at a time that sound which does not fit is found out at once.
  @_noAllocation @_noLocks
  private func isWhole(_ samples: UnsafePointer<Float>, count: Int, scale: Double) -> Bool {
    var start = 0
    while start < count {
      let end = start &+ 64 < count ? start &+ 64 : count
      // An OR of the bits of all differences: without a branch this becomes vector code.
      var differences: UInt64 = 0
      for index in start..<end {
        let scaled = Double(samples[index]) * scale
        differences |= ((scaled + roundingOffset) - roundingOffset - scaled).bitPattern
      }
      if differences != 0 { return false }
      start = end
    }
    return true
  }

  @_noAllocation @_noLocks @inline(__always)
  private func put(_ value: Int32, at out: UnsafeMutablePointer<UInt8>) {
    out[0] = UInt8(truncatingIfNeeded: value)
    out[1] = UInt8(truncatingIfNeeded: value &>> 8)
    out[2] = UInt8(truncatingIfNeeded: value &>> 16)
  }

  /// The whole number nearest to `sample × scale + noise`, ties to even, within `-scale ..< scale`.
  ///
  /// Adding the offset leaves the rounded number in a Double's low bits. That neither traps nor branches, so the loops
  /// above become vector code; `Int32(Float)` does not.
  @_noAllocation @_noLocks @inline(__always)
  private func whole(_ sample: Float, scale: Double, noise: Double = 0) -> Int32 {
    let scaled = Double(sample) * scale + noise
    let low = scaled > -scale ? scaled : (scaled == scaled ? -scale : 0)
    let within = low < scale - 1 ? low : scale - 1
    return Int32(truncatingIfNeeded: (within + roundingOffset).bitPattern)
  }
}

/// 1.5 × 2⁵²: a Double of this size has no bits for a fraction.
private let roundingOffset: Double = 6_755_399_441_055_744
