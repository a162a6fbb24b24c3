internal import AudioEngine

/// What a file holds, found by looking at its contents: names lie.
enum SoundKind: Equatable {
  /// For libsndfile: WAV, AIFF, AU, CAF, W64 and others; `start` is where it begins, behind tags. libav has a demuxer
  /// for some, where libsndfile does not know the codec.
  case pcm(start: Int64, AVDemuxer?)
  /// FLAC, for libsndfile too; `start` is where its marker stands, behind tags.
  case flac(start: Int64)
  /// Opus in Ogg; `family` is the channel mapping of RFC 7845.
  case opus(family: UInt8)
  /// Vorbis in Ogg.
  case vorbis
  /// MPEG audio of any layer.
  case mpeg(MPEGStart)
  /// For libav; `start` is where it begins, behind tags.
  case libav(AVDemuxer, start: Int64)

  /// Finds out what `file` holds.
  ///
  /// - Throws: what it is instead, for people.
  init(of file: borrowing OpenFile) throws(DecodeError) {
    let start = try Self.endOfID3v2(in: file)
    if start >= file.size { throw DecodeError("only tags, no sound") }
    let head = try file.bytes(at: start, count: 16 * 1_024)
    if let kind = try Self.byMagic(head, start: start) {
      self = kind
      // libsndfile counts its frames wrongly, and libav trusts the bit rate.
      if kind == .pcm(start: start, .wav), let data = try MPEGInWAV(startingAt: start, of: file)?.data,
        let found = try MPEGStart.find(inContainer: data, of: file)
      {
        self = .mpeg(found)
      }
      return
    }
    if let found = MPEGStart.find(in: head, at: start, size: file.size), found.junk.isEmpty {
      self = .mpeg(found)
      return
    }
    if let demuxer = Self.streamWithoutMagic(head) {
      self = .libav(demuxer, start: start)
      return
    }
    let far = try file.bytes(at: start, count: MPEGStart.searchLimit)
    guard let found = MPEGStart.find(in: far, at: start, size: file.size) else {
      throw DecodeError(start > 0 ? "only tags, no sound that cans can find" : "not a sound file that cans can read")
    }
    self = .mpeg(found)
  }

  /// The offset behind all ID3v2 tags at the start of `file`; some files have several in a row.
  private static func endOfID3v2(in file: borrowing OpenFile) throws(DecodeError) -> Int64 {
    var offset: Int64 = 0
    while offset < file.size {
      let head = try file.bytes(at: offset, count: 10)
      guard head.count == 10, head.starts(with: "ID3".utf8), head[6...].allSatisfy({ $0 < 0x80 }) else { break }
      let size = head[6...].reduce(0 as Int64) { $0 << 7 | Int64($1) }
      let footer: Int64 = head[5] & 0x10 != 0 ? 10 : 0
      offset += 10 + size + footer
    }
    return offset
  }

  private static func byMagic(_ head: [UInt8], start: Int64) throws(DecodeError) -> SoundKind? {
    func has(_ magic: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: magic.utf8) }
    if has("fLaC") { return .flac(start: start) }
    if has("OggS") { return try OggStart(head).kind() }
    if has("RIFF") || has("RIFX") || has("RF64") {
      if has("WAVE", at: 8) { return .pcm(start: start, .wav) }
      throw DecodeError("a RIFF file, but not a WAV")
    }
    if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) || has("8SVX", at: 8) || has("16SV", at: 8) {
      return .pcm(start: start, .aiff)
    }
    if has("caff") { return .pcm(start: start, .caf) }
    if head.starts(with: wave64) { return .pcm(start: start, .wave64) }
    if pcmMagics.contains(where: { head.starts(with: $0) }) { return .pcm(start: start, nil) }
    if let demuxer = AVDemuxer(startingWith: head) { return .libav(demuxer, start: start) }
    let names: KeyValuePairs = [
      "ADIF": "AAC without a frame structure (ADIF)", "OFR ": "OptimFROG", "LA0": "Lossless Audio", "MThd": "MIDI",
    ]
    if let name = names.first(where: { has($0.key) })?.value { throw DecodeError("\(name), which cans cannot decode") }
    return nil
  }

  private static let wave64 = Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11]

  /// AU, VOC, NIST, AVR, IRCAM, PVF, HTK-like files start with these.
  private static let pcmMagics: [[UInt8]] = [
    Array(".snd".utf8), Array("dns.".utf8), Array("Creative Voice File".utf8), Array("NIST_1A".utf8),
    Array("2BIT".utf8), Array("PVF1".utf8),
    Array("fap ".utf8), [0x64, 0xA3, 0x01, 0x00], [0x64, 0xA3, 0x02, 0x00], [0x00, 0x01, 0xA3, 0x64],
    [0x00, 0x02, 0xA3, 0x64],
  ]

  /// Streams that start without a magic number, told by their frames.
  private static func streamWithoutMagic(_ head: [UInt8]) -> AVDemuxer? {
    if holdsADTS(head) { return .adts }
    if head.starts(with: [0xFF, 0xF8]) || head.starts(with: [0xFF, 0xF9]) { return .flac }
    // AC-3's sync word; the version tells the codec (ETSI TS 102 366, 4.4.2.1 and E.1.3.1.6).
    guard head.count > 5, head.starts(with: [0x0B, 0x77]) else { return nil }
    switch head[5] >> 3 {
    case 0...10: return .ac3
    case 11...16: return .enhancedAC3
    default: return nil
    }
  }

  /// Whether two frames of AAC in ADTS (ISO 14496-3, 1.A.3) follow each other.
  private static func holdsADTS(_ head: [UInt8]) -> Bool {
    func frameLength(at index: Int) -> Int? {
      guard index + 7 <= head.count, head[index] == 0xFF, head[index + 1] & 0xF6 == 0xF0 else { return nil }
      return Int(head[index + 3] & 3) << 11 | Int(head[index + 4]) << 3 | Int(head[index + 5] >> 5)
    }
    return (0..<min(head.count, 4_096)).contains { index in
      guard let length = frameLength(at: index), length > 7 else { return false }
      return frameLength(at: index + length) != nil
    }
  }
}
