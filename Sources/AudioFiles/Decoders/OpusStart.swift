internal import AudioEngine

/// The first page with sound of an Opus file (RFC 7845).
struct OpusStart {
  /// How far the page's position exceeds the sound in it, in frames at 48 kHz: not zero where a stream was cut or
  /// recorded from its middle on.
  let offset: Int64

  /// Header pages, which can hold pictures, end within these.
  private static let mostPages = 4_096

  /// Looks for the page in `file` from the stream's first page at `start` on.
  init(of file: borrowing OpenFile, from start: Int64 = 0) throws(DecodeError) {
    var position = start
    for _ in 0..<Self.mostPages {
      let header = try file.bytes(at: position, count: 27 + 255)
      guard header.count > 27, header.starts(with: "OggS".utf8) else { break }
      let table = header[27...].prefix(Int(header[26]))
      let size = table.reduce(0) { $0 + Int($1) }
      let granule = header[6..<14].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      let start = position + 27 + Int64(table.count)
      if granule != 0, granule < UInt64(Int64.max) {
        let body = try file.bytes(at: start, count: size)
        offset = Int64(granule) - Self.duration(of: body, table: table)
        return
      }
      position = start + Int64(size)
    }
    offset = 0
  }

  /// Frames in the packets that `table` cuts `body` into.
  private static func duration(of body: [UInt8], table: ArraySlice<UInt8>) -> Int64 {
    var duration: Int64 = 0
    var start = 0
    var end = 0
    for lacing in table {
      end += Int(lacing)
      if lacing == 255 { continue }
      if start < end, end <= body.count { duration += packetDuration(body[start..<end]) }
      start = end
    }
    return duration
  }

  /// Frames in a packet, by its first two bytes (RFC 6716, 3.1 and 3.2.5).
  static func packetDuration(_ packet: ArraySlice<UInt8>) -> Int64 {
    guard let head = packet.first else { return 0 }
    let size = Int(head >> 3 & 3)
    let frame: Int64 =
      switch head >> 3 {
      case 0..<12: [480, 960, 1_920, 2_880][size]
      case 12..<16: [480, 960][size & 1]
      default: [120, 240, 480, 960][size]
      }
    switch head & 3 {
    case 0: return frame
    case 1, 2: return 2 * frame
    default: return packet.count > 1 ? frame * Int64(packet[packet.startIndex + 1] & 0x3F) : 0
    }
  }
}
