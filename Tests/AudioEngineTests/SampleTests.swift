import PlayerCore
import Testing

@testable import AudioEngine

@Suite struct SampleTests {
  private func bytes(_ samples: [Float], _ format: DeviceSampleFormat) -> [UInt8] {
    var device = [UInt8](repeating: 0xAA, count: samples.count * format.bytes)
    device.withUnsafeMutableBytes { format.write(samples, count: samples.count, to: $0.baseAddress!) }
    return device
  }

  private func numbers(_ samples: [Float], _ format: DeviceSampleFormat) -> [Int] {
    bytes(samples, format).withUnsafeBytes { raw in
      switch format {
      case .s16: raw.bindMemory(to: Int16.self).map(Int.init)
      case .s24, .s32: raw.bindMemory(to: Int32.self).map(Int.init)
      case .s24In3:
        stride(from: 0, to: raw.count, by: 3).map {
          Int(raw[$0]) | Int(raw[$0 + 1]) << 8 | Int(Int8(bitPattern: raw[$0 + 2])) << 16
        }
      case .float: []
      }
    }
  }

  @Test func `every 16-bit sample passes to every format of whole numbers`() {
    let all = Array(-32_768...32_767)
    let samples = all.map { Float($0) / 32_768 }
    #expect(numbers(samples, .s16) == all)
    #expect(numbers(samples, .s24) == all.map { $0 << 8 })
    #expect(numbers(samples, .s24In3) == all.map { $0 << 8 })
    #expect(numbers(samples, .s32) == all.map { $0 << 16 })
  }

  @Test func `24-bit samples pass to 24 and 32 bits`() {
    let all = Array(stride(from: -8_388_608, through: 8_388_607, by: 997)) + [8_388_607, -1, 0, 1]
    let samples = all.map { Float($0) / 8_388_608 }
    #expect(numbers(samples, .s24) == all)
    #expect(numbers(samples, .s24In3) == all)
    #expect(numbers(samples, .s32) == all.map { $0 << 8 })
  }

  @Test func `what is too loud ends at full scale, what is no number is silence`() {
    let samples: [Float] = [1, 1.5, -1, -1.5, .infinity, -.infinity, .nan, 1e30]
    #expect(numbers(samples, .s16) == [32_767, 32_767, -32_768, -32_768, 32_767, -32_768, 0, 32_767])
    let most = 8_388_607
    #expect(numbers(samples, .s24) == [most, most, -most - 1, -most - 1, most, -most - 1, 0, most])
    let largest = Int(Int32.max)
    #expect(
      numbers(samples, .s32) == [largest, largest, -largest - 1, -largest - 1, largest, -largest - 1, 0, largest])
    let floats = bytes(samples, .float).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(floats == [1, 1, -1, -1, 1, -1, 0, 1])
  }

  @Test func `rounding is to the nearest`() {
    let samples = [0.4, 0.6, -0.4, -0.6, 1.49, -1.51, 0.5, 1.5].map { Float($0) / 32_768 }
    #expect(numbers(samples, .s16) == [0, 1, 0, -1, 1, -2, 0, 2])
  }

  @Test func `a ramp is a straight line between its ends`() {
    let ramp = Ramp(from: 1, to: 0.5, at: 100, frames: 10)
    #expect(ramp.value(at: 0) == 1 && ramp.value(at: 100) == 1)
    #expect(ramp.value(at: 105) == 0.75)
    #expect(ramp.value(at: 110) == 0.5 && ramp.value(at: 1000) == 0.5)
    #expect(!ramp.isSteady(from: 100) && ramp.isSteady(from: 110))
    #expect(Ramp(from: 0, to: 1, at: 7, frames: 0).value(at: 7) == 1)
  }

  @Test func `all channels of a frame get the same factor`() {
    var envelope = Envelope()
    envelope.volume = Ramp(from: 0, to: 1, at: 0, frames: 4)
    envelope.fade = Ramp(0.5)
    var samples = [Float](repeating: 1, count: 18)
    samples.withUnsafeMutableBufferPointer {
      envelope.apply(to: $0.baseAddress!, frames: 6, channels: 3, at: 0, into: $0.baseAddress!)
    }
    #expect(samples == [0, 0.125, 0.25, 0.375, 0.5, 0.5].flatMap { [Float](repeating: $0, count: 3) })
  }

  @Test func `frames are not counted as heard faster than time passes`() {
    let second = 1_000_000_000 as Int64
    var run = HeardFrames(
      startedAt: MonotonicTime(nanoseconds: 0), written: 1000, rate: 1000, steps: 100)
    run.look(delay: 0, at: MonotonicTime(nanoseconds: second / 10))
    #expect((100...101).contains(run.count))
    run.look(delay: 990, at: MonotonicTime(nanoseconds: second / 5))
    #expect((100...101).contains(run.count))
    run.look(delay: 700, at: MonotonicTime(nanoseconds: second / 2))
    #expect(run.count == 300)
    run.tookBack(800)
    #expect(run.count == 200 && run.written == 200)
  }
}
