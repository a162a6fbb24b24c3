internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// Commands to a Music Player Daemon over its socket (mpd's protocol: a line for a command,
/// lines until OK for the answer).
final class MPDConnection {
  private let descriptor: Int32

  /// Connects to `socket` as soon as the daemon listens there.
  init(_ path: String) throws(BenchError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      guard path.utf8.count < bytes.count else { return false }
      bytes.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { throw BenchError("\(path) is too long for a socket's name") }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let deadline = MonotonicTime.now + .seconds(5)
    while MonotonicTime.now < deadline {
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result == 0 {
        _ = try answer()
        return
      }
      poll(nil, 0, 10)
    }
    throw BenchError("mpd does not listen on \(path)")
  }

  deinit { close(descriptor) }

  /// Sends a command and returns the lines of its answer.
  @discardableResult
  func send(_ command: String) throws(BenchError) -> String {
    let bytes = Array((command + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw BenchError("mpd takes no commands") }
    return try answer()
  }

  private func answer() throws(BenchError) -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4_096)
    repeat {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { throw BenchError("mpd does not answer") }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      if text.hasPrefix("ACK") { throw BenchError("mpd says \(text)") }
    } while !(text.hasPrefix("OK") || text.hasSuffix("\nOK\n"))
    return text
  }
}
