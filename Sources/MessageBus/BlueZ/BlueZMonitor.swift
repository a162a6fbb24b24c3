internal import PlayerCore

/// Follows BlueZ's objects over a connection to the system bus. It decides nothing.
final class BlueZMonitor {
  private static let manager = BusService(
    name: "org.bluez", path: "/", interface: "org.freedesktop.DBus.ObjectManager")

  private let owner = BusOwner(of: BlueZMonitor.manager.name)
  private var objects = BlueZObjects()
  /// The devices as they are now.
  private(set) var facts: [BluetoothFacts] = []

  /// Begins on a new connection.
  func begin(on bus: OpenBus) {
    subscribe(on: bus)
    owner.follow(on: bus) { [weak self, unowned bus] in self?.ownerChanged(on: bus) }
  }

  /// The connection is gone: nothing is known any more.
  func end() {
    owner.forget()
    objects = BlueZObjects()
    facts = []
  }

  private func ownerChanged(on bus: OpenBus) {
    guard let current = owner.current else { return update { $0.loseAll() } }
    bus.call("GetManagedObjects", of: Self.manager) { [weak self] answer in
      guard let self, current == owner.current, let managed = (try? answer.get())?.first?.map else { return }
      update { $0.replace(with: managed) }
    }
  }

  private func subscribe(on bus: OpenBus) {
    let sender = "sender='\(Self.manager.name)'"
    let take = { [weak self] (signal: BusSignal) -> Void in
      guard let self, signal.sender == owner.current else { return }
      update { $0.apply(signal) }
    }
    bus.subscribe("\(sender),interface='\(Self.manager.interface)'", take)
    bus.subscribe("\(sender),interface='\(BlueZObjects.device)',member='Disconnected'", take)
    // Not those of the tracks that a headset shows, nor of transports, whose only news is their volume.
    for interface in [BlueZObjects.device, BlueZObjects.battery] {
      bus.subscribe(
        "\(sender),interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(interface)'", take)
    }
  }

  private func update(_ change: (inout BlueZObjects) -> Void) {
    change(&objects)
    facts = objects.facts
  }
}

extension BlueZObjects {
  /// Takes in one of BlueZ's signals.
  mutating func apply(_ signal: BusSignal) {
    let arguments = signal.arguments
    switch signal.member {
    case "InterfacesAdded" where arguments.count == 2:
      if let path = arguments[0].text, let interfaces = arguments[1].map { add(path, interfaces) }
    case "InterfacesRemoved" where arguments.count == 2:
      if let path = arguments[0].text { remove(path, arguments[1].list?.compactMap(\.text) ?? []) }
    case "PropertiesChanged" where arguments.count == 3:
      guard let interface = arguments[0].text, let properties = arguments[1].map else { return }
      change(signal.path, interface, properties, invalidated: arguments[2].list?.compactMap(\.text) ?? [])
    case "Disconnected":
      if let reason = arguments.first?.text { disconnect(signal.path, reason: reason) }
    default: break
    }
  }
}
