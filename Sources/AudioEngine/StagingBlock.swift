/// Frames on their way from the ring to the device: scaled, then in the device's own sample format.
struct StagingBlock: ~Copyable {
  /// The most frames that fit.
  let frames: Int
  private let channels: Int
  private let format: DeviceSampleFormat
  private let frameBytes: Int
  private let scaled: UnsafeMutablePointer<Float>
  /// The frames as the device takes them.
  let device: UnsafeMutableRawPointer

  /// Room for `frames` frames; everything is allocated here.
  init(frames: Int, channels: Int, format: DeviceSampleFormat) {
    self.frames = frames
    self.channels = channels
    self.format = format
    frameBytes = channels * format.bytes
    scaled = .allocate(capacity: frames * channels)
    device = .allocate(byteCount: frames * frameBytes, alignment: 16)
  }

  deinit {
    scaled.deallocate()
    device.deallocate()
  }

  /// Renders `count` frames of the ring at `memory`, of which the first is `frame`.
  @_noAllocation @_noLocks
  func fill(from memory: UnsafePointer<Float>, shape: RingShape, at frame: Int, count: Int, envelope: Envelope) {
    let index = frame & (shape.capacity &- 1)
    let before = count < shape.capacity &- index ? count : shape.capacity &- index
    let size = channels &* MemoryLayout<Float>.stride
    UnsafeMutableRawPointer(scaled).copyMemory(from: memory + index &* channels, byteCount: before &* size)
    UnsafeMutableRawPointer(scaled + before &* channels).copyMemory(from: memory, byteCount: (count &- before) &* size)
    envelope.apply(to: scaled, frames: count, channels: channels, at: frame)
    format.write(scaled, count: count &* channels, to: device)
  }

  /// Makes `count` frames of silence.
  @_noAllocation @_noLocks
  func fillWithSilence(count: Int) {
    let bytes = device.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count &* frameBytes { bytes[index] = 0 }
  }
}
