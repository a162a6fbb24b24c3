import LinuxSystem
import MessageBus
import PlayerCore

/// What a bus tells a player.
protocol FactBus: AnyObject {
  /// What the loop is to wait for.
  var pollDescriptors: [PolledDescriptor] { get }
  /// When `process` is to be called although nothing has happened.
  var deadline: MonotonicTime? { get }
  /// Takes in what has arrived; whether its facts have changed.
  func process() -> Bool
  /// What has happened since the last call that is no state of anything, in its order.
  func takeEvents() -> [Event]
  /// Puts its facts to those of all others.
  func contribute(to facts: inout Facts)
  /// Leaves the bus; the last call.
  func stop()
}

/// A bus among the other sources of facts.
final class BusSource<Bus: FactBus>: FactSource {
  /// For what the player wants of it.
  let bus: Bus
  /// Takes what happens that is no state of anything.
  var report: (Event) -> Void = { _ in }

  init(_ bus: Bus) { self.bus = bus }

  var pollDescriptors: [PolledDescriptor] { bus.pollDescriptors }
  var deadline: MonotonicTime? { bus.deadline }

  func process() -> Bool {
    let hasChanged = bus.process()
    bus.takeEvents().forEach(report)
    return hasChanged
  }

  func contribute(to facts: inout Facts) { bus.contribute(to: &facts) }
  func stop() { bus.stop() }
}

/// The machine's bus: Bluetooth devices, and sleep.
typealias SystemBusSource = BusSource<SystemBus>

extension SystemBus: FactBus {
  func contribute(to facts: inout Facts) { facts.bluetooth += bluetooth }
}

extension BusSource where Bus == SystemBus {
  /// A source that connects so long from now.
  convenience init(patience: Duration = usualPatience) { self.init(SystemBus(from: .now + patience)) }
}

/// The user's bus, as far as it is about cards and other players; the player itself is there by `MPRISRemote`.
typealias UserBusSource = BusSource<UserBus>

extension UserBus: FactBus {
  func contribute(to facts: inout Facts) { facts.players = players }
}

extension BusSource where Bus == UserBus {
  /// A source that connects when a card is to be reserved, and in any case if other players matter.
  convenience init(watchesPlayers: Bool, patience: Duration = usualPatience) {
    let priority = Int(PlayerState.reservationPriority)
    self.init(UserBus(from: .now + patience, priority: priority, watchesPlayers: watchesPlayers))
  }
}

/// The first picture on the screen comes before the bus.
private nonisolated let usualPatience = Duration.milliseconds(100)
