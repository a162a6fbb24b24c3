internal import AudioEngine
internal import PlayerCore

/// What the first and the last page of an Ogg file with one stream of Vorbis (Vorbis I, 4.2.2) or Opus (RFC 7845, 5.1)
/// say.
struct OggHeader {
  let sound: SoundHeader

  private static let pageHeader = 27
  /// The last page is mostly found in the first of these, and always in the second: a page has less than 64 KiB.
  private static let tailSizes = [8 * 1_024, 72 * 1_024]

  /// Reads `file`; nil where there are several streams, or none that is one of these.
  init?(of file: borrowing OpenFile) throws(DecodeError) {
    let head = try file.bytes(at: 0, count: Self.pageHeader + 255 + 64)
    guard head.count > Self.pageHeader + 32, head.starts(with: "OggS".utf8) else { return nil }
    let packet = head[(Self.pageHeader + Int(head[26]))...]
    guard packet.count >= 30 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int { Int(Int64(littleEndian: packet.dropFirst(start).prefix(count))) }
    guard let last = try Self.lastPosition(in: file, serial: head[14..<18]) else { return nil }
    let (codec, rate, channels, skipped): (String, Int, Int, Int64)
    if packet.starts(with: [1] + Array("vorbis".utf8)) {
      (codec, rate, channels, skipped) = ("Vorbis", number(12, 4), number(11, 1), 0)
    } else if packet.starts(with: "OpusHead".utf8) {
      (codec, rate, channels, skipped) = ("Opus", 48_000, number(9, 1), Int64(number(10, 2)))
    } else {
      return nil
    }
    let format = try BelievableFormat.format(rate: rate, channels: channels, encoding: .lossy(codec))
    sound = SoundHeader(codec: codec, format: format, length: BelievableFormat.length(max(last - skipped, 0)))
  }

  /// The position of the last page, in frames; nil where that is of another stream, or there is none.
  private static func lastPosition(
    in file: borrowing OpenFile, serial: ArraySlice<UInt8>
  ) throws(DecodeError) -> Int64? {
    for size in tailSizes {
      let start = max(file.size - Int64(size), 0)
      let tail = try file.bytes(at: start, count: Int(file.size - start))
      var index = tail.count - pageHeader
      while index >= 0 {
        if tail[index] == UInt8(ascii: "O"), tail[index...].starts(with: "OggS".utf8) {
          guard tail[index + 14..<index + 18].elementsEqual(serial) else { return nil }
          let position = Int64(littleEndian: tail[index + 6..<index + 14])
          // A page on which no packet ends has no position; such a file is somebody else's to explain.
          return position >= 0 ? position : nil
        }
        index -= 1
      }
      if start == 0 { return nil }
    }
    return nil
  }
}
