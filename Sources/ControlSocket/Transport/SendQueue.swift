internal import LinuxSystem

/// Bytes that wait until the other side takes them.
struct SendQueue {
  private var bytes: [UInt8] = []
  private var start = 0

  /// How many there are.
  var count: Int { bytes.count - start }
  /// Whether there are none.
  var isEmpty: Bool { count == 0 }

  /// Adds a line and its newline.
  mutating func append(line: [UInt8]) {
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Sends as much as the other side takes.
  ///
  /// - Throws: when it has gone.
  mutating func flush(to descriptor: Int32) throws(SystemCallError) {
    while !isEmpty {
      var sent: Result<Int, SystemCallError> = .success(0)
      bytes.withUnsafeBytes { all in
        do throws(SystemCallError) {
          sent = .success(try LocalSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: all[start...])))
        } catch {
          sent = .failure(error)
        }
      }
      let count = try sent.get()
      if count == 0 { break }
      start += count
    }
    if isEmpty {
      // A queue that was long once does not keep its memory.
      bytes.removeAll(keepingCapacity: bytes.count <= 1 << 16)
      start = 0
    } else if start > 1 << 16 {
      bytes.removeSubrange(..<start)
      start = 0
    }
  }
}
