internal import CAVLazy
internal import Glibc

/// A file as libav reads it: through `window` and nothing else, and only so much of it.
final class AVSource {
  /// The file.
  let window: FileWindow
  /// How many bytes may still be read before libav is told to stop: forged files make it run in circles.
  private var allowance: Int64 = 0

  /// The file in `window`.
  init(_ window: FileWindow) { self.window = window }

  /// Lets the next call into libav read each byte of the file once, and some twice.
  func allowAnotherPass() { allowance = window.size + (64 << 20) }

  /// libav's callbacks; `context` is the source.
  static let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
    context, target, count in
    AVSource.at(context).read(UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
  }
  static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = { context, offset, whence in
    let window = AVSource.at(context).window
    if whence & AVSEEK_SIZE != 0 { return window.size }
    return window.seek(by: offset, whence: whence & ~AVSEEK_FORCE)
  }

  private func read(_ target: UnsafeMutableRawBufferPointer) -> Int32 {
    guard allowance > 0 else { return Int32(CAV_STOP) }
    let count = window.read(into: target)
    if count < 0 { return Int32(CAV_READ_FAILED) }
    allowance -= Int64(count)
    return count == 0 ? Int32(CAV_END) : Int32(count)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> AVSource {
    Unmanaged<AVSource>.fromOpaque(context!).takeUnretainedValue()
  }
}
