import AudioDevices
import AudioEngine
import LinuxSystem
import PlayerCore
import Testing

/// 1,000 frames a second, mono: a frame is a millisecond, its sample its number.
private let format = AudioFormat(rate: SampleRate(1_000), channels: 1, encoding: .integer(bits: 16))

struct SimulatedOutputTests {
  /// A device of 400 frames in periods of 50, with a clock that stands still and somebody who listens.
  private final class Bench {
    let clock = ManualClock()
    var heard: [Int32] = []
    var times: [MonotonicTime] = []
    private var device: SimulatedDevice
    private var next: Int32 = 0
    private(set) lazy var output = SimulatedOutput(device: device, clock: clock) { [unowned self] samples, frame, at in
      #expect(frame == heard.count)
      heard += Array(samples.bindMemory(to: Int32.self))
      times.append(at)
    }

    init(_ adjust: (inout SimulatedDevice) -> Void = { _ in }) throws {
      device = SimulatedDevice()
      adjust(&device)
      _ = try output.open(for: format)
      try output.prepare()
    }

    @discardableResult
    func write(_ count: Int) throws -> Int {
      let samples = (0..<Int32(count)).map { next + $0 }
      let taken = try samples.withUnsafeBytes { try output.write($0.baseAddress!, frames: count) }
      next += Int32(taken)
      return taken
    }

    /// What is written next is this sample.
    func goOn(with sample: Int32) { next = sample }
  }

  @Test func `frames are heard in order, each in its time`() throws {
    let bench = try Bench()
    let start = bench.clock.now
    #expect(try bench.write(500) == 400)
    try bench.output.start()
    #expect(bench.heard.isEmpty)
    bench.clock.advance(by: .milliseconds(123))
    #expect(try bench.output.delay() == 277)
    #expect(try bench.output.room() == 123)
    #expect(try bench.write(200) == 123)
    bench.clock.advance(by: .milliseconds(377))
    #expect(try bench.output.delay() == 23)
    #expect(bench.heard == Array(0..<500))
    #expect(bench.times.first == start)
    #expect(bench.times.dropFirst().first == start + .milliseconds(123))
  }

  @Test func `what is taken back is not heard, what is written instead follows at once`() throws {
    let bench = try Bench()
    try bench.write(400)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.output.rewind(290) == 290)
    #expect(try bench.output.delay() == 10)
    bench.goOn(with: 9_000)
    try bench.write(100)
    bench.clock.advance(by: .milliseconds(50))
    _ = try bench.output.room()
    #expect(bench.heard == Array(0..<110) + Array(9_000..<9_040))
  }

  @Test func `a device whose last frame was taken back has run dry`() throws {
    let bench = try Bench()
    try bench.write(400)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.output.rewind(1_000) == 300)
    #expect(throws: OutputFault.underrun) { try bench.output.delay() }
    bench.output.drop()
    bench.clock.advance(by: .milliseconds(100))
    #expect(try bench.output.delay() == 0)
    #expect(bench.heard == Array(0..<100))
  }

  @Test func `a margin before the pointer stays`() throws {
    let bench = try Bench { $0.rewindMargin = 16 }
    try bench.write(400)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.output.rewind(1_000) == 284)
    #expect(bench.output.rewind(1_000) == 0)
    #expect(try bench.output.delay() == 16)
  }

  @Test func `nothing is heard after a drop, and the next round starts with its own frames`() throws {
    let bench = try Bench()
    try bench.write(400)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(10))
    #expect(bench.output.drop() == 390)
    bench.clock.advance(by: .milliseconds(1_000))
    #expect(try bench.output.delay() == 0)
    #expect(bench.heard == Array(0..<10))
    try bench.output.prepare()
    bench.goOn(with: 500)
    try bench.write(5)
    bench.clock.advance(by: .milliseconds(1_000))
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(3))
    _ = try bench.output.room()
    #expect(bench.heard == Array(0..<10) + [500, 501, 502])
  }

  @Test func `running dry is an underrun until the next prepare`() throws {
    let bench = try Bench()
    try bench.write(20)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(21))
    #expect(throws: OutputFault.underrun) { try bench.output.room() }
    #expect(throws: OutputFault.underrun) { try bench.output.delay() }
    #expect(bench.heard == Array(0..<20))
    try bench.output.prepare()
    #expect(try bench.output.room() == 400)
  }

  @Test func `waiting ends when a period fits`() throws {
    let bench = try Bench()
    try bench.write(400)
    try bench.output.start()
    let start = bench.clock.now
    bench.output.wait(wake: -1, milliseconds: -1)
    #expect(bench.clock.now - start == .milliseconds(50))
    #expect(try bench.output.room() == 50)
    bench.output.wait(wake: -1, milliseconds: -1)
    #expect(bench.clock.now - start == .milliseconds(50))
  }

  @Test func `with a small queue waiting ends when a period is missing from it`() throws {
    let bench = try Bench { device in
      device.queue = .milliseconds(100)
      device.period = .milliseconds(20)
    }
    try bench.write(100)
    try bench.output.start()
    let start = bench.clock.now
    bench.output.wait(wake: -1, milliseconds: -1)
    #expect(bench.clock.now - start == .milliseconds(20))
  }

  @Test func `waiting ends at its limit`() throws {
    let bench = try Bench()
    try bench.write(400)
    try bench.output.start()
    let start = bench.clock.now
    bench.output.wait(wake: -1, milliseconds: 7)
    #expect(bench.clock.now - start == .milliseconds(7))
  }

  @Test(arguments: [OutputProblem.busy, .noDevice, .noPermission])
  func `opening fails as told`(problem: OutputProblem) {
    #expect(throws: problem) { try Bench { $0.faults.openProblem = problem } }
  }

  @Test func `a device is lost at its frame, and for good`() throws {
    let bench = try Bench { $0.faults.isLostAfter = 30 }
    try bench.write(400)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(100))
    #expect(throws: OutputFault.lost(.noDevice)) { try bench.output.room() }
    #expect(throws: OutputFault.lost(.noDevice)) { try bench.output.prepare() }
    #expect(bench.heard == Array(0..<30))
  }

  @Test func `a suspend is over with the next prepare`() throws {
    let bench = try Bench { $0.faults.suspendsAfter = 30 }
    try bench.write(400)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(100))
    #expect(throws: OutputFault.suspended) { try bench.output.delay() }
    try bench.output.prepare()
    bench.goOn(with: 30)
    try bench.write(100)
    try bench.output.start()
    bench.clock.advance(by: .milliseconds(50))
    #expect(try bench.output.delay() == 50)
    #expect(bench.heard == Array(0..<80))
  }

  @Test func `underruns come as often as told`() throws {
    let bench = try Bench { $0.faults.underrunsEvery = 30 }
    for round in 1...3 {
      try bench.output.prepare()
      bench.goOn(with: Int32(bench.heard.count))
      try bench.write(100)
      try bench.output.start()
      bench.clock.advance(by: .milliseconds(60))
      #expect(throws: OutputFault.underrun) { try bench.output.room() }
      #expect(bench.heard.count == 30 * round)
    }
  }

  @Test func `short writes take no more than told`() throws {
    let bench = try Bench { $0.faults.writesAtMost = 7 }
    #expect(try bench.write(100) == 7)
    #expect(try bench.write(3) == 3)
  }

  @Test func `a stuck device makes no room, however long one waits`() throws {
    let bench = try Bench { $0.faults.isStuckAfter = 20 }
    try bench.write(400)
    try bench.output.start()
    for _ in 0..<10 { bench.output.wait(wake: -1, milliseconds: 1_000) }
    #expect(try bench.output.room() == 20)
    #expect(try bench.output.delay() == 380)
  }

  @Test func `a lying delay is still not negative`() throws {
    let bench = try Bench { $0.faults.delayError = -150 }
    try bench.write(400)
    try bench.output.start()
    #expect(try bench.output.delay() == 250)
    bench.clock.advance(by: .milliseconds(300))
    #expect(try bench.output.delay() == 0)
  }

  @Test func `real time is what it plays in, asleep between periods`() throws {
    var device = SimulatedDevice()
    device.buffer = .milliseconds(40)
    device.period = .milliseconds(10)
    let output = SimulatedOutput(device: device)
    _ = try output.open(for: format)
    try output.prepare()
    let samples = [Int32](repeating: 0, count: 40)
    _ = try samples.withUnsafeBytes { try output.write($0.baseAddress!, frames: 40) }
    let start = MonotonicTime.now
    try output.start()
    output.wait(wake: -1, milliseconds: -1)
    #expect(MonotonicTime.now - start >= .milliseconds(10))
  }
}
