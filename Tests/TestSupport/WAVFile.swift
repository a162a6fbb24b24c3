internal import Glibc
public import LinuxSystem

/// 16-bit stereo sound out of a file, a WAV that may still be growing or raw frames.
public struct WAVFile: Sendable {
  /// The frames, left and right, with the recorder's constant offset taken off.
  public let frames: [SIMD2<Int16>]

  /// Reads the frames in `range`, or as many of them as there are. A WAV of the sound lab has a header of
  /// 44 bytes, whose lengths are filled in only at the end; raw frames have none. `offset` is what the
  /// recorder added to every sample.
  public init(path: String, frames range: Range<Int>, header: Int = 44, offset: Int16 = 0) throws(SystemCallError) {
    let file = try retrying("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(file) }
    let present = max(0, (Int(lseek(file, 0, SEEK_END)) - header) / 4)
    let range = range.clamped(to: 0..<present)
    var frames = [SIMD2<Int16>](repeating: .zero, count: range.count)
    let count = frames.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, header + range.lowerBound * 4) }
    guard count == range.count * 4 else { throw SystemCallError(operation: "read \(path)", code: EIO) }
    if offset != 0 {
      let offsets = SIMD2(repeating: offset)
      for index in frames.indices { frames[index] &-= offsets }
    }
    self.frames = frames
  }
}
