internal import CTestSupport
internal import Glibc
public import LinuxSystem

/// A program on a bus that calls a media player, and measures how long the answers take. For one thread.
public final class BusClient {
  private let bus: OpaquePointer
  private let name: String

  /// A client of the player called `name` on the bus at `address`.
  public init(of name: String, at address: String) throws(SystemCallError) {
    guard let bus = cans_bus_client_open(address) else { throw SystemCallError(operation: address, code: ENOTCONN) }
    self.bus = bus
    self.name = name
  }

  deinit { cans_bus_client_close(bus) }

  /// Calls `member` of `interface`, and says how long its answer took.
  public func call(
    _ member: String, of interface: String = "org.mpris.MediaPlayer2.Player"
  ) throws(SystemCallError) -> Duration {
    try duration(member, cans_bus_client_call(bus, name, interface, member))
  }

  /// Reads all properties of `interface`, and says how long that took.
  public func readAll(of interface: String = "org.mpris.MediaPlayer2.Player") throws(SystemCallError) -> Duration {
    try duration("GetAll", cans_bus_client_get_all(bus, name, interface))
  }

  /// Calls methods one after the other without waiting for answers.
  public func race(_ members: [String]) throws(SystemCallError) {
    let result = CStrings.with(members) { texts in
      let pointers = (0..<members.count).map { UnsafePointer(texts[$0]!) }
      return cans_bus_client_race(bus, name, pointers, members.count)
    }
    if result < 0 { throw SystemCallError(operation: members.joined(separator: " "), code: -result) }
  }

  private func duration(_ operation: String, _ result: Int64) throws(SystemCallError) -> Duration {
    if result < 0 { throw SystemCallError(operation: operation, code: Int32(-result)) }
    return .microseconds(result)
  }
}
