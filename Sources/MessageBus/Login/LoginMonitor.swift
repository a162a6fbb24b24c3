internal import PlayerCore

/// The machine's sleep and its end, by login1 (org.freedesktop.login1(5)): reports both, and has the sleep wait until
/// all is silent. It decides nothing.
final class LoginMonitor {
  private static let manager = BusService(
    name: "org.freedesktop.login1", path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager")

  private let owner = BusOwner(of: LoginMonitor.manager.name)
  /// Whether a sleep is to wait.
  private var delays = false
  /// Makes it wait while it is open.
  private var inhibitor: BusDescriptor?
  /// Counts the requests for one: a late answer to an older one is not kept.
  private var requests = 0
  private var isAskedFor = false
  /// What login1 said last: is the machine about to sleep, or to be switched off?
  private var announced: (sleep: Bool, shutdown: Bool) = (false, false)
  private var bus: OpenBus?
  private(set) var events: [Event] = []

  /// Begins on a new connection.
  func begin(on bus: OpenBus) {
    self.bus = bus
    subscribe(on: bus)
    owner.follow(on: bus) { [weak self] in self?.ownerChanged() }
  }

  /// The connection is gone. An inhibitor holds without it.
  func end() {
    bus = nil
    owner.forget()
    isAskedFor = false
  }

  /// From now on a sleep waits.
  func delaySleep() {
    delays = true
    takeInhibitor()
  }

  /// A sleep need not wait any longer.
  func allowSleep() {
    delays = false
    requests += 1
    isAskedFor = false
    inhibitor = nil
  }

  /// What has happened since the last call.
  func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  private func subscribe(on bus: OpenBus) {
    let rule = "sender='\(Self.manager.name)',interface='\(Self.manager.interface)',member="
    for member in ["PrepareForSleep", "PrepareForShutdown"] {
      bus.subscribe("\(rule)'\(member)'") { [weak self] signal in
        guard let self, signal.sender == owner.current, let begins = signal.arguments.first?.truth else { return }
        if signal.member == "PrepareForSleep" { sleepAnnounced(begins) } else { shutdownAnnounced(begins) }
      }
    }
  }

  private func ownerChanged() {
    isAskedFor = false
    guard let bus, let current = owner.current else { return }
    // One that was taken from a login1 that has gone holds nothing any more.
    inhibitor = nil
    takeInhibitor()
    // A sleep may have come or ended meanwhile.
    let properties = BusService(
      name: Self.manager.name, path: Self.manager.path, interface: "org.freedesktop.DBus.Properties")
    bus.call("Get", of: properties, [.string(Self.manager.interface), .string("PreparingForSleep")]) {
      [weak self] answer in
      guard let self, current == owner.current, let sleeps = (try? answer.get())?.first?.truth else { return }
      sleepAnnounced(sleeps)
    }
  }

  private func sleepAnnounced(_ begins: Bool) {
    guard begins != announced.sleep else { return }
    announced.sleep = begins
    events.append(begins ? .sleepAnnounced : .wokeUp)
  }

  private func shutdownAnnounced(_ begins: Bool) {
    guard begins != announced.shutdown else { return }
    announced.shutdown = begins
    // A shutdown that was called off is like a sleep that is over.
    events.append(begins ? .shutdownAnnounced : .wokeUp)
  }

  private func takeInhibitor() {
    guard delays, inhibitor == nil, !isAskedFor, let bus, owner.current != nil else { return }
    isAskedFor = true
    requests += 1
    let request = requests
    let words = ["sleep:shutdown", "cans", "The music fades out before the sound card sleeps", "delay"]
    bus.call("Inhibit", of: Self.manager, words.map(BusValue.string)) { [weak self] answer in
      guard let self, request == requests else { return }
      isAskedFor = false
      // Without permission there is none, and the sleep comes as it comes.
      inhibitor = (try? answer.get())?.first?.descriptor
    }
  }
}
