internal import Glibc
public import LinuxSystem

/// A fake service on a private bus, by python3-dbusmock, and what is done to it from outside. It goes with this. For
/// one thread.
public final class BusMock {
  /// Debian's Python, for which Debian's package is.
  private static let python = "/usr/bin/python3"
  private static let package = "/usr/lib/python3/dist-packages/dbusmock"
  private static let limit = Duration.seconds(20)
  private static let control = "org.freedesktop.DBus.Mock"

  /// Whether tests with mocks are to run: where somebody vouches for them (CI), or they are here.
  public static var isHere: Bool {
    ProcessEnvironment.canTest(with: "busctl", "dbus-daemon")
      && (!ProcessEnvironment.variable("CI").isEmpty || access(package, F_OK) == 0)
  }

  private let bus: PrivateBus
  private let name: String
  private let path: String
  private var service: ChildProcess?

  /// A service of one of dbusmock's templates.
  public convenience init(template: String, name: String, path: String, on bus: PrivateBus) throws(SystemCallError) {
    try self.init(["--template", template], name, path, bus)
  }

  /// A service with one object and one interface, and nothing in it yet.
  public convenience init(name: String, path: String, interface: String, on bus: PrivateBus) throws(SystemCallError) {
    try self.init([name, path, interface], name, path, bus)
  }

  private init(
    _ arguments: [String], _ name: String, _ path: String, _ bus: PrivateBus
  ) throws(SystemCallError) {
    self.bus = bus
    self.name = name
    self.path = path
    let started = try ChildProcess(
      [Self.python, "-m", "dbusmock"] + arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
      ])
    service = started
    // Whoever had the name before may still be there.
    let isThere = waits(atMost: Self.limit) {
      started.exitStatus(within: .zero) != nil || (try? process()) == started.process
    }
    guard isThere, started.exitStatus(within: .zero) == nil else {
      throw SystemCallError(operation: "dbusmock \(arguments): \(started.errors)", code: ESRCH)
    }
  }

  /// Ends the service.
  public func stop() { service = nil }

  /// Calls `method` of `interface`, with arguments as busctl(1) takes them, and returns what it prints.
  @discardableResult
  public func call(
    _ method: String, _ arguments: [String] = [], interface: String, at path: String? = nil
  ) throws(SystemCallError) -> String {
    try busctl(["call", name, path ?? self.path, interface, method] + arguments)
  }

  /// Calls a method of the mock's own, such as `UpdateProperties`.
  @discardableResult
  public func mock(
    _ method: String, _ arguments: [String], at path: String? = nil
  ) throws(SystemCallError) -> String {
    try call(method, arguments, interface: Self.control, at: path)
  }

  /// Sends a signal with arguments of `signature`, each with its type as busctl(1) takes variants.
  public func emit(
    _ signal: String, _ interface: String, _ signature: String, _ arguments: [[String]], at path: String? = nil
  ) throws(SystemCallError) {
    try mock(
      "EmitSignal", ["sssav", interface, signal, signature, "\(arguments.count)"] + arguments.joined(), at: path)
  }

  /// The process that has the name.
  private func process() throws(SystemCallError) -> Int32? {
    let text = try busctl(
      ["call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", name])
    return text.split(separator: " ").last.flatMap { Int32($0) }
  }

  private func busctl(_ arguments: [String]) throws(SystemCallError) -> String {
    let child = try ChildProcess(
      ["busctl", "--address=\(bus.address)", "--timeout=10"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
    child.closeInput()
    guard child.exitStatus(within: Self.limit) == 0 else {
      throw SystemCallError(operation: "busctl \(arguments): \(child.errors)", code: EIO)
    }
    return child.output.hasSuffix("\n") ? String(child.output.dropLast()) : child.output
  }
}
