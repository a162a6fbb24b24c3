internal import ControlSocket
internal import Glibc

/// What is printed.
enum Output {
  /// Writes all of `text` to standard output. Nobody may be reading any more: then SIGPIPE ends the process.
  static func write(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes one line to standard error, under the program's name.
  static func complain(_ text: String) { write(Array("cans-ctl: \(text.printableLine)\n".utf8), to: STDERR_FILENO) }

  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return refuse(errno, descriptor) }
      rest = rest.dropFirst(count)
    }
  }

  /// What cannot be said is a failure, as when a disk is full; that it cannot be told is none.
  private static func refuse(_ code: Int32, _ descriptor: Int32) {
    guard descriptor == STDOUT_FILENO else { return }
    complain("standard output: \(String(cString: strerror(code)))")
    exit(ExitStatus.failure)
  }
}
