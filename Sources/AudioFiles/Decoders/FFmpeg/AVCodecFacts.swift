internal import CAVLazy
internal import PlayerCore

/// What has to be known of a codec besides what libav says. Only codecs with an entry here are opened: libav has some
/// hundred more, for games and telephones, which are read by few and attacked by some.
struct AVCodecFacts {
  /// The name for people.
  let name: String
  /// Whether decoding gives back the encoder's input bit by bit.
  let isLossless: Bool
  /// Frames to decode and drop before the target of a seek, until what was decoded before no longer counts; nil where
  /// it counts for ever, or where time stamps are those of other frames: a target is reached by decoding up to it then.
  let warmUp: Int64?
  /// Whether every packet holds as many frames as the next.
  let hasEqualPackets: Bool

  private init(lossless name: String, warmUp: Int64 = 0) {
    self.name = name
    isLossless = true
    self.warmUp = warmUp
    hasEqualPackets = false
  }

  private init(lossy name: String, warmUp: Int64? = nil, equalPackets: Bool = false) {
    self.name = name
    isLossless = false
    self.warmUp = warmUp
    hasEqualPackets = equalPackets
  }

  /// The facts about the codec `id`; nil where it is none that cans plays.
  init?(_ id: AVCodecID) {
    switch id {
    case AV_CODEC_ID_ALAC: self.init(lossless: "ALAC")
    case AV_CODEC_ID_FLAC: self.init(lossless: "FLAC")
    case AV_CODEC_ID_APE: self.init(lossless: "Monkey's Audio")
    case AV_CODEC_ID_WAVPACK: self.init(lossless: "WavPack")
    case AV_CODEC_ID_TTA: self.init(lossless: "True Audio")
    case AV_CODEC_ID_TAK: self.init(lossless: "TAK")
    case AV_CODEC_ID_SHORTEN: self.init(lossless: "Shorten")
    case AV_CODEC_ID_WMALOSSLESS: self.init(lossless: "WMA Lossless")
    case AV_CODEC_ID_MP4ALS: self.init(lossless: "MPEG-4 ALS")
    case AV_CODEC_ID_MLP, AV_CODEC_ID_TRUEHD: self.init(lossless: "TrueHD", warmUp: 8_192)
    // Windows overlap by half a packet; spectral band replication carries more over.
    case AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM: self.init(lossy: "AAC", warmUp: 8_192, equalPackets: true)
    // The bit reservoir reaches back nine packets at most.
    case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2: self.init(lossy: "MP2", warmUp: 4_608, equalPackets: true)
    case AV_CODEC_ID_MP3: self.init(lossy: "MP3", warmUp: 12 * 1_152, equalPackets: true)
    case AV_CODEC_ID_AC3: self.init(lossy: "AC-3", warmUp: 6_144, equalPackets: true)
    case AV_CODEC_ID_EAC3: self.init(lossy: "E-AC-3", warmUp: 6_144)
    case AV_CODEC_ID_DTS: self.init(lossy: "DTS", warmUp: 8_192)
    case AV_CODEC_ID_VORBIS: self.init(lossy: "Vorbis", warmUp: 16_384)
    // RFC 7845, 4.6 asks for 80 ms; behind ten times as much there is no difference left to be measured.
    case AV_CODEC_ID_OPUS: self.init(lossy: "Opus", warmUp: 38_400)
    case AV_CODEC_ID_SPEEX: self.init(lossy: "Speex")
    case AV_CODEC_ID_MUSEPACK7, AV_CODEC_ID_MUSEPACK8: self.init(lossy: "Musepack", warmUp: 64 * 1_152)
    case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2, AV_CODEC_ID_WMAPRO: self.init(lossy: "WMA")
    case AV_CODEC_ID_WMAVOICE: self.init(lossy: "WMA Voice")
    case AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB: self.init(lossy: "AMR", equalPackets: true)
    case AV_CODEC_ID_COOK, AV_CODEC_ID_RA_144, AV_CODEC_ID_RA_288: self.init(lossy: "RealAudio")
    case AV_CODEC_ID_ATRAC1, AV_CODEC_ID_ATRAC3, AV_CODEC_ID_ATRAC3P: self.init(lossy: "ATRAC")
    case AV_CODEC_ID_GSM, AV_CODEC_ID_GSM_MS: self.init(lossy: "GSM")
    // One bit a sample becomes PCM of an eighth of the rate, through a filter of 96 bits.
    case AV_CODEC_ID_DSD_LSBF, AV_CODEC_ID_DSD_MSBF, AV_CODEC_ID_DSD_LSBF_PLANAR, AV_CODEC_ID_DSD_MSBF_PLANAR:
      self.init(lossy: "DSD", warmUp: 256)
    case AV_CODEC_ID_PCM_MULAW: self.init(lossy: "µ-law", warmUp: 0)
    case AV_CODEC_ID_PCM_ALAW: self.init(lossy: "A-law", warmUp: 0)
    default:
      switch id.rawValue {
      case AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue: self.init(lossless: "PCM")
      case AV_CODEC_ID_ADPCM_IMA_QT.rawValue..<AV_CODEC_ID_AMR_NB.rawValue: self.init(lossy: "ADPCM")
      default: return nil
      }
    }
  }
}
