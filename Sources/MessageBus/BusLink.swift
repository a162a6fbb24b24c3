internal import LinuxSystem
internal import PlayerCore

/// Keeps a connection to a bus, as well as there is one: a bus that is not there, or goes away, is tried again, ever
/// more rarely. Says nothing of it to anybody. For the thread of a loop.
final class BusLink {
  private enum Stage {
    case waiting(until: MonotonicTime)
    /// A thread opens it.
    case opening
    case open(OpenBus, since: MonotonicTime)
    /// There never will be one.
    case over
  }

  /// The time to the first new attempt, and the longest between two.
  private static let pauses = Duration.milliseconds(500)...Duration.seconds(60)
  /// A connection that has stood for so long was a good one.
  private static let proof = Duration.seconds(10)

  private let address: BusAddress
  private let arrivals = Mailbox<Result<OpenBus, BusError>>()
  private var stage: Stage
  private var wasTried = false
  private var pause = BusLink.pauses.lowerBound

  /// A connection to the bus at `address`, which begins at `start`.
  init(address: BusAddress, from start: MonotonicTime) {
    self.address = address
    stage = .waiting(until: start)
  }

  /// The connection, while there is one.
  var bus: OpenBus? { if case .open(let bus, _) = stage { bus } else { nil } }

  /// What the loop is to wait for.
  var pollDescriptors: [PolledDescriptor] {
    switch stage {
    case .opening: [PolledDescriptor(readable: arrivals.descriptor)]
    case .open(let bus, _): bus.polled.map { [$0] } ?? []
    case .waiting, .over: []
    }
  }

  /// When `process` is to be called although nothing has happened.
  var deadline: MonotonicTime? {
    switch stage {
    case .waiting(let until): until
    // Without a descriptor only asking tells that it is closed.
    case .open(let bus, let since): bus.polled == nil ? since : bus.deadline
    case .opening, .over: nil
    }
  }

  /// Whether it is known that there is no bus now.
  var isMissing: Bool {
    switch stage {
    case .waiting: wasTried
    case .over: true
    case .opening, .open: false
    }
  }

  /// Goes a step further, at `now`: `opened` is called with a new connection, `closed` when it is lost, `next` before
  /// each message of an open one.
  func process(
    at now: MonotonicTime, opened: (OpenBus) -> Void, closed: () -> Void = {}, before next: () -> Void = {}
  ) {
    switch stage {
    case .waiting(let until):
      if now >= until { open(at: now) }
    case .opening:
      guard let arrival = arrivals.takeAll().last else { return }
      take(arrival, at: now, opened)
    case .open(let bus, let since):
      if bus.process(before: next) { return }
      if now - since >= Self.proof { pause = Self.pauses.lowerBound }
      wait(at: now)
      closed()
    case .over: break
    }
  }

  /// Closes it for good.
  func end() { stage = .over }

  private func open(at now: MonotonicTime) {
    wasTried = true
    guard address.isNamed else { return wait(at: now) }
    stage = .opening
    // Loading the library reads the disk, and an address may have to be looked up.
    _ = Thread(name: "bus") { [address, arrivals] in
      arrivals.post(Result { () throws(BusError) in try OpenBus(address: address) })
    }
  }

  private func take(_ arrival: Result<OpenBus, BusError>, at now: MonotonicTime, _ opened: (OpenBus) -> Void) {
    switch arrival {
    case .success(let bus):
      stage = .open(bus, since: now)
      opened(bus)
    case .failure(.noLibrary): stage = .over
    case .failure: wait(at: now)
    }
  }

  private func wait(at now: MonotonicTime) {
    stage = .waiting(until: now + pause)
    pause = min(pause * 2, Self.pauses.upperBound)
  }
}
