internal import Glibc
public import LinuxSystem

/// A PulseAudio of the tests' own, with null sinks called "one" and "two", in a folder
/// that goes with it. For one thread.
public final class PulseServer {
  /// Whether this machine has what is needed. Tests without it are skipped.
  public static var isInstalled: Bool { ["pulseaudio", "pactl", "pacat"].allSatisfy(ProcessEnvironment.hasProgram) }

  /// Where programs find it, as PULSE_SERVER names it.
  public var address: String { "unix:\(folder)/socket" }
  private let folder: String
  private var server: ChildProcess?

  /// Starts it, and waits until it can be connected to.
  public init() throws(SystemCallError) {
    var name = Array("/tmp/cans-pulse-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemCallError(operation: "mkdtemp", code: errno) }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try start()
  }

  deinit {
    kill()
    _ = try? ChildProcess(["rm", "-rf", folder], environment: environment).exitStatus(within: .seconds(10))
  }

  private var environment: [String: String] {
    ["PATH": ProcessEnvironment.variable("PATH"), "HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_SERVER": address]
  }

  /// Starts it again, as after `kill`.
  public func start() throws(SystemCallError) {
    let started = try ChildProcess(
      [
        "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
        "-L", "module-native-protocol-unix socket=\(folder)/socket auth-anonymous=1",
        "-L", "module-null-sink sink_name=one rate=48000", "-L", "module-null-sink sink_name=two rate=48000",
      ], environment: environment)
    server = started
    guard started.wait(atMost: .seconds(10), until: { _ in isListening(at: "\(folder)/socket") }) else {
      throw SystemCallError(operation: "pulseaudio \(started.errors)", code: ENOENT)
    }
  }

  /// Kills it, as a crash does.
  public func kill() {
    guard let process = server?.process else { return }
    Glibc.kill(process, SIGKILL)
    _ = server?.exitStatus(within: .seconds(10))
    server = nil
    unlink("\(folder)/socket")
  }

  /// Has it stand still (SIGSTOP), or go on.
  public func stand(still: Bool) {
    if let process = server?.process { Glibc.kill(process, still ? SIGSTOP : SIGCONT) }
  }

  /// Runs `pactl` with these arguments and returns its output.
  @discardableResult
  public func control(_ arguments: String...) throws(SystemCallError) -> String {
    let child = try ChildProcess(["pactl"] + arguments, environment: environment)
    guard child.exitStatus(within: .seconds(10)) == 0 else {
      throw SystemCallError(operation: "pactl \(arguments): \(child.errors)", code: EIO)
    }
    return child.output
  }

  /// Plays silence from a program of its own, until that goes, as if from `process`.
  public func play(
    to sink: String = "one", asProcess process: Int32? = nil, role: String? = nil
  ) throws(SystemCallError) -> ChildProcess {
    var environment = environment
    let properties = [process.map { "application.process.id=\($0)" }, role.map { "media.role=\($0)" }]
    environment["PULSE_PROP"] = properties.compactMap(\.self).joined(separator: " ")
    return try ChildProcess(["pacat", "--raw", "-d", sink, "/dev/zero"], environment: environment)
  }
}
