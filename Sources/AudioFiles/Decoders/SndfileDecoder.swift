internal import AudioEngine
internal import CSndfile
internal import Glibc
internal import PlayerCore

/// An open libsndfile stream; the file stays open as long as it.
struct SndfileHandle: ~Copyable {
  fileprivate let raw: OpaquePointer
  private let file: OpenFile
  fileprivate let isOpus: Bool
  fileprivate let format: Int32

  fileprivate init(_ file: consuming OpenFile) throws(DecodeError) {
    var info = SF_INFO()
    // The descriptor stays ours: whether a failing sf_open_fd closes it depends on the library's version.
    guard let raw = sf_open_fd(file.descriptor, Int32(SFM_READ), &info, Int32(SF_FALSE)) else {
      throw SndfileHandle.openError()
    }
    self.raw = raw
    self.file = file
    format = info.format
    isOpus = info.format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_OPUS)
  }

  deinit { sf_close(raw) }

  private static func openError() -> DecodeError {
    switch sf_error(nil) {
    case Int32(SF_ERR_UNRECOGNISED_FORMAT): DecodeError("not a sound file that cans can read")
    case Int32(SF_ERR_UNSUPPORTED_ENCODING): DecodeError("holds sound in an encoding that cans cannot decode")
    default: DecodeError("cannot be decoded: \(sentence(nil))")
    }
  }

  /// libsndfile's own words, which end with full stops and some of which start with "Error : ".
  fileprivate static func sentence(_ raw: OpaquePointer?) -> String {
    var text = Substring(String(cString: sf_strerror(raw)))
    if text.hasPrefix("Error : ") { text = text.dropFirst("Error : ".count) }
    while text.last == "." || text.last == "\n" { text = text.dropLast() }
    return String(text)
  }

  fileprivate var info: SF_INFO {
    var info = SF_INFO()
    sf_command(raw, Int32(SFC_GET_CURRENT_SF_INFO), &info, Int32(MemoryLayout<SF_INFO>.size))
    return info
  }
}

/// Decodes what libsndfile reads: WAV, AIFF, AU, CAF, W64, RF64, FLAC, Opus and more.
final class SndfileDecoder: TaggedDecoder {
  /// In which order the file keeps its channels.
  enum Order {
    /// As WAV files do.
    case asInWAV
    /// As Vorbis and Opus do.
    case asInVorbis
  }

  /// What libsndfile can be believed about a file.
  enum Trust {
    /// Its length, and seeking in it.
    case lengthAndSeeking
    /// Neither: a target is reached by decoding from the start.
    case nothingButSamples
  }

  let format: AudioFormat
  let length: FrameCount?

  private let handle: SndfileHandle
  private let trust: Trust
  private let order: ChannelOrder
  private let mayHoldNonFinite: Bool
  private let formatChange: FrameCount?
  private var position = FrameCount.zero
  /// What went wrong behind the frames already delivered.
  private var pendingError: DecodeError?

  /// Opens `file`; from the frame `formatChange` on its format is another, so it ends there.
  init(
    _ file: consuming OpenFile, order: Order, endsBefore formatChange: FrameCount? = nil,
    trust: Trust = .lengthAndSeeking
  ) throws(DecodeError) {
    self.trust = trust
    handle = try SndfileHandle(file)
    if handle.isOpus {
      // libsndfile decodes Opus at the rate the encoder was fed with, which loses sound: Opus itself runs at 48 kHz.
      var rate: Int32 = 48_000
      sf_command(handle.raw, Int32(SFC_SET_ORIGINAL_SAMPLERATE), &rate, Int32(MemoryLayout<Int32>.size))
    }
    let info = handle.info
    guard info.samplerate > 0, (1...32).contains(info.channels) else {
      throw DecodeError("damaged: \(info.channels) channels at \(info.samplerate) Hz")
    }
    let encoding = SampleEncoding(sndfileFormat: handle.format)
    format = AudioFormat(rate: SampleRate(info.samplerate), channels: Int(info.channels), encoding: encoding)
    // libsndfile says so when a file names no length: SF_COUNT_MAX.
    let isKnown = trust == .lengthAndSeeking && info.frames >= 0 && info.frames < Int64.max
    length = formatChange ?? (isKnown ? FrameCount(Int64(info.frames)) : nil)
    self.formatChange = formatChange
    self.order =
      switch order {
      case .asInWAV: ChannelOrder()
      case .asInVorbis: ChannelOrder(vorbisChannels: Int(info.channels))
      }
    if case .integer = encoding { mayHoldNonFinite = false } else { mayHoldNonFinite = true }
  }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    if let pendingError { throw pendingError }
    var wanted = frames
    if let formatChange {
      guard position < formatChange else { throw DecodeError("the sample format changes in the middle of the file") }
      wanted = min(wanted, Int((formatChange - position).value))
    }
    let count = Int(sf_readf_float(handle.raw, buffer, sf_count_t(wanted)))
    if count < wanted, sf_error(handle.raw) != 0 {
      pendingError = DecodeError("damaged: \(SndfileHandle.sentence(handle.raw))")
    }
    if count <= 0 {
      if let pendingError { throw pendingError }
      return 0
    }
    if mayHoldNonFinite { silenceNonFinite(buffer, count: count * format.channels) }
    order.apply(to: buffer, frames: count)
    position.value += Int64(count)
    return count
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    pendingError = nil
    let target = min(max(frame, .zero), length ?? frame)
    if trust == .lengthAndSeeking, sf_seek(handle.raw, sf_count_t(target.value), Int32(SF_SEEK_SET)) >= 0 {
      position = target
      return
    }
    // Without a known length the target may lie behind the end, which decoding finds.
    guard length == nil, sf_seek(handle.raw, 0, Int32(SF_SEEK_SET)) == 0 else {
      throw DecodeError("cannot be sought: \(SndfileHandle.sentence(handle.raw))")
    }
    position = .zero
    try skip(to: target)
  }

  private func skip(to target: FrameCount) throws(DecodeError) {
    let chunk = 4_096
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: chunk * format.channels)
    defer { scratch.deallocate() }
    while position < target {
      if try read(into: scratch, frames: min(chunk, Int((target - position).value))) == 0 { return }
    }
  }

  func tags() -> Tags {
    func text(_ field: Int) -> String? {
      guard let bytes = sf_get_string(handle.raw, Int32(field)) else { return nil }
      return tagText(UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
    }
    return Tags(title: text(SF_STR_TITLE), artist: text(SF_STR_ARTIST), album: text(SF_STR_ALBUM))
  }
}

extension SampleEncoding {
  /// The encoding that libsndfile's format word names.
  fileprivate init(sndfileFormat format: Int32) {
    switch Int(format) & SF_FORMAT_SUBMASK {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_DPCM_8: self = .integer(bits: 8)
    case SF_FORMAT_PCM_16, SF_FORMAT_ALAC_16, SF_FORMAT_DPCM_16, SF_FORMAT_DWVW_16: self = .integer(bits: 16)
    case SF_FORMAT_ALAC_20: self = .integer(bits: 20)
    case SF_FORMAT_PCM_24, SF_FORMAT_ALAC_24, SF_FORMAT_DWVW_24: self = .integer(bits: 24)
    case SF_FORMAT_PCM_32, SF_FORMAT_ALAC_32: self = .integer(bits: 32)
    case SF_FORMAT_FLOAT: self = .float(bits: 32)
    case SF_FORMAT_DOUBLE: self = .float(bits: 64)
    case SF_FORMAT_OPUS: self = .lossy("Opus")
    case SF_FORMAT_VORBIS: self = .lossy("Vorbis")
    case SF_FORMAT_ULAW: self = .lossy("µ-law")
    case SF_FORMAT_ALAW: self = .lossy("A-law")
    case SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM, SF_FORMAT_VOX_ADPCM, SF_FORMAT_G721_32, SF_FORMAT_G723_24,
      SF_FORMAT_G723_40, SF_FORMAT_NMS_ADPCM_16, SF_FORMAT_NMS_ADPCM_24, SF_FORMAT_NMS_ADPCM_32:
      self = .lossy("ADPCM")
    case SF_FORMAT_GSM610: self = .lossy("GSM")
    case SF_FORMAT_MPEG_LAYER_I: self = .lossy("MP1")
    case SF_FORMAT_MPEG_LAYER_II: self = .lossy("MP2")
    case SF_FORMAT_MPEG_LAYER_III: self = .lossy("MP3")
    default: self = .lossy("compressed")
    }
  }
}
