internal import CTestSupport
internal import Glibc
public import LinuxSystem

/// A program that runs beside a test, in a process group of its own, its output collected. It is killed with its group
/// when this goes. For one thread.
public final class ChildProcess {
  /// The program's process id, which is its group's, too.
  public let process: Int32
  /// What it wrote to its standard output, as of the last call that waited.
  public private(set) var output = ""
  /// What it wrote to its standard error, likewise.
  public private(set) var errors = ""
  private var pipes: [Int32]
  private var input: Int32
  private var status: Int32?

  /// Starts `arguments` (looked up in PATH) with exactly this environment. Its standard input is a pipe that ends with
  /// `closeInput` or with this process.
  public init(_ arguments: [String], environment: [String: String]) throws(SystemCallError) {
    let (input, output, errors) = (try Self.makePipe(), try Self.makePipe(), try Self.makePipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // A test runs on threads that block signals; the child must hear them.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      for end in [input.reading, output.writing, errors.writing] { close(end) }
    }
    var process: pid_t = 0
    let failure = CStrings.with(arguments) { arguments in
      CStrings.with(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawnp(&process, arguments[0]!, &actions, &attributes, arguments, environment)
      }
    }
    pipes = [output.reading, errors.reading]
    self.input = input.writing
    self.process = process
    for pipe in pipes { _ = fcntl(pipe, F_SETFL, O_NONBLOCK) }
    if failure != 0 {
      status = 127
      throw SystemCallError(operation: arguments[0], code: failure)
    }
  }

  deinit {
    if status == nil {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
    }
    closeInput()
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  /// Writes `text` to the program's standard input.
  public func type(_ text: String) throws(SystemCallError) {
    let bytes = Array(text.utf8)
    try retrying("write to the program") { Int32(write(input, bytes, bytes.count)) }
  }

  /// Ends the program's standard input.
  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Asks the program to end (SIGTERM to its group).
  public func terminate() {
    if status == nil { kill(-process, SIGTERM) }
  }

  /// Waits until `condition` holds for what was written so far, the program has gone or `limit` has
  /// passed, and says whether it holds.
  public func wait(atMost limit: Duration, until condition: (ChildProcess) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      reap()
      readAll()
      if condition(self) { return true }
      if status != nil || ContinuousClock.now >= deadline { return false }
      var descriptors = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&descriptors, nfds_t(descriptors.count), 20)
    }
  }

  /// Waits for the program's end and returns its exit status (128 + the signal's number if one killed it), or nil if
  /// it has not ended within `limit`.
  public func exitStatus(within limit: Duration) -> Int32? {
    _ = wait(atMost: limit) { $0.status != nil }
    return status
  }

  private func reap() {
    var raw: Int32 = 0
    guard status == nil, waitpid(process, &raw, WNOHANG) == process else { return }
    status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
  }

  private func readAll() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for index in pipes.indices where pipes[index] >= 0 {
      while true {
        let count = read(pipes[index], &buffer, buffer.count)
        if count > 0 {
          let text = String(decoding: buffer[..<count], as: UTF8.self)
          if index == 0 { output += text } else { errors += text }
          continue
        }
        if count == 0 {
          close(pipes[index])
          pipes[index] = -1
        }
        break
      }
    }
  }

  private static func makePipe() throws(SystemCallError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    let result = cts_make_pipe(&ends)
    guard result == 0 else { throw SystemCallError(operation: "pipe2", code: -result) }
    return (ends[0], ends[1])
  }
}
