import AudioEngine
import PlayerCore
import Testing

@testable import cans

/// The parts of `cans doctor --leak`.
struct LeakTests {
  private let figures = LeakFigures(
    route: Route(port: .headphones, id: RouteID("headphones:PCH"), name: "Headphones", privacy: .wearerOnly),
    output: OutputDescription(
      deviceName: "hw:0,0", card: CardIndex(0), rate: SampleRate(44_100), channels: 2, sampleFormat: "S16_LE",
      isSimulated: false, isDirect: true),
    latency: .microseconds(3_449), framesHeard: 96, framesWritten: 0, framesTakenBack: 17_000, framesAfterSilence: 0,
    streams: [LeakFigures.Stream(state: "SETUP", advances: false)])

  @Test func `people read how long the tone went on, and what was heard of it`() {
    #expect(
      figures.text == """
        pulled: Headphones (hw:0,0, 44100 Hz)
        silence: 3.4 ms after the event
        heard after the event: 96 frames (2.0 ms)
        written after the event: 0 frames; taken back: 17000
        written after the silence: 0 frames
        the kernel says: SETUP, and stands still
        no leak

        """)
  }

  @Test func `late silence, frames after it, and a card that goes on are leaks`() {
    #expect(figures.isTight)
    var late = figures
    late.latency = .milliseconds(1_001)
    #expect(!late.isTight && late.text.hasSuffix("this leaks\n"))
    var written = figures
    written.framesAfterSilence = 1
    #expect(!written.isTight)
    var running = figures
    running.streams = [LeakFigures.Stream(state: "RUNNING", advances: true)]
    #expect(!running.isTight)
    // What others play on, too, goes on for them.
    running.output.isDirect = false
    #expect(running.isTight)
  }

  @Test func `the kernel's status is read, if the stream is ours`() {
    let status = """
      state: RUNNING
      owner_pid   : 1234
      trigger_time: 5.123
      hw_ptr      : 5120
      appl_ptr    : 24000
      """
    let stream = KernelStream(card: 1, device: 3, status: status) { $0 == 1234 }
    #expect(stream?.state == "RUNNING" && stream?.pointer == 5120 && stream?.card == 1 && stream?.device == 3)
    #expect(KernelStream(card: 1, device: 3, status: status) { _ in false } == nil)
    #expect(KernelStream(card: 1, device: 3, status: "closed\n") { _ in true } == nil)
  }

  @Test func `the tone is quiet, and the same wherever it is read from`() throws {
    let tone = ToneDecoder()
    let length = Int(tone.length!.value)
    var samples = [Float](repeating: 9, count: 2 * 4_096)
    #expect(try tone.read(into: &samples, frames: 4_096) == 4_096)
    #expect(samples.map(abs).max()! <= 0.0316 && samples.map(abs).max()! > 0.03)
    #expect(stride(from: 0, to: samples.count, by: 2).allSatisfy { samples[$0] == samples[$0 + 1] })
    try tone.seek(to: FrameCount(1_000))
    var again = [Float](repeating: 9, count: 2 * 10)
    #expect(try tone.read(into: &again, frames: 10) == 10)
    #expect(again == Array(samples[2_000..<2_020]))
    try tone.seek(to: FrameCount(length - 3))
    #expect(try tone.read(into: &again, frames: 10) == 3)
    #expect(try tone.read(into: &again, frames: 10) == 0)
  }

  @Test func `what is done with a device is counted, and its first stop noted`() throws {
    let figures = OutputFigures()
    let output = ObservedOutput(CountedOutput(), figures)
    var samples: [Int16] = [0, 0]
    _ = try output.write(&samples, frames: 5)
    _ = output.rewind(2)
    #expect(figures.counts == (5, 3) && figures.stop == nil)
    #expect(output.drop() == 1)
    let stop = try #require(figures.stop)
    #expect(stop.written == 5)
    _ = try output.write(&samples, frames: 5)
    output.close()
    #expect(figures.stop! == stop && figures.counts.written == 10)
    figures.awaitStop()
    #expect(figures.stop == nil)
    output.close()
    #expect(figures.stop?.written == 10)
  }
}

/// A device that takes everything, and gives one frame more back than it is asked for.
private final class CountedOutput: Output {
  func open(for format: AudioFormat, rate: RateDemand) throws(OutputProblem) -> OpenedOutput { throw .noDevice }
  func close() {}
  func prepare() throws(OutputFault) {}
  func room() throws(OutputFault) -> Int { 0 }
  func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int { frames }
  func start() throws(OutputFault) {}
  func delay() throws(OutputFault) -> Int { 0 }
  func rewind(_ frames: Int) -> Int { frames + 1 }
  func drop() -> Int? { 1 }
  func wait(wake: Int32, milliseconds: Int32) {}
}
