internal import LinuxSystem
internal import PlayerCore

/// A look at who is on a bus, for a report. Waits; not for the thread of a loop.
public enum BusSurvey {
  /// Which bus is meant.
  public enum Bus: Hashable, Sendable {
    /// The user's, of the session.
    case user
    /// The machine's.
    case system
    /// The one at this address.
    case at(String)
  }

  /// The names that somebody has on `bus`. No service is started.
  ///
  /// - Parameter limit: how long the bus may take to let us in and to answer.
  /// - Throws: `noLibrary`, `noBus`, `noAnswer`, or what the bus says.
  public static func names(on bus: Bus, within limit: Duration) throws(BusError) -> Set<String> {
    let deadline = MonotonicTime.now + limit
    let connection = try OpenBus(address: bus.address)
    var answer: Result<[String], BusError>?
    BusOwner.askNames(on: connection, within: limit) { answer = $0 }
    while true {
      let stands = connection.process {}
      if let answer { return Set(try answer.get()) }
      guard stands, let polled = connection.polled else { throw .noBus }
      guard MonotonicTime.now < deadline else { throw .noAnswer }
      let next = min(connection.deadline ?? deadline, deadline)
      guard (try? waitForEvents([polled], until: next)) != nil else { throw .noBus }
    }
  }
}

extension BusSurvey.Bus {
  fileprivate var address: BusAddress {
    switch self {
    case .user: .user
    case .system: .system
    case .at(let address): .at(address)
    }
  }
}
