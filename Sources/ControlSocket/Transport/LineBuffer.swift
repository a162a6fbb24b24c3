/// Cuts what arrives in pieces into lines. A line that is too long is told once, as soon as it is, and skipped to its
/// end.
struct LineBuffer {
  /// What was found.
  enum Found: Equatable {
    /// A line, without its newline.
    case line(ArraySlice<UInt8>)
    /// The beginning of a line that is too long.
    case oversized
  }

  private let longest: Int
  private var bytes: [UInt8] = []
  /// Where what was not taken yet begins.
  private var start = 0
  /// Up to here there is no newline.
  private var searched = 0
  /// Whether everything up to the next newline belongs to a line that was too long.
  private var skips = false

  /// A buffer for lines of at most `longest` bytes, newline included.
  init(longest: Int) { self.longest = longest }

  /// How many bytes wait to be taken.
  var count: Int { bytes.count - start }

  /// Takes in what has arrived.
  mutating func append(_ piece: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// The next line; nil if there is no whole one.
  mutating func next() -> Found? {
    while true {
      guard let newline = findNewline() else {
        guard skips || count >= longest else { return nil }
        let isNew = !skips
        bytes.removeAll(keepingCapacity: count <= 1 << 16)
        (start, searched, skips) = (0, 0, true)
        return isNew ? .oversized : nil
      }
      let line = bytes[start..<newline]
      start = newline + 1
      searched = start
      if skips {
        skips = false
        continue
      }
      return line.count < longest ? .line(line) : .oversized
    }
  }

  private mutating func findNewline() -> Int? {
    let found = bytes[searched...].withUnsafeBufferPointer { $0.firstIndex(of: UInt8(ascii: "\n")) }.map {
      $0 + searched
    }
    searched = found ?? bytes.count
    return found
  }
}
