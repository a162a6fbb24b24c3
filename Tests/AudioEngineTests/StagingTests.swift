import CTestSupport
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// From the ring's samples to the device's: loudspeakers and dither.
@Suite struct StagingTests {
  /// What a 16-bit device gets of `samples`, frame after frame in one block.
  private func staged(
    _ samples: [Float], _ layout: ChannelLayout = ChannelLayout(channels: 1), to map: [Speaker?] = [.frontCentre],
    gain: Float = 1, dithers: Bool = true, at frame: Int = 0
  ) -> [Int16] {
    let frames = samples.count / layout.channels
    let shape = RingShape(rate: 48_000, layout: layout)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: shape.capacity * layout.channels)
    memory.initialize(repeating: 0, count: shape.capacity * layout.channels)
    defer { memory.deallocate() }
    for (index, sample) in samples.enumerated() {
      memory[((frame + index / layout.channels) & (shape.capacity - 1)) * layout.channels + index % layout.channels] =
        sample
    }
    let block = StagingBlock(
      frames: frames, routing: ChannelRouting(from: layout, to: map), format: .s16, dithers: dithers)
    var envelope = Envelope()
    envelope.volume = Ramp(gain)
    let before = cans_allocations_of_this_thread()
    block.fill(from: memory, shape: shape, at: frame, count: frames, envelope: envelope)
    #expect(cans_allocations_of_this_thread() == before)
    return Array(
      UnsafeBufferPointer(start: block.device.assumingMemoryBound(to: Int16.self), count: frames * map.count))
  }

  private func whole(_ numbers: [Int]) -> [Float] { numbers.map { Float($0) / 32_768 } }

  @Test func `5·1 of a file comes to the loudspeakers of a device in ALSA's order`() {
    let alsa: [Speaker?] = [.frontLeft, .frontRight, .backLeft, .backRight, .frontCentre, .lowFrequency]
    let file = whole([1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16])
    #expect(staged(file, ChannelLayout(channels: 6), to: alsa) == [1, 2, 5, 6, 3, 4, 11, 12, 15, 16, 13, 14])
  }

  @Test func `mono comes to both sides in full, and stereo leaves other channels silent`() {
    #expect(staged(whole([7, -9]), to: [.frontLeft, .frontRight]) == [7, 7, -9, -9])
    let quad: [Speaker?] = [.frontLeft, .frontRight, .backLeft, .backRight]
    #expect(staged(whole([1, 2, 3, 4]), ChannelLayout(channels: 2), to: quad) == [1, 2, 0, 0, 3, 4, 0, 0])
  }

  @Test func `full scale on all channels ends at full scale on two`() {
    let loud = [Float](repeating: 1, count: 6 * 64)
    let heard = staged(loud, ChannelLayout(channels: 6), to: [.frontLeft, .frontRight], dithers: false)
    #expect(heard.allSatisfy { $0 == 32_767 })
    let quiet = staged(loud.map { $0 / 2 }, ChannelLayout(channels: 6), to: [.frontLeft, .frontRight], dithers: false)
    #expect(quiet.allSatisfy { abs(Int($0) - 16_384) <= 1 })
  }

  @Test func `what the device has passes without dither`() {
    let all = Array(-32_768...32_767)
    #expect(staged(whole(all)).map(Int.init) == all)
    // A quarter of multiples of four.
    #expect(staged(whole(all.filter { $0.isMultiple(of: 4) }), gain: 0.25).map(Int.init) == Array(-8192...8191))
    #expect(staged([Float](repeating: 0, count: 5000), gain: 0.3).allSatisfy { $0 == 0 })
    #expect(staged(whole([5, 900]), gain: 0).allSatisfy { $0 == 0 })
  }

  @Test func `rounding is exact again with dither off`() {
    #expect(staged(whole([10, -10, 3]), gain: 0.25, dithers: false) == [2, -2, 1])
  }

  /// A constant between two numbers: dithered, its mean is the constant, and the error's variance is that of triangular
  /// noise and rounding, a quarter of the last bit's square, wherever the constant lies (Lipshitz and others, 1992).
  @Test(arguments: [0, 0.1, 0.25, 0.4, 0.5, 0.73] as [Float])
  func `dither makes the error independent of the sound`(fraction: Float) {
    let count = 50_000
    let level = 1000 + fraction
    var samples = [Float](repeating: level / 32_768, count: count)
    // One sample that no device has, so that the block needs dither for a whole number, too.
    samples[count - 1] = 0.3 / 32_768
    let errors = staged(samples).dropLast().map { Double($0) - Double(level) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    let variance = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect(abs(mean) < 0.01)
    #expect(abs(variance - 0.25) < 0.01)
    #expect(errors.allSatisfy { abs($0) < 1.5 })
    // No two neighbours know of each other.
    let correlation = zip(errors, errors.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(errors.count)
    #expect(abs(correlation) < 0.01)
  }

  @Test func `a frame that is rendered again is the same`() {
    let samples = (0..<200).map { Float($0) / 7_777 }
    let once = staged(samples, at: 5000)
    #expect(once == staged(samples, at: 5000))
    #expect(once != staged(samples, at: 9000))
    #expect(Array(once[50...]) == staged(Array(samples[50...]), at: 5050))
  }

  @Test func `24 bits are dithered, more are not`() {
    var samples = (0..<1000).map { _ in Float(0.3) / 8_388_608 }
    samples[0] = 0.5
    var bytes = [Int32](repeating: 0, count: 1000)
    #expect(!DeviceSampleFormat.s24.holds(samples, count: 1000))
    bytes.withUnsafeMutableBytes {
      DeviceSampleFormat.s24.writeDithered(samples, count: 1000, number: 0, to: $0.baseAddress!)
    }
    #expect(Set(bytes.dropFirst()) == [-1, 0, 1])
    #expect(DeviceSampleFormat.s32.holds(samples, count: 1000) && DeviceSampleFormat.float.holds(samples, count: 1000))
    #expect(!DeviceSampleFormat.s32.takesDither && !DeviceSampleFormat.float.takesDither)
  }
}

/// The whole engine on devices with other channels than the file.
@Suite struct ChannelTests {
  @Test func `mono is heard on both sides of a device that has two`() {
    var terms = FakeOutput.Terms()
    terms.channelMap = [.frontLeft, .frontRight]
    let track = FakeTrack(seed: 3, frames: 20_000, channels: 1)
    let rig = Rig([track], terms)
    rig.play(1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == track.samples(0..<20_000).flatMap { [$0, $0] })
  }

  @Test func `tracks of other layouts do not join`() {
    var sides = FakeTrack(seed: 2, frames: 9_000, channels: 6)
    sides.format = AudioFormat(
      rate: sides.format.rate, layout: ChannelLayout(channels: 6, mask: 0x60F), encoding: sides.format.encoding)
    let rig = Rig([FakeTrack(seed: 1, frames: 9_000, channels: 6), sides])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music.count == 9_000 * 6)
  }
}
