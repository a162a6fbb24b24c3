/// A container that libav reads.
///
/// It is always named to libav, because libav's own guess goes by likeness: it takes junk for AMR, and lists of
/// addresses for playlists to be opened.
struct AVDemuxer: Equatable {
  /// libav's name for it.
  let shortName: String
  /// The name for people, as the start of a sentence.
  let name: String

  /// What a container's time stamps are good for.
  enum Times {
    /// They name the frame.
    case exact
    /// They are rounded to a unit longer than a frame, as Matroska's millisecond.
    case rounded
    /// After a seek they are off: in Ogg libav dates packets by the end of their page, in Windows Media by the
    /// packet that a frame begins in.
    case unreliable
  }

  /// What time stamps are good for here.
  var times: Times {
    switch self {
    case .matroska: .rounded
    case .ogg, .windowsMedia: .unreliable
    default: .exact
    }
  }

  private init(_ shortName: String, _ name: String) {
    self.shortName = shortName
    self.name = name
  }

  static let mp4 = AVDemuxer("mov", "MP4 (AAC or ALAC)")
  static let matroska = AVDemuxer("matroska", "Matroska or WebM")
  static let windowsMedia = AVDemuxer("asf", "Windows Media (WMA)")
  static let adts = AVDemuxer("aac", "AAC")
  static let ac3 = AVDemuxer("ac3", "AC-3")
  static let enhancedAC3 = AVDemuxer("eac3", "E-AC-3")
  static let ogg = AVDemuxer("ogg", "This Ogg file")
  static let flac = AVDemuxer("flac", "This FLAC file")
  static let musepack7 = AVDemuxer("mpc", "Musepack")
  static let monkeysAudio = AVDemuxer("ape", "Monkey's Audio (APE)")
  static let trueAudio = AVDemuxer("tta", "True Audio (TTA)")

  /// The containers that libsndfile reads, for the codecs in them that it does not.
  static let wav = AVDemuxer("wav", "This WAV file")
  static let aiff = AVDemuxer("aiff", "This AIFF file")
  static let caf = AVDemuxer("caf", "This CAF file")
  static let wave64 = AVDemuxer("w64", "This W64 file")

  /// What starts with `head`, behind tags; nil where nothing here does.
  init?(startingWith head: [UInt8]) {
    func has(_ magic: [UInt8], _ offset: Int) -> Bool { head.dropFirst(offset).starts(with: magic) }
    guard let match = Self.magics.first(where: { has($0.bytes, $0.offset) }) else { return nil }
    self = match.demuxer
  }

  private static let magics: [(bytes: [UInt8], offset: Int, demuxer: AVDemuxer)] = [
    (Array("ftyp".utf8), 4, .mp4), (Array("moov".utf8), 4, .mp4), (Array("mdat".utf8), 4, .mp4),
    (Array("wide".utf8), 4, .mp4), (Array("free".utf8), 4, .mp4), (Array("skip".utf8), 4, .mp4),
    ([0x1A, 0x45, 0xDF, 0xA3], 0, .matroska),
    ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], 0, .windowsMedia),
    (Array("MAC ".utf8), 0, .monkeysAudio), (Array("wvpk".utf8), 0, AVDemuxer("wv", "WavPack")),
    (Array("TTA1".utf8), 0, .trueAudio), (Array("MPCK".utf8), 0, AVDemuxer("mpc8", "Musepack")),
    (Array("MP+".utf8), 0, .musepack7), (Array("DSD ".utf8), 0, AVDemuxer("dsf", "DSD (DSF)")),
    (Array("FRM8".utf8), 0, AVDemuxer("iff", "DSD (DSDIFF)")), (Array("tBaK".utf8), 0, AVDemuxer("tak", "TAK")),
    (Array("#!AMR".utf8), 0, AVDemuxer("amr", "AMR")), (Array("ajkg".utf8), 0, AVDemuxer("shn", "Shorten")),
    (Array(".RMF".utf8), 0, AVDemuxer("rm", "RealAudio")), ([0x2E, 0x72, 0x61, 0xFD], 0, AVDemuxer("rm", "RealAudio")),
    ([0x7F, 0xFE, 0x80, 0x01], 0, AVDemuxer("dts", "DTS")), (Array("DTSHDHDR".utf8), 0, AVDemuxer("dtshd", "DTS-HD")),
  ]
}
