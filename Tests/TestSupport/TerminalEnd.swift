internal import Glibc
public import LinuxSystem

/// The program's end of a pseudo-terminal, held open as a shell does, so that its modes can be read
/// before, during and after the program.
public final class TerminalEnd {
  /// Modes of a terminal, as tcgetattr(3) tells them.
  public struct Modes: Equatable, Sendable {
    var flags: [UInt32]
    var characters: [UInt8]

    /// Whether keys arrive at once and without echo, as a screen needs them.
    public var isForScreen: Bool { flags[3] & UInt32(ICANON | ECHO) == 0 }
  }

  private let descriptor: Int32

  /// The standard input of a process, which is a terminal.
  public init(of process: Int32) throws(SystemCallError) {
    let path = "/proc/\(process)/fd/0"
    descriptor = try retrying("open \(path)") { open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }
  }

  deinit { close(descriptor) }

  /// Its modes now.
  public var modes: Modes {
    let now = raw
    return Modes(
      flags: [now.c_iflag, now.c_oflag, now.c_cflag, now.c_lflag],
      characters: withUnsafeBytes(of: now.c_cc) { Array($0) })
  }

  /// Makes a change that no program would make by itself, to tell modes that were restored from those that were reset.
  public func markModes() {
    var marked = raw
    marked.c_iflag |= UInt32(IXANY)
    marked.c_lflag &= ~UInt32(ECHOK)
    tcsetattr(descriptor, TCSANOW, &marked)
  }

  /// Gives it the modes of a shell again, as a shell does whose job was stopped.
  public func reset() {
    var shell = raw
    shell.c_iflag |= UInt32(ICRNL)
    shell.c_lflag |= UInt32(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &shell)
  }

  private var raw: termios {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return modes
  }
}
