internal import Glibc
internal import Synchronization

/// A running virtual machine with sound hardware, made by the sound lab that the environment variable CANS_LAB names
/// (the folder with the program `soundlab` in it). It runs this machine's programs at their own paths. Its clock counts
/// instructions, so a slow host makes a test longer but never makes the sound break.
public final class SoundLab: Sendable {
  /// Whether this environment names a lab; without one the lab's tests are skipped.
  public static var isNamed: Bool { !path.isEmpty }
  /// The lab's own folder, with its programs, on the host and in the guest.
  public static var home: String { path }
  private static var path: String { ProcessEnvironment.variable("CANS_LAB") }

  /// A folder that host and guest see at the same path and may both write. It goes with the lab.
  public let folder: String
  /// The folder of the machine's recordings and logs, on the host.
  public let machine: String
  private let name: String
  private let guardian: Mutex<ChildProcess?>

  /// Boots a machine of its own, which takes some 15 s.
  public init() throws(LabError) {
    name = "cans-\(getpid())"
    machine = try Self.host(["--vm", name, "dir"], within: .seconds(20)).trimmed
    var template = Array("/tmp/cans-lab-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw LabError("mkdtemp failed: errno \(errno)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
      // Whatever becomes of this process, the end of its pipe takes the machine down.
      let script = "cat >/dev/null; \"$0\" --vm \"$1\" down; rm -rf \"$2\" \"$3\""
      guardian = Mutex(
        try ChildProcess(
          ["sh", "-c", script, Self.program, name, machine, folder], environment: ProcessEnvironment.variables))
    } catch { throw LabError("the lab's guardian: \(error)") }
    _ = try Self.host(["--vm", name, "up", "--steady", "--share", folder], within: .seconds(180))
  }

  deinit { shutDown() }

  /// Stops the machine and removes its files.
  public func shutDown() {
    guardian.withLock { guardian in
      guardian?.closeInput()
      _ = guardian?.exitStatus(within: .seconds(40))
      guardian = nil
    }
  }

  /// Runs a program in the guest to its end and returns its output; throws if it fails or is not done within
  /// `limit` of this machine's time.
  @discardableResult
  public func run(_ arguments: [String], within limit: Duration = .seconds(60)) throws(LabError) -> String {
    try Self.host(["--vm", name, "exec", "--"] + arguments, within: limit)
  }

  /// Starts a program in the guest and leaves it running; ending the child ends it.
  public func start(_ arguments: [String]) throws(LabError) -> ChildProcess {
    do {
      return try ChildProcess(
        [Self.program, "--vm", name, "exec", "--"] + arguments, environment: ProcessEnvironment.variables)
    } catch { throw LabError("\(arguments): \(error)") }
  }

  /// Starts a program in the guest with a pseudo-terminal there, whose keys and screen are this one's.
  public func startInTerminal(_ arguments: [String], rows: Int = 24, columns: Int = 80) throws(LabError)
    -> Pseudoterminal
  {
    do {
      return try Pseudoterminal(
        [Self.program, "--vm", name, "exec", "-t", "--"] + arguments, environment: ProcessEnvironment.variables,
        rows: rows,
        columns: columns)
    } catch { throw LabError("\(arguments): \(error)") }
  }

  /// The end of the guest's kernel log and of the emulator's own, for failures.
  public var logs: String {
    ["console.log", "qemu.log"].map { name in
      let tail = (try? Self.command(["tail", "-n", "15", "\(machine)/\(name)"], within: .seconds(5))) ?? "(none)"
      return "--- \(name)\n\(tail)"
    }.joined(separator: "\n")
  }

  private static var program: String { path + "/soundlab" }

  private static func host(_ arguments: [String], within limit: Duration) throws(LabError) -> String {
    try command([program] + arguments, within: limit)
  }

  /// Runs a program of this machine to its end and returns its output.
  @discardableResult
  public static func command(_ arguments: [String], within limit: Duration) throws(LabError) -> String {
    let child: ChildProcess
    do {
      child = try ChildProcess(arguments, environment: ProcessEnvironment.variables)
      child.closeInput()
    } catch { throw LabError("\(error)") }
    let status = child.exitStatus(within: limit)
    if status == 0 { return child.output }
    let ending = status.map { "ended with status \($0)" } ?? "was not done within \(limit)"
    throw LabError("\(arguments.joined(separator: " ")): \(ending)\n\(child.output)\(child.errors)")
  }
}

/// The sound lab, or a program in it, did not do what the test needs it for.
public struct LabError: Error, CustomStringConvertible {
  /// What went wrong, in words.
  public let description: String

  /// An error of that description.
  public init(_ description: String) { self.description = description }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
