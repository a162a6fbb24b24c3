extension DeviceSampleFormat {
  /// Reads `count` samples of this format, full scale ±1. Up to 24 bits nothing is lost: `write` gives them back.
  func read(_ device: UnsafeRawPointer, count: Int, to samples: UnsafeMutablePointer<Float>) {
    switch self {
    case .s16:
      let from = device.assumingMemoryBound(to: Int16.self)
      for index in 0..<count { samples[index] = Float(from[index]) / 32_768 }
    case .s24In3:
      let from = device.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        let bytes = from + 3 &* index
        let high = UInt32(bytes[0]) &<< 8 | UInt32(bytes[1]) &<< 16 | UInt32(bytes[2]) &<< 24
        samples[index] = Float(Int32(bitPattern: high) &>> 8) / 8_388_608
      }
    case .s24:
      // What is in the highest byte is nobody's business.
      let from = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { samples[index] = Float((from[index] &<< 8) &>> 8) / 8_388_608 }
    case .s32:
      let from = device.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { samples[index] = Float(from[index]) / 2_147_483_648 }
    case .float:
      let from = device.assumingMemoryBound(to: Float.self)
      for index in 0..<count { samples[index] = from[index] }
    }
  }
}
