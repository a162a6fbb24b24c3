/// Follows which connection owns a name on a bus, so that nobody else is taken for it: a signal may be sent to
/// anybody by anybody.
final class BusOwner {
  private static let daemon = BusService(
    name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")

  let name: String
  /// The owner's number on the bus; nil: nobody, or not known yet.
  private(set) var current: String?

  init(of name: String) { self.name = name }

  /// Begins on a new connection; `changed` is called when there is another owner, or none any more.
  func follow(on bus: OpenBus, changed: @escaping () -> Void) {
    current = nil
    let take = { [weak self] (owner: String?) in
      guard let self, owner != current else { return }
      current = owner
      changed()
    }
    bus.subscribe(Self.changes(argument: "arg0='\(name)'")) { take(Self.change(in: $0)?.new) }
    Self.ask(about: name, on: bus, answered: take)
  }

  /// The connection is gone.
  func forget() { current = nil }

  /// The rule for changes of owners of the names that `argument` selects.
  static func changes(argument: String) -> String {
    "sender='\(daemon.name)',interface='\(daemon.interface)',member='NameOwnerChanged',\(argument)"
  }

  /// What such a signal says; nobody is nil.
  static func change(in signal: BusSignal) -> (name: String, old: String?, new: String?)? {
    let texts = signal.arguments.compactMap(\.text)
    guard signal.sender == daemon.name, texts.count == 3 else { return nil }
    return (texts[0], texts[1].isEmpty ? nil : texts[1], texts[2].isEmpty ? nil : texts[2])
  }

  /// Asks the bus for the process behind a name or a number; nil: it does not know.
  static func askProcess(
    of owner: String, on bus: OpenBus, within limit: Duration, answered: @escaping (Int32?) -> Void
  ) {
    bus.call("GetConnectionUnixProcessID", of: daemon, [.string(owner)], within: limit) { answer in
      answered((try? answer.get())?.first?.number.map { Int32(truncatingIfNeeded: $0) })
    }
  }

  /// Asks the bus for all names.
  static func askNames(
    on bus: OpenBus, within limit: Duration = OpenBus.patience, answered: @escaping (Result<[String], BusError>) -> Void
  ) {
    bus.call("ListNames", of: daemon, within: limit) { answer in
      answered(answer.map { $0.first?.list?.compactMap(\.text) ?? [] })
    }
  }

  /// Asks the bus for the owner of `name`.
  static func ask(about name: String, on bus: OpenBus, answered: @escaping (String?) -> Void) {
    bus.call("GetNameOwner", of: daemon, [.string(name)]) { answered((try? $0.get())?.first?.text) }
  }
}
