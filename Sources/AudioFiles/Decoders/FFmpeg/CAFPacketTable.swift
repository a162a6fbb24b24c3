internal import PlayerCore

/// The packet table of a CAF file (Apple Core Audio Format Specification 1.0, "Packet Table Chunk"): how many frames of
/// the packets count, which libav does not say.
struct CAFPacketTable {
  /// The frames; nil where an encoder's delay precedes them, which libav does not trim here, or where none is left over
  /// in the last packet: some writers count only packets.
  let length: FrameCount?

  private static let mostChunks = 64

  /// Reads the table of the file in `window`; nil if there is none.
  init?(of window: FileWindow) {
    var offset: Int64 = 8
    for _ in 0..<Self.mostChunks {
      guard let head = Self.bytes(at: offset, count: 12, of: window) else { return nil }
      let size = Self.number(head[4...])
      if head.starts(with: "pakt".utf8) {
        guard let table = Self.bytes(at: offset + 12, count: 24, of: window) else { return nil }
        let (delay, remainder) = (Self.number(table[16..<20]), Self.number(table[20..<24]))
        length = delay == 0 && remainder > 0 ? BelievableFormat.length(Self.number(table[8..<16])) : nil
        return
      }
      guard size >= 0, size < window.size else { return nil }
      offset += 12 + size
    }
    return nil
  }

  private static func bytes(at offset: Int64, count: Int, of window: FileWindow) -> [UInt8]? {
    guard let bytes = try? window.bytes(at: offset, count: count), bytes.count == count else { return nil }
    return bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }
}
