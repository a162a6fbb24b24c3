internal import AudioEngine
internal import PlayerCore

/// What the chunks of a WAV file with plain PCM say.
struct WAVHeader {
  let sound: SoundHeader

  private static let mostChunks = 64
  private static let extensible = 0xFFFE

  /// Reads `file`, in which the WAV file starts at `start`; nil where it holds anything but integers or floating
  /// point, or has no end that it says (RF64).
  init?(of file: borrowing OpenFile, start: Int64) {
    var offset = start + 12
    var format: (values: AudioFormat, block: Int64)?
    for _ in 0..<Self.mostChunks {
      guard let head = try? file.bytes(at: offset, count: 8 + 40), head.count >= 8 else { return nil }
      let size = Int64(littleEndian: head[4..<8])
      if head.starts(with: "fmt ".utf8) {
        guard let found = Self.format(head[8...].prefix(Int(min(size, 40)))) else { return nil }
        format = found
      } else if head.starts(with: "data".utf8) {
        guard let format else { return nil }
        // A writer that could not go back has left the size open.
        let bytes = min(size, max(file.size - offset - 8, 0))
        sound = SoundHeader(
          codec: "WAV", format: format.values, length: BelievableFormat.length(bytes / format.block))
        return
      }
      offset += 8 + size + size % 2
    }
    return nil
  }

  private static func format(_ chunk: ArraySlice<UInt8>) -> (AudioFormat, Int64)? {
    let bytes = Array(chunk)
    guard bytes.count >= 16 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int { Int(Int64(littleEndian: bytes[start..<start + count])) }
    var tag = number(0, 2)
    if tag == extensible, bytes.count >= 26 { tag = number(24, 2) }
    let (channels, rate, block, bits) = (number(2, 2), number(4, 4), number(12, 2), number(14, 2))
    guard tag == 1 || tag == 3, block > 0, bits > 0, bits <= 64,
      let format = try? BelievableFormat.format(
        rate: rate, channels: channels, encoding: tag == 1 ? .integer(bits: bits) : .float(bits: bits))
    else { return nil }
    return (format, Int64(block))
  }
}
