internal import Glibc

/// What is printed.
enum Output {
  /// Writes all of `text` to standard output. Nobody may be reading any more: then SIGPIPE ends the process.
  static func write(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes one line to standard error, under the program's name.
  static func complain(_ text: String) { write(Array("cans-ctl: \(text.printable)\n".utf8), to: STDERR_FILENO) }

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

extension String {
  /// The text as it may be printed on a terminal in one line: names and titles must not steer it.
  var printable: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      // Controls, line breaks, and what changes the direction of writing.
      case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
