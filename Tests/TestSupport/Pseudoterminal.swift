internal import CTestSupport
internal import Glibc
public import LinuxSystem
public import PlayerCore

/// A program under test in a pseudo-terminal: its keys are typed and its screen is read. It is killed with its session
/// when this goes. For one thread.
public final class Pseudoterminal {
  /// The program's process id.
  public let process: Int32
  /// What the terminal shows, as of the last `wait`.
  public private(set) var screen: TerminalScreen
  /// All bytes the program wrote that were read so far, for checks of what was sent rather than what is seen.
  public private(set) var transcript: [UInt8] = []
  /// When they came: each entry says how many there were at that time.
  public private(set) var arrivals: [(time: MonotonicTime, count: Int)] = []
  private var master: Int32
  private var status: Int32?

  /// Starts `arguments` (looked up in PATH) with exactly this environment in a terminal of this size.
  public init(
    _ arguments: [String], environment: [String: String], rows: Int = 24, columns: Int = 80
  ) throws(SystemCallError) {
    var master: Int32 = -1
    let process = CStrings.with(arguments) { arguments in
      CStrings.with(environment.map { "\($0)=\($1)" }) { environment in
        cts_spawn_in_terminal(arguments, environment, UInt16(rows), UInt16(columns), &master)
      }
    }
    guard process > 0 else { throw SystemCallError(operation: "forkpty", code: -process) }
    self.process = process
    self.master = master
    screen = TerminalScreen(rows: rows, columns: columns)
  }

  deinit {
    if status == nil {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
    }
    hangUp()
  }

  /// Closes the terminal, as when its window is closed: nothing can be typed or read any more.
  public func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// Presses the keys that `keys` spells, escape sequences and control characters included.
  public func type(_ keys: String) throws(SystemCallError) {
    let bytes = Array(keys.utf8)
    try retrying("write to the terminal") { Int32(write(master, bytes, bytes.count)) }
  }

  /// Gives the terminal another size, which sends SIGWINCH.
  public func resize(rows: Int, columns: Int) {
    screen.resize(rows: rows, columns: columns)
    _ = cts_resize_terminal(master, UInt16(rows), UInt16(columns))
  }

  /// Reads until `condition` holds, the program has gone or `limit` has passed, and says whether it holds. Nothing is
  /// read between calls: to let the terminal stop reading, do not call this.
  public func wait(atMost limit: Duration, until condition: (TerminalScreen) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      let open = readAll()
      if condition(screen) { return true }
      if !open || ContinuousClock.now >= deadline { return false }
      var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 20)
    }
  }

  /// Waits for the program's end, reading on, and returns its exit status (128 + the signal's number if one killed it),
  /// or nil if it has not ended within `limit`.
  public func exitStatus(within limit: Duration) -> Int32? {
    let deadline = ContinuousClock.now + limit
    while status == nil, ContinuousClock.now < deadline {
      let open = readAll()
      var raw: Int32 = 0
      if waitpid(process, &raw, WNOHANG) == process {
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
        _ = readAll()
      } else {
        var descriptor = pollfd(fd: open ? master : -1, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 20)
      }
    }
    return status
  }

  /// Takes what there is; false once the program has closed its side.
  private func readAll() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(master, &buffer, buffer.count)
      if count > 0 {
        transcript += buffer[..<count]
        arrivals.append((.now, transcript.count))
        screen.feed(buffer[..<count])
      } else {
        // EIO is how Linux says that the last user of the other side is gone.
        return count < 0 && (errno == EAGAIN || errno == EINTR)
      }
    }
  }
}
