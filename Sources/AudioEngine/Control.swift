internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// The control side of the wire: hands out orders and collects reports. One thread; never blocks.
struct Control: ~Copyable {
  private let wire: Wire
  private var orders: QueueWriter<OutputOrder>
  private var reports: QueueReader<OutputReport>
  /// Orders that did not fit: the output thread is stuck in the device.
  private var waiting: [OutputOrder] = []
  private var output: OutputDescription?
  private var generation = Generation(0)

  init(_ wire: Wire) {
    self.wire = wire
    orders = QueueWriter(wire.orders)
    reports = QueueReader(wire.reports)
  }

  /// Sees to it that `order` is carried out.
  mutating func perform(_ order: EngineOrder) {
    switch order {
    case .prepare(let generation, let track, let frame):
      self.generation = generation
      silence(below: Wire.key(of: generation))
      send(.prepare(generation, Position(entry: track.entry, frame: frame)))
      wire.feed.post(.prepare(generation, track, from: frame))
    case .begin(let generation, let gain, let fadeIn):
      send(.begin(generation, gain, fadeIn: fadeIn))
    case .setNext(let generation, let track, let overlap):
      wire.feed.post(.setNext(generation, track, overlap: overlap))
    case .silence(let generation, let fadeOut):
      self.generation = generation
      if fadeOut <= .zero {
        silence(below: Wire.key(of: generation))
        wire.feed.post(.stop)
      }
      send(.silence(generation, fadeOut: fadeOut))
    case .setGain(let gain, let ramp):
      send(.setGain(gain, ramp: ramp))
    case .release:
      silence(below: Wire.key(of: generation) + 1)
      send(.release)
      wire.feed.post(.release)
    case .check:
      send(.check)
    }
  }

  /// Takes the reports there are. What the decode thread says comes first: the output
  /// thread's reports may follow from it.
  mutating func takeReports() -> [EngineReport] {
    wire.reportEvent.clear()
    flush()
    var fromOutput: [EngineReport] = []
    while let report = reports.pop() {
      if let report = translate(report) { fromOutput.append(report) }
    }
    let fromDecoder = wire.decoded.withLock { all in
      let taken = all
      all.removeAll()
      return taken
    }
    return fromDecoder + fromOutput
  }

  private func silence(below key: UInt64) {
    wire.silencedBelow.store(key, ordering: .sequentiallyConsistent)
    wire.outputEvent.signal()
  }

  private mutating func send(_ order: OutputOrder) {
    waiting.append(order)
    flush()
  }

  private mutating func flush() {
    var sent = 0
    while sent < waiting.count, orders.push(waiting[sent]) { sent += 1 }
    waiting.removeFirst(sent)
    if !waiting.isEmpty { wire.ordersWait.store(true, ordering: .sequentiallyConsistent) }
    if sent > 0 || !waiting.isEmpty { wire.outputEvent.signal() }
  }

  private mutating func translate(_ report: OutputReport) -> EngineReport? {
    switch report {
    case .prepared(let generation): return output.map { .prepared(generation, $0) }
    case .started(let generation, let position, let at): return .started(generation, position, at: at)
    case .silenced(let generation, let position): return .silenced(generation, position)
    case .ended(let generation): return .ended(generation)
    case .starved(let generation, let position): return .starved(generation, position)
    case .suspended(let generation, let position): return .suspended(generation, position)
    case .checked(let generation, let position, let isRunning):
      return .checked(generation, position, isRunning: isRunning)
    case .recovered(let generation, let position, let at, let underruns):
      return .recovered(generation, position, at: at, underruns: underruns)
    case .heard(let sound): return .heard(sound)
    case .released: return .released
    case .outputThreadStarted(let thread, let priority):
      return .outputThreadStarted(thread: thread, priority: priority)
    case .worded:
      switch wire.worded.withLock({ $0.removeFirst() }) {
      case .opened(let description):
        output = description
        return nil
      case .openFailed(let generation, let problem): return .openFailed(generation, problem)
      case .lost(let generation, let position, let problem): return .deviceLost(generation, position, problem)
      }
    }
  }
}
