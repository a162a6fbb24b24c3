import LinuxSystem
import MessageBus
import PlayerCore

/// The machine's bus: Bluetooth devices, and sleep.
final class SystemBusSource: FactSource {
  /// The first picture on the screen comes before the bus.
  nonisolated static let usualPatience = Duration.milliseconds(100)

  private let bus: SystemBus
  /// Takes what happens that is no state of anything.
  var report: (Event) -> Void = { _ in }

  /// A source that connects so long from now.
  init(patience: Duration = SystemBusSource.usualPatience) { bus = SystemBus(from: .now + patience) }

  var pollDescriptors: [PolledDescriptor] { bus.pollDescriptors }
  var deadline: MonotonicTime? { bus.deadline }

  func process() -> Bool {
    let hasChanged = bus.process()
    bus.takeEvents().forEach(report)
    return hasChanged
  }

  func contribute(to facts: inout Facts) { facts.bluetooth += bus.bluetooth }
  func stop() { bus.stop() }

  /// From now on the machine's sleep waits.
  func delaySleep() { bus.delaySleep() }
  /// The machine may sleep.
  func allowSleep() { bus.allowSleep() }
}

/// The user's bus, as far as it is about cards and other players; the player itself is there by `MPRISRemote`.
final class UserBusSource: FactSource {
  private let bus: UserBus
  /// Takes what happens that is no state of anything.
  var report: (Event) -> Void = { _ in }

  /// A source that connects when a card is to be reserved, and in any case if other players matter.
  init(watchesPlayers: Bool, patience: Duration = SystemBusSource.usualPatience) {
    bus = UserBus(from: .now + patience, priority: Int(PlayerState.reservationPriority), watchesPlayers: watchesPlayers)
  }

  var pollDescriptors: [PolledDescriptor] { bus.pollDescriptors }
  var deadline: MonotonicTime? { bus.deadline }

  func process() -> Bool {
    let hasChanged = bus.process()
    bus.takeEvents().forEach(report)
    return hasChanged
  }

  func contribute(to facts: inout Facts) { facts.players = bus.players }
  func stop() { bus.stop() }

  /// Asks for `card`.
  func reserve(_ card: CardIndex) { bus.reserve(card) }
  /// Anybody may have the card.
  func releaseReservation() { bus.releaseReservation() }
  /// Answers whoever asked for the card.
  func answerReservation(granted: Bool) { bus.answerReservation(granted: granted) }
  /// Has these players pause.
  func pause(_ players: [String]) { bus.pause(players) }
  /// Has these players go on.
  func resume(_ players: [String]) { bus.resume(players) }
}
