internal import AudioEngine

/// The streams that an Ogg file begins with (RFC 3533): the first packet of each names its codec.
struct OggStart {
  private var packets: [ArraySlice<UInt8>] = []

  /// Reads the pages at the start of `bytes` that begin a stream.
  init(_ bytes: [UInt8]) {
    var offset = 0
    while offset + 27 <= bytes.count, bytes[offset...].starts(with: "OggS".utf8), bytes[offset + 5] & 2 != 0 {
      let table = offset + 27
      let body = table + Int(bytes[offset + 26])
      guard body <= bytes.count else { break }
      let end = body + bytes[table..<body].reduce(0) { $0 + Int($1) }
      packets.append(bytes[body..<min(end, bytes.count)])
      offset = end
    }
  }

  /// What can be decoded of the streams.
  ///
  /// - Throws: what there is instead.
  func kind() throws(DecodeError) -> SoundKind {
    if packets.contains(where: { $0.starts(with: [1] + Array("vorbis".utf8)) }) { return .vorbis }
    if let head = packets.first(where: { $0.starts(with: "OpusHead".utf8) }) {
      return .opus(family: head.dropFirst(18).first ?? 0)
    }
    let magics = [Array("Speex   ".utf8), [0x7F] + Array("FLAC".utf8), Array("PCM     ".utf8)]
    if packets.contains(where: { packet in magics.contains { packet.starts(with: $0) } }) {
      return .libav(.ogg, start: 0)
    }
    throw DecodeError("an Ogg file without sound that cans can find")
  }
}
