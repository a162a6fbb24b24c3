import Glibc
import PlayerCore

/// Lines from standard input, as they come; for a loop that polls.
final class LineInput {
  private var pending: [UInt8] = []
  private(set) var isAtEnd = false

  /// Reads what is there, once; returns the lines that are complete. Call it when the descriptor is readable.
  func takeLines() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      isAtEnd = count == 0 || errno != EINTR
      return []
    }
    pending += buffer[..<count]
    var lines = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    pending = Array(lines.removeLast())
    // A line that never ends is not kept.
    if pending.count > 4096 { pending = [] }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension SimulatedChange {
  /// What to say to a line that names none.
  static func complaint(about line: String) -> String {
    "\"\(line)\" is none of \(allCases.map(\.rawValue).joined(separator: ", "))"
  }
}
