internal import AudioEngine

/// The links of a chained Ogg file (RFC 3533, 4): whole streams one behind the other, as joined files and
/// recordings of radio have them.
struct OggLinks {
  /// Where each link lies; at least one.
  let ranges: [Range<Int64>]

  private static let headerSize = 27
  /// A page is shorter than 64 KiB, so the last one starts in these bytes.
  private static let tailSize: Int64 = 128 * 1_024
  private static let mostPages = 1 << 20

  /// Looks for the links of `file`: at its first and last page, and only where these are of
  /// different streams at all pages.
  init(of file: borrowing OpenFile) throws(DecodeError) {
    let head = try file.bytes(at: 0, count: Self.headerSize)
    let tailStart = max(0, file.size - Self.tailSize)
    let tail = try file.bytes(at: tailStart, count: Int(Self.tailSize))
    guard let first = Self.serial(head[...]), let last = Self.lastSerial(in: tail), first != last else {
      ranges = [0..<file.size]
      return
    }
    let starts = try Self.starts(in: file)
    ranges = zip(starts, starts.dropFirst() + [file.size]).map { $0..<$1 }
  }

  /// Where the first page of each link is: one that begins a stream, behind pages that do not.
  private static func starts(in file: borrowing OpenFile) throws(DecodeError) -> [Int64] {
    var starts: [Int64] = [0]
    var offset: Int64 = 0
    var isBehindBeginnings = false
    for _ in 0..<mostPages {
      let header = try file.bytes(at: offset, count: headerSize + 255)
      guard serial(header[...]) != nil else { break }
      let begins = header[5] & 2 != 0
      if begins, isBehindBeginnings { starts.append(offset) }
      isBehindBeginnings = !begins
      let lacing = header[headerSize...].prefix(Int(header[26]))
      offset += Int64(headerSize + lacing.count) + lacing.reduce(0) { $0 + Int64($1) }
    }
    return starts
  }

  /// The number of the stream whose page starts `bytes`; nil if there is no page.
  private static func serial(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= headerSize, bytes.starts(with: "OggS".utf8) else { return nil }
    return bytes.dropFirst(14).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func lastSerial(in tail: [UInt8]) -> UInt32? {
    let candidates = (0..<max(tail.count - headerSize, 0)).reversed()
    return candidates.first { tail[$0] == UInt8(ascii: "O") && serial(tail[$0...]) != nil }
      .flatMap { serial(tail[$0...]) }
  }
}
