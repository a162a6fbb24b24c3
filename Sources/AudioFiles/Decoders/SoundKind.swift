internal import AudioEngine

/// What a file holds, found by looking at its contents: names lie.
enum SoundKind: Equatable {
  /// For libsndfile: WAV, AIFF, AU, CAF, W64 and others; `start` is where it begins, behind tags.
  case pcm(start: Int64)
  /// FLAC, for libsndfile too; `start` is where its marker stands, behind tags.
  case flac(start: Int64)
  /// Opus in Ogg; `family` is the channel mapping of RFC 7845.
  case opus(family: UInt8)
  /// Vorbis in Ogg.
  case vorbis
  /// MPEG audio of any layer.
  case mpeg(MPEGStart)

  /// Finds out what `file` holds.
  ///
  /// - Throws: what it is instead, for people.
  init(of file: borrowing OpenFile) throws(DecodeError) {
    let start = try Self.endOfID3v2(in: file)
    if start >= file.size { throw DecodeError("only tags, no sound") }
    let head = try file.bytes(at: start, count: 16 * 1_024)
    if let kind = try Self.byMagic(head, start: start) {
      self = kind
      return
    }
    if let found = MPEGStart.find(in: head, at: start, size: file.size), found.junk.isEmpty {
      self = .mpeg(found)
      return
    }
    if let name = Self.streamName(head) { throw DecodeError("\(name), which cans cannot decode yet") }
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
      if has("WAVE", at: 8) { return .pcm(start: start) }
      throw DecodeError("a RIFF file, but not a WAV")
    }
    if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) || has("8SVX", at: 8) || has("16SV", at: 8) {
      return .pcm(start: start)
    }
    if pcmMagics.contains(where: { head.starts(with: $0) }) { return .pcm(start: start) }
    if let name = containerName(head, has) { throw DecodeError("\(name), which cans cannot decode yet") }
    return nil
  }

  /// AU, CAF, W64, VOC, NIST, AVR, IRCAM, PVF, HTK-like files start with these.
  private static let pcmMagics: [[UInt8]] = [
    Array(".snd".utf8), Array("dns.".utf8), Array("caff".utf8), Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11],
    Array("Creative Voice File".utf8), Array("NIST_1A".utf8), Array("2BIT".utf8), Array("PVF1".utf8),
    Array("fap ".utf8), [0x64, 0xA3, 0x01, 0x00], [0x64, 0xA3, 0x02, 0x00], [0x00, 0x01, 0xA3, 0x64],
    [0x00, 0x02, 0xA3, 0x64],
  ]

  private static func containerName(_ head: [UInt8], _ has: (String, Int) -> Bool) -> String? {
    if ["ftyp", "moov", "mdat", "wide"].contains(where: { has($0, 4) }) { return "an MP4 file (AAC or ALAC)" }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3] as [UInt8]) { return "a Matroska or WebM file" }
    if head.starts(with: [0x30, 0x26, 0xB2, 0x75] as [UInt8]) { return "a Windows Media (WMA) file" }
    let names: KeyValuePairs = [
      "MAC ": "Monkey's Audio (APE)", "wvpk": "WavPack", "TTA1": "True Audio (TTA)", "TTA2": "True Audio (TTA)",
      "MPCK": "Musepack", "MP+": "Musepack", "DSD ": "DSD (DSF)", "FRM8": "DSD (DSDIFF)", "ADIF": "AAC",
      "tBaK": "TAK", "OFR ": "OptimFROG", "MThd": "MIDI", "#!AMR": "AMR", ".RMF": "RealAudio", ".ra": "RealAudio",
      "ajkg": "Shorten", "LA0": "Lossless Audio",
    ]
    return names.first { has($0.key, 0) }?.value
  }

  /// Streams without a magic number: two frames of ADTS in a row, or a FLAC frame without the file's header.
  private static func streamName(_ head: [UInt8]) -> String? {
    func adtsLength(at index: Int) -> Int? {
      guard index + 7 <= head.count, head[index] == 0xFF, head[index + 1] & 0xF6 == 0xF0 else { return nil }
      return Int(head[index + 3] & 3) << 11 | Int(head[index + 4]) << 3 | Int(head[index + 5] >> 5)
    }
    for index in 0..<min(head.count, 4_096) {
      guard let length = adtsLength(at: index), length > 7, adtsLength(at: index + length) != nil else { continue }
      return "AAC"
    }
    if head.starts(with: [0xFF, 0xF8] as [UInt8]) || head.starts(with: [0xFF, 0xF9] as [UInt8]) {
      return "FLAC without its header"
    }
    return nil
  }
}
