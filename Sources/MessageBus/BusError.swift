/// Why a message bus, or a service on it, did not do what it was asked.
public enum BusError: Error, Hashable, Sendable {
  /// sd-bus cannot be loaded.
  case noLibrary
  /// There is no bus to connect to, or it does not let us in.
  case noBus
  /// The bus or the service has not answered in time.
  case noAnswer
  /// The service is not on the bus and cannot be started.
  case noService
  /// The service, or the bus in its place, answered with an error of this name.
  case refused(String)
  /// A call into sd-bus failed with this errno(3).
  case failed(code: Int32)
}

extension BusError {
  /// What an error of this name on a bus means.
  init(named name: String) {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": self = .noService
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout", "System.Error.ETIMEDOUT":
      self = .noAnswer
    default: self = .refused(name)
    }
  }
}
