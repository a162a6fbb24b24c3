import Glibc
import LinuxSystem

/// Standard output, for commands that print.
enum StandardOutput {
  /// Writes all of `text`. A reader that went away (EPIPE) is no failure: it has seen what it wanted to see.
  ///
  /// - Returns: false if nobody reads any more.
  /// - Throws: when it cannot be written for another reason.
  @discardableResult
  static func write(_ text: String) throws(SystemCallError) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      do throws(SystemCallError) {
        let count = try retrying("write to standard output") {
          Int32(rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) })
        }
        rest = rest.dropFirst(Int(count))
      } catch {
        if error.code == EPIPE { return false }
        throw error
      }
    }
    return true
  }
}
