internal import CLinux
internal import Glibc
public import PlayerCore

/// A program that is watched and can be ended, with all that it has started in its group: in a session of its own, with
/// nothing on standard input; what it writes comes through a pipe. For one thread.
public final class WatchedProgram {
  /// How it ended.
  public enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
  }

  /// Readable when it has written something, or nobody has its standard output any more; nil once that is closed.
  public private(set) var output: Int32?
  /// Readable when it has ended (pidfd_open(2)); nil where the kernel has no such thing.
  public let end: Int32?
  private let process: Int32
  private var ending: Ending?

  /// Starts the program `path` with `words` after its name.
  ///
  /// - Parameter variables: what it finds in its environment besides ours, or instead, by name.
  public init(
    _ path: FilePath, _ words: [[UInt8]], variables: [(name: String, value: [UInt8])]
  ) throws(SystemCallError) {
    let (reading, writing) = try makePipe()
    defer { close(writing) }
    let added = variables.map { Array("\($0.name)=".utf8) + $0.value }
    let names = variables.map { Array("\($0.name)=".utf8) }
    let own = ownEnvironment().filter { own in !names.contains { own.starts(with: $0) } }
    do throws(SystemCallError) {
      process = try spawn(path, words, environment: own + added, output: writing, errors: writing)
    } catch {
      close(reading)
      throw error
    }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    output = reading
    let end = pidfd_open(process, 0)
    if end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.end = end >= 0 ? end : nil
  }

  /// Ends it, if it has not ended.
  deinit {
    closeOutput()
    if ending == nil {
      kill()
      waitpid(process, nil, 0)
    }
    if let end { close(end) }
  }

  /// Reads what it has written, at most `limit` bytes. Never waits.
  public func readOutput(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while let output, bytes.count < limit {
      let count = read(output, &buffer, min(buffer.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      if count <= 0 {
        closeOutput()
      } else {
        bytes += buffer[..<count]
      }
    }
    return bytes
  }

  /// Reads no more: whoever still writes there is told so by the kernel (SIGPIPE).
  public func closeOutput() {
    if let output { close(output) }
    output = nil
  }

  /// How it ended; nil: it runs. Never waits.
  public func takeEnding() -> Ending? {
    if let ending { return ending }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    let signal = status & 0x7F
    ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    return ending
  }

  /// Ends it, and whatever of its group runs (SIGKILL). Nothing is done once it has ended: its number may be another's.
  public func kill() {
    if ending == nil { Glibc.kill(-process, SIGKILL) }
  }
}

/// "NAME=value" of this process, byte for byte.
private func ownEnvironment() -> [[UInt8]] {
  var all: [[UInt8]] = []
  var next = environ
  while let variable = next.pointee {
    all.append(Array(UnsafeRawBufferPointer(start: variable, count: strlen(variable))))
    next += 1
  }
  return all
}
