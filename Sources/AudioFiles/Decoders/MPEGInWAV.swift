internal import AudioEngine

/// A WAV file around MPEG audio, as RFC 2361 registers it.
struct MPEGInWAV {
  /// Where the sound lies in the file.
  let data: Range<Int64>

  /// The format tags WAVE_FORMAT_MPEG and WAVE_FORMAT_MPEGLAYER3.
  private static let tags: [UInt16] = [0x50, 0x55]
  private static let mostChunks = 64

  /// Looks for it in `file`, in which the WAV file starts at `start`, behind tags; nil where it holds anything else.
  init?(startingAt start: Int64, of file: borrowing OpenFile) throws(DecodeError) {
    var offset = start + 12
    var isMPEG = false
    for _ in 0..<Self.mostChunks {
      let head = try file.bytes(at: offset, count: 10)
      guard head.count == 10 else { return nil }
      let size = head[4..<8].reversed().reduce(0 as Int64) { $0 << 8 | Int64($1) }
      let contents = offset + 8
      if head.starts(with: "fmt ".utf8) {
        isMPEG = Self.tags.contains(UInt16(head[9]) << 8 | UInt16(head[8]))
        if !isMPEG { return nil }
      } else if head.starts(with: "data".utf8) {
        guard isMPEG else { return nil }
        // A writer that could not go back has left the size open.
        data = contents..<min(contents + size, file.size)
        return
      }
      offset = contents + size + size % 2
    }
    return nil
  }
}
