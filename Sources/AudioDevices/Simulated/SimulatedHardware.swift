public import LinuxSystem
public import PlayerCore

/// A machine with one card, and plugs to push and pull. Like the real monitors it publishes facts and nothing else, by
/// way of a descriptor: what is applied is seen in `facts` after the next `process`. Main thread only.
@MainActor
public final class SimulatedHardware: HardwareMonitor {
  /// What is in the card's one socket.
  private enum Plug {
    case nothing, headphones, headset
  }

  /// Devices to which the simulated system sends sound while they are there, the last one connected first.
  private enum External {
    case usb, bluetooth
  }

  private let clock: any SimulationClock
  private let event = EventDescriptor()
  private var random: SplitMix64
  private var plug = Plug.nothing
  private var external: [External] = []
  /// Whether something was applied that is not in `facts` yet.
  private var isApplied = false
  /// When the contact changes next, the last change restoring it.
  private var edges: [MonotonicTime] = []

  /// What is true now.
  public private(set) var facts: Facts

  /// A machine with nothing plugged in.
  ///
  /// - Parameters:
  ///   - clock: the time in which the contact chatters.
  ///   - seed: chooses how it chatters.
  public init(clock: any SimulationClock = RealClock(), seed: UInt64 = 1) {
    self.clock = clock
    random = SplitMix64(seed: seed)
    facts = Facts()
    facts = present
  }

  /// Readable when something was applied.
  public var pollDescriptors: [PolledDescriptor] { [PolledDescriptor(readable: event.descriptor)] }

  /// When the contact changes next.
  public var deadline: MonotonicTime? { edges.first }

  /// Does to the hardware what a person would.
  public func apply(_ change: SimulatedChange) {
    switch change {
    case .headphones: insert(.headphones)
    case .headset: insert(.headset)
    case .usbHeadset: connect(.usb)
    case .bluetoothHeadset: connect(.bluetooth)
    case .chatter: chatter()
    }
    isApplied = true
    event.signal()
  }

  /// Takes in what was applied, and the contact's changes that are due.
  public func process() -> Bool {
    let now = clock.now
    guard isApplied || edges.first.map({ $0 <= now }) == true else { return false }
    event.clear()
    isApplied = false
    while let edge = edges.first, edge <= now { edges.removeFirst() }
    let before = facts
    facts = present
    return facts != before
  }

  private func insert(_ new: Plug) {
    edges = []
    plug = plug == new ? .nothing : new
  }

  private func connect(_ device: External) {
    if let place = external.firstIndex(of: device) {
      external.remove(at: place)
    } else {
      external.insert(device, at: 0)
    }
  }

  /// 8, 10 or 12 changes, 10 to 40 ms apart: an even number, so that it ends as it was.
  private func chatter() {
    var time = clock.now
    edges = (0..<(8 + 2 * Int.random(in: 0...2, using: &random))).map { _ in
      let edge = time
      time = time + .milliseconds(Int.random(in: 10...40, using: &random))
      return edge
    }
  }

  private var present: Facts {
    let touches = edges.count.isMultiple(of: 2)
    var cards = [
      CardFacts(
        index: CardIndex(0), stableID: "Simulated", name: "Simulated Sound",
        jacks: [
          JackFacts(name: "Headphone Jack", plugged: (plug != .nothing) == touches),
          JackFacts(name: "Headset Mic Jack", plugged: plug == .headset && touches),
          JackFacts(name: "Speaker Phantom Jack", plugged: nil),
        ], hasCapture: true)
    ]
    if external.contains(.usb) {
      cards.append(
        CardFacts(
          index: CardIndex(1), stableID: "usb-simulated", name: "Simulated USB Headset", bus: .usb, hasCapture: true))
    }
    let bluetooth = BluetoothFacts(address: "00:00:5E:00:53:01", name: "Simulated Bluetooth Headset")
    let output: OutputFacts =
      switch external.first {
      case .usb: .card(CardIndex(1))
      case .bluetooth: .bluetooth(address: bluetooth.address)
      case nil: .card(CardIndex(0))
      }
    return Facts(cards: cards, bluetooth: external.contains(.bluetooth) ? [bluetooth] : [], output: output)
  }
}
