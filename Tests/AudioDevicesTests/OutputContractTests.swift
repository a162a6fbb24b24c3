import AudioDevices
import AudioEngine
import Glibc
import LinuxSystem
import PlayerCore
import Testing

/// What every `Output` promises, tried on the simulated one and on ALSA's own card-less devices.
struct OutputContractTests {
  enum Kind: CaseIterable, Sendable {
    case simulated, simulatedSmallQueue, alsaNull, alsaThroughPlug

    func make() -> any Output {
      switch self {
      case .simulated: return SimulatedOutput(clock: ManualClock())
      case .simulatedSmallQueue:
        var device = SimulatedDevice()
        device.queue = .milliseconds(50)
        device.period = .milliseconds(10)
        device.rewinds = false
        device.sampleFormat = .s16
        return SimulatedOutput(device: device, clock: ManualClock())
      case .alsaNull: return ALSAOutput(deviceName: "null")
      case .alsaThroughPlug: return ALSAOutput(deviceName: "plug:null")
      }
    }
  }

  static let formats = [
    AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .integer(bits: 16)),
    AudioFormat(rate: SampleRate(96_000), channels: 1, encoding: .integer(bits: 24)),
    AudioFormat(rate: SampleRate(8_000), channels: 6, encoding: .lossy("Vorbis")),
  ]

  @Test(arguments: Kind.allCases, formats)
  func `opening gives the file's own rate and channels, and terms that fit each other`(
    kind: Kind, format: AudioFormat
  ) throws {
    let opened = try kind.make().open(for: format)
    #expect(opened.description.rate == format.rate)
    #expect(opened.description.channels == format.channels)
    #expect(opened.description.sampleFormat == opened.sampleFormat.rawValue)
    #expect(0 < opened.periodFrames)
    #expect(opened.periodFrames < opened.queueFrames)
    #expect(opened.queueFrames <= opened.bufferFrames)
  }

  /// Only a card has rates of its own; whatever else takes the sound converts.
  @Test(arguments: Kind.allCases, formats)
  func `without a card the nearest rate is the file's`(kind: Kind, format: AudioFormat) throws {
    #expect(try kind.make().open(for: format, rate: .nearest).description.rate == format.rate)
  }

  @Test(arguments: Kind.allCases)
  func `a closed device has no room, no delay, takes nothing back and minds no call`(kind: Kind) throws {
    let output = kind.make()
    #expect(try output.room() == 0)
    #expect(try output.delay() == 0)
    #expect(output.rewind(100) == 0)
    output.drop()
    output.close()
    _ = try output.open(for: Self.formats[0])
    output.close()
    output.close()
    #expect(try output.room() == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a prepared device has room for its buffer and takes what fits`(kind: Kind) throws {
    let output = kind.make()
    let opened = try output.open(for: Self.formats[0])
    let silence = Silence(opened)
    for _ in 0..<3 {
      try output.prepare()
      #expect(try output.room() == opened.bufferFrames)
      #expect(try output.write(silence.base, frames: 0) == 0)
      let taken = try output.write(silence.base, frames: opened.periodFrames)
      #expect(taken == opened.periodFrames)
      try output.start()
      try output.start()
      output.drop()
    }
  }

  @Test(arguments: Kind.allCases)
  func `the delay is never negative and never more than was written`(kind: Kind) throws {
    let output = kind.make()
    let opened = try output.open(for: Self.formats[0])
    let silence = Silence(opened)
    try output.prepare()
    let written = try output.write(silence.base, frames: opened.periodFrames)
    try output.start()
    #expect((0...written).contains(try output.delay()))
  }

  @Test(arguments: Kind.allCases)
  func `no more is taken back than was written`(kind: Kind) throws {
    let output = kind.make()
    let opened = try output.open(for: Self.formats[0])
    let silence = Silence(opened)
    try output.prepare()
    let written = try output.write(silence.base, frames: opened.periodFrames)
    #expect(output.rewind(0) == 0)
    #expect((0...written).contains(output.rewind(opened.bufferFrames)))
  }

  @Test(arguments: Kind.allCases)
  func `the wake-up descriptor ends every wait`(kind: Kind) throws {
    let output = kind.make()
    let wake = EventDescriptor()
    wake.signal()
    output.wait(wake: wake.descriptor, milliseconds: -1)
    let opened = try output.open(for: Self.formats[0])
    output.wait(wake: wake.descriptor, milliseconds: -1)
    try output.prepare()
    output.wait(wake: wake.descriptor, milliseconds: -1)
    let silence = Silence(opened)
    _ = try output.write(silence.base, frames: opened.bufferFrames)
    try output.start()
    output.wait(wake: wake.descriptor, milliseconds: -1)
    output.drop()
    output.wait(wake: wake.descriptor, milliseconds: -1)
  }

  @Test(arguments: Kind.allCases)
  func `it can be opened again in another format`(kind: Kind) throws {
    let output = kind.make()
    for format in Self.formats {
      let opened = try output.open(for: format)
      #expect(opened.description.rate == format.rate)
      try output.prepare()
      #expect(try output.room() == opened.bufferFrames)
    }
  }

  @Test func `a device that is not there says so`() {
    let output = ALSAOutput(deviceName: "no-such-device")
    #expect(throws: OutputProblem.noDevice) { try output.open(for: Self.formats[0]) }
  }

  @Test func `what is written arrives unchanged`() throws {
    let path = "/tmp/cans-output-\(getpid()).raw"
    defer { unlink(path) }
    let output = ALSAOutput(deviceName: "file:FILE=\(path),FORMAT=raw")
    let opened = try output.open(for: Self.formats[0])
    // What belongs to no card gets what the engine works with.
    #expect(opened.sampleFormat == .float)
    let samples = (0..<2 * opened.periodFrames).map { Int32(truncatingIfNeeded: $0 &* 1_234_567) }
    try output.prepare()
    let written = try samples.withUnsafeBytes { try output.write($0.baseAddress!, frames: opened.periodFrames) }
    try output.start()
    output.close()
    #expect(written == opened.periodFrames)
    #expect(bytes(of: path) == samples.withUnsafeBytes { Array($0) })
  }

  private func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var all = [UInt8](repeating: 0, count: 1 << 20)
    return Array(all[..<max(read(descriptor, &all, all.count), 0)])
  }
}

/// A buffer full of zeros for an opened device.
private final class Silence {
  let base: UnsafeRawPointer

  init(_ opened: OpenedOutput) {
    let count = opened.bufferFrames * opened.description.channels * opened.sampleFormat.bytes
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    base = UnsafeRawPointer(memory)
  }

  deinit { base.deallocate() }
}
