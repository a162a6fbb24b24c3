internal import PlayerCore

/// Frames on their way from the ring to the device: scaled, brought to the device's loudspeakers,
/// then in its own sample format.
struct StagingBlock: ~Copyable {
  /// The most frames that fit.
  let frames: Int
  private let channels: Int
  private let deviceChannels: Int
  private let format: DeviceSampleFormat
  private let frameBytes: Int
  private let dithers: Bool
  private let mixer: ChannelMixer
  private let mixes: Bool
  /// Whether the device takes what the ring holds, but for its scale.
  private let isDirect: Bool
  private let scaled: UnsafeMutablePointer<Float>
  private let mixed: UnsafeMutablePointer<Float>
  /// The frames as the device takes them.
  let device: UnsafeMutableRawPointer

  /// Room for `frames` frames; everything is allocated here.
  ///
  /// - Parameter dithers: whether samples that the format does not have are written with dither. Blocks that need no
  ///   rounding never are: what can pass unchanged does, and silence stays silent.
  init(frames: Int, routing: ChannelRouting, format: DeviceSampleFormat, dithers: Bool) {
    self.frames = frames
    channels = routing.sources
    deviceChannels = routing.targets
    self.format = format
    frameBytes = deviceChannels * format.bytes
    self.dithers = dithers && format.takesDither
    mixer = ChannelMixer(routing)
    mixes = !mixer.isIdle
    isDirect = !mixes && format == .float
    scaled = .allocate(capacity: isDirect ? 0 : frames * channels)
    mixed = .allocate(capacity: mixes ? frames * deviceChannels : 0)
    device = .allocate(byteCount: frames * frameBytes, alignment: 16)
  }

  deinit {
    scaled.deallocate()
    mixed.deallocate()
    device.deallocate()
  }

  /// Renders `count` frames of the ring at `memory`, of which the first is `frame`.
  @_noAllocation @_noLocks
  func fill(from memory: UnsafePointer<Float>, shape: RingShape, at frame: Int, count: Int, envelope: Envelope) {
    let samples = stage(memory, shape: shape, at: frame, count: count, envelope: envelope)
    let number = count &* deviceChannels
    if dithers, !format.holds(samples, count: number) {
      let first = UInt32(truncatingIfNeeded: frame &* deviceChannels)
      format.writeDithered(samples, count: number, number: first, to: device)
    } else {
      format.write(samples, count: number, to: device)
    }
  }

  /// The energy of `count` frames of the ring as `fill` has rendered them: for each frame the mean square at the ears,
  /// summed up. A device of more than two channels is taken for one whose channels reach both. Nil: they are muted.
  @_noAllocation @_noLocks
  func energy(
    of memory: UnsafePointer<Float>, shape: RingShape, at frame: Int, count: Int, envelope: Envelope
  ) -> Double? {
    let ears = Double(deviceChannels < 2 ? 1 : 2)
    let factor = envelope.steadyFactor(from: frame)
    if factor == 0 { return nil }
    guard let factor, !mixes else {
      let samples = stage(memory, shape: shape, at: frame, count: count, envelope: envelope)
      return sumOfSquares(samples, count: count &* deviceChannels) / ears
    }
    let (index, before) = place(of: frame, count: count, in: shape)
    let sum =
      sumOfSquares(memory + index &* channels, count: before &* channels)
      + sumOfSquares(memory, count: (count &- before) &* channels)
    return sum * Double(factor) * Double(factor) / ears
  }

  /// Copies, scales and mixes, for the device's channels.
  @_noAllocation @_noLocks
  private func stage(
    _ memory: UnsafePointer<Float>, shape: RingShape, at frame: Int, count: Int, envelope: Envelope
  ) -> UnsafePointer<Float> {
    let (index, before) = place(of: frame, count: count, in: shape)
    // Each kilobyte touched comes from afar: there was time to forget it since the last block.
    let scaled = isDirect ? device.assumingMemoryBound(to: Float.self) : scaled
    envelope.apply(
      to: memory + index &* channels, frames: before, channels: channels, at: frame, into: scaled)
    envelope.apply(
      to: memory, frames: count &- before, channels: channels, at: frame &+ before, into: scaled + before &* channels)
    if mixes { mixer.mix(scaled, count: count, into: mixed) }
    return UnsafePointer(mixes ? mixed : scaled)
  }

  /// Where `frame` lies in the ring, and how many of `count` frames lie there without a break.
  @_noAllocation @_noLocks
  private func place(of frame: Int, count: Int, in shape: RingShape) -> (index: Int, before: Int) {
    let index = frame & (shape.capacity &- 1)
    return (index, count < shape.capacity &- index ? count : shape.capacity &- index)
  }

  /// Makes `count` frames of silence.
  @_noAllocation @_noLocks
  func fillWithSilence(count: Int) {
    let bytes = device.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count &* frameBytes { bytes[index] = 0 }
  }
}
