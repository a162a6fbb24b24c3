public import LinuxSystem

/// A fake login1: dbusmock's logind template. For one thread.
public final class LoginMock {
  private static let manager = "org.freedesktop.login1.Manager"
  private let mock: BusMock

  /// Starts it on `bus`.
  public init(on bus: PrivateBus) throws(SystemCallError) {
    mock = try BusMock(template: "logind", name: "org.freedesktop.login1", path: "/org/freedesktop/login1", on: bus)
  }

  /// Ends login1 itself.
  public func stop() { mock.stop() }

  /// The inhibitors that are held, as busctl prints them.
  public var inhibitors: String {
    get throws(SystemCallError) { try mock.call("ListInhibitors", interface: Self.manager) }
  }

  /// Announces that the machine is about to sleep, or that it is awake again.
  public func announceSleep(_ begins: Bool) throws(SystemCallError) { try announce("PrepareForSleep", begins) }

  /// Announces that the machine is about to be switched off, or that this was called off.
  public func announceShutdown(_ begins: Bool) throws(SystemCallError) { try announce("PrepareForShutdown", begins) }

  private func announce(_ signal: String, _ begins: Bool) throws(SystemCallError) {
    try mock.emit(signal, Self.manager, "b", [["b", "\(begins)"]])
  }
}
