internal import Glibc

/// Which bus is meant.
enum BusAddress: Equatable, Sendable {
  /// The user's, of the session.
  case user
  /// The machine's.
  case system
  /// The one at this address.
  case at(String)

  private static let usualSystemBus = "/run/dbus/system_bus_socket"

  /// Whether the environment says where it is, or there is something where it always is. Never waits.
  var isNamed: Bool {
    switch self {
    case .user:
      if let address = Self.value(of: "DBUS_SESSION_BUS_ADDRESS") { return Self.canBe(address) }
      return Self.value(of: "XDG_RUNTIME_DIR").map { Self.isThere($0 + "/bus") } ?? false
    case .system:
      return Self.value(of: "DBUS_SYSTEM_BUS_ADDRESS").map(Self.canBe) ?? Self.isThere(Self.usualSystemBus)
    case .at(let address): return Self.canBe(address)
    }
  }

  /// False for a socket that is not there; anything else only an attempt can tell.
  private static func canBe(_ address: String) -> Bool {
    let start = "unix:path="
    guard address.hasPrefix(start), !address.contains(where: { ",;%".contains($0) }) else { return true }
    return isThere(String(address.dropFirst(start.count)))
  }

  private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func value(of variable: String) -> String? {
    getenv(variable).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }
}
