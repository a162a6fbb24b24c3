internal import Glibc
public import LinuxSystem

/// A message bus that nobody else is on: a dbus-daemon with its socket in a folder of its own. It
/// goes with this. For one thread.
public final class PrivateBus {
  /// Its address, which stays the same when it starts again.
  public let address: String
  private let folder: String
  private var daemon: ChildProcess?

  /// Starts it, and waits until it can be connected to.
  public init() throws(SystemCallError) {
    var name = Array("/tmp/cans-bus-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemCallError(operation: "mkdtemp", code: errno) }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    address = "unix:path=\(folder)/bus"
    try start()
  }

  deinit {
    stop()
    rmdir(folder)
  }

  /// The process of the daemon.
  public var process: Int32? { daemon?.process }

  /// Starts it again.
  public func start() throws(SystemCallError) {
    let started = try ChildProcess(
      ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(address)", "--print-address"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder])
    daemon = started
    // Said once it listens: the socket's file is there a moment before.
    guard started.wait(atMost: .seconds(10), until: { $0.output.contains("\n") }) else {
      throw SystemCallError(operation: "dbus-daemon \(started.errors)", code: ENOENT)
    }
  }

  /// Kills it, so that its socket is not there any more.
  public func stop() {
    daemon = nil
    unlink("\(folder)/bus")
  }
}
