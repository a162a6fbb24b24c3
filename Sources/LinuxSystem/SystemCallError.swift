internal import Glibc

/// A system call that failed: which, and its errno.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done, such as "poll".
  public let operation: String
  /// The errno(3) it left.
  public let code: Int32

  /// An error of `operation`.
  public init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// "poll: Bad file descriptor".
  public var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// The one funnel from a minus-one return to a typed error: calls `body` again while a signal interrupts it (EINTR).
@discardableResult
public func retrying(_ operation: String, _ body: () -> Int32) throws(SystemCallError) -> Int32 {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemCallError(operation: operation, code: code) }
  }
}
