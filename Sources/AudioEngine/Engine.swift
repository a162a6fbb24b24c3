internal import Glibc
public import LinuxSystem
public import PlayerCore
internal import Synchronization

/// Plays: decodes files on one thread and feeds the device on another, by the core's orders.
///
/// To be used on one thread, the control thread. No member blocks on a file or on the device, `shutDown` excepted,
/// which waits for half a second at most.
public final class Engine {
  private let wire = Wire()
  private var control: Control
  private var decodeThread: Thread?
  private var outputThread: Thread?
  /// Signalled by each thread as it ends.
  private let decodeEnded = EventDescriptor()
  private let outputEnded = EventDescriptor()

  /// Starts the engine's two threads. Nothing is opened before the first `prepare`.
  ///
  /// - Parameters:
  ///   - output: the device; from here on it belongs to the output thread.
  ///   - opener: opens files; called on the decode thread.
  ///   - replayGain: reads loudness tags; called on the decode thread.
  ///   - rate: at what rate the device is to play.
  ///   - dithers: whether samples that the device does not have are rounded with dither.
  ///   - measures: whether it reports how long and how loud it was heard.
  ///   - realTimePriority: the priority that the output thread gives itself, if the system allows it, and reports;
  ///     nil: it stays an ordinary thread.
  ///   - clock: the time for reports, CLOCK_MONOTONIC.
  public init(
    output: sending any Output, opener: @escaping DecoderOpener,
    replayGain: @escaping ReplayGainReader = { _ in nil }, rate: OutputRate = .native, dithers: Bool = true,
    measures: Bool = true, realTimePriority: Int? = nil, clock: @escaping @Sendable () -> MonotonicTime = { .now }
  ) {
    let wire = wire
    let decodeEnded = decodeEnded
    let outputEnded = outputEnded
    control = Control(wire)
    decodeThread = Thread(name: "cans-decode") {
      runDecoding(wire, Feeder(wire, opener: opener, replayGain: replayGain, rate: rate))
      decodeEnded.signal()
    }
    let handover = Handover(output: output)
    outputThread = Thread(name: "cans-output") {
      if let realTimePriority { startRealTime(wire, priority: realTimePriority) }
      runOutput(wire, output: handover.output, dithers: dithers, measures: measures, clock: clock)
      outputEnded.signal()
    }
  }

  deinit { if !wire.stops.load(ordering: .relaxed) { shutDown() } }

  /// Readable while there may be reports to take.
  public var reportsDescriptor: Int32 { wire.reportEvent.descriptor }

  /// Gives an order. Returns at once, even if the device is stuck; what was to be silenced will not be written any more
  /// even then.
  public func perform(_ order: EngineOrder) { control.perform(order) }

  /// Takes the reports that have come, in order, and makes `reportsDescriptor` unreadable.
  public func takeReports() -> [EngineReport] { control.takeReports() }

  /// Silences, closes the device and ends the threads. A thread that is stuck in the device or the disk is left alone
  /// after half a second; another call waits for it again. No order has an effect after this.
  public func shutDown() {
    wire.stops.store(true, ordering: .sequentiallyConsistent)
    wire.silencedBelow.store(.max, ordering: .sequentiallyConsistent)
    wire.outputEvent.signal()
    wire.roomEvent.signal()
    let deadline = MonotonicTime.now + .milliseconds(500)
    if let outputThread, waitUntilReadable(outputEnded.descriptor, deadline) {
      outputThread.join()
      self.outputThread = nil
    }
    if let decodeThread, waitUntilReadable(decodeEnded.descriptor, deadline) {
      decodeThread.join()
      self.decodeThread = nil
    }
  }
}

/// Carries the device to the output thread, which is the only one to use it from then on.
private struct Handover: @unchecked Sendable {
  let output: any Output
}

private func runDecoding(_ wire: Wire, _ start: consuming Feeder) {
  var feeder = start
  while !wire.stops.load(ordering: .sequentiallyConsistent) {
    feeder.turn()
    var descriptors = [wire.feed.descriptor, wire.roomEvent.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&descriptors, 2, -1)
    wire.roomEvent.clear()
  }
}

/// On the output thread, before it does anything else.
private func startRealTime(_ wire: Wire, priority: Int) {
  let isAllowed = RealTimeScheduling.makeCurrentThreadRealTime(priority: Int32(priority))
  var reports = QueueWriter(wire.reports)
  reports.push(
    .outputThreadStarted(thread: RealTimeScheduling.currentThread, priority: isAllowed ? priority : nil))
  wire.reportEvent.signal()
}

/// Output thread: no allocation, lock or log while a device is open.
private func runOutput(
  _ wire: Wire, output: any Output, dithers: Bool, measures: Bool, clock: @escaping @Sendable () -> MonotonicTime
) {
  var renderer = Renderer(wire, output: output, dithers: dithers, measures: measures, clock: clock)
  let wake = wire.outputEvent.descriptor
  while !wire.stops.load(ordering: .sequentiallyConsistent) {
    switch renderer.turn() {
    case .device(let milliseconds):
      output.wait(wake: wake, milliseconds: milliseconds)
    case .signal(let milliseconds):
      waitUntilReadable(wake, milliseconds: milliseconds)
    }
    wire.outputEvent.clear()
  }
  renderer.shutDown()
}

private func waitUntilReadable(_ descriptor: Int32, _ deadline: MonotonicTime) -> Bool {
  let left = (deadline - .now).wholeNanoseconds / 1_000_000
  return waitUntilReadable(descriptor, milliseconds: Int32(max(0, left)))
}
