internal import AudioEngine
internal import CSndfile
internal import Glibc
internal import PlayerCore
internal import Synchronization

/// An open libsndfile stream and the file it reads.
struct SndfileHandle: ~Copyable {
  fileprivate let raw: OpaquePointer
  private let window: FileWindow
  fileprivate let format: Int32

  fileprivate init(_ window: FileWindow) throws(DecodeError) {
    var info = SF_INFO()
    var callbacks = SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(FileWindow.at($0).size) },
      seek: { offset, whence, context in sf_count_t(FileWindow.at(context).seek(by: Int64(offset), whence: whence)) },
      read: { target, count, context in
        // A disk that fails is the file's end to the library, which asks again and again
        // for what is fewer than no bytes.
        let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        return sf_count_t(max(0, FileWindow.at(context).read(into: buffer)))
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(FileWindow.at($0).position) })
    let context = Unmanaged.passUnretained(window).toOpaque()
    raw = try Self.openings.withLock { _ throws(DecodeError) in
      guard let raw = sf_open_virtual(&callbacks, Int32(SFM_READ), &info, context) else { throw Self.openError() }
      return Opened(raw: raw)
    }.raw
    self.window = window
    format = info.format
    if format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_OPUS) {
      // libsndfile decodes Opus at the rate the encoder was fed with, which loses sound: Opus itself runs at 48 kHz.
      var rate: Int32 = 48_000
      sf_command(raw, Int32(SFC_SET_ORIGINAL_SAMPLERATE), &rate, Int32(MemoryLayout<Int32>.size))
    }
  }

  deinit { sf_close(raw) }

  /// libsndfile keeps why an opening failed in global variables, which the next opening on another thread overwrites.
  private static let openings = Mutex(())

  /// Carries the stream out of the lock to its only owner.
  private struct Opened: @unchecked Sendable {
    let raw: OpaquePointer
  }

  private static func openError() -> DecodeError {
    switch sf_error(nil) {
    case Int32(SF_ERR_UNRECOGNISED_FORMAT): DecodeError("not a sound file that cans can read")
    case Int32(SF_ERR_UNSUPPORTED_ENCODING): DecodeError("holds sound in an encoding that cans cannot decode")
    default:
      switch sentence() {
      case let words where words.contains("unimplemented"):
        DecodeError("holds sound in an encoding that cans cannot decode")
      // These are about the library.
      case let words where words.contains("nternal") || words.contains("psf_") || words.contains("Unspecified"):
        DecodeError("the file is damaged")
      case let words: DecodeError("the file is damaged: \(words)")
      }
    }
  }

  /// libsndfile's own words on why opening failed: the last sentence, without "Error : " and the full stop.
  private static func sentence() -> String {
    var text = Substring(String(cString: sf_strerror(nil)))
    if text.hasPrefix("Error : ") { text = text.dropFirst("Error : ".count) }
    while text.last == "." || text.last == "\n" { text = text.dropLast() }
    if let end = text.lastIndex(of: "."), text[end...].hasPrefix(". ") { text = text[end...].dropFirst(2) }
    return String(text)
  }

  fileprivate var info: SF_INFO {
    var info = SF_INFO()
    sf_command(raw, Int32(SFC_GET_CURRENT_SF_INFO), &info, Int32(MemoryLayout<SF_INFO>.size))
    return info
  }
}

extension SndfileHandle {
  /// The channels' places as in `dwChannelMask`, where the file names them in that order; else 0.
  fileprivate func mask(channels: Int) -> UInt32 {
    guard channels > 0 else { return 0 }
    var map = [Int32](repeating: 0, count: channels)
    let bytes = Int32(channels * MemoryLayout<Int32>.size)
    guard sf_command(raw, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, bytes) != 0 else { return 0 }
    var mask: UInt32 = 0
    for position in map {
      guard let bit = Self.speakers.firstIndex(of: Int(position)).map({ UInt32(1) << UInt32($0) }), bit > mask else {
        return 0
      }
      mask |= bit
    }
    return mask
  }

  /// libsndfile's names for the loudspeakers, in the order of the mask's bits.
  private static let speakers = [
    SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE, SF_CHANNEL_MAP_REAR_LEFT,
    SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER, SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER,
    SF_CHANNEL_MAP_REAR_CENTER, SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT, SF_CHANNEL_MAP_TOP_CENTER,
    SF_CHANNEL_MAP_TOP_FRONT_LEFT, SF_CHANNEL_MAP_TOP_FRONT_CENTER, SF_CHANNEL_MAP_TOP_FRONT_RIGHT,
    SF_CHANNEL_MAP_TOP_REAR_LEFT, SF_CHANNEL_MAP_TOP_REAR_CENTER, SF_CHANNEL_MAP_TOP_REAR_RIGHT,
  ].map { Int($0) }
}

/// Decodes what libsndfile reads: WAV, AIFF, AU, CAF, W64, RF64, Opus and more.
final class SndfileDecoder: Decoder {
  /// In which order the file keeps its channels.
  enum Order {
    /// As WAV files do.
    case asInWAV
    /// As Vorbis and Opus do.
    case asInVorbis
  }

  let format: AudioFormat
  let length: FrameCount?

  private var handle: SndfileHandle
  private let window: FileWindow
  /// Whether the library's seeks land somewhere else: then a target is reached by decoding up to it.
  private var seeksWrongly: Bool
  private let order: ChannelOrder
  private let mayHoldNonFinite: Bool
  private var position = FrameCount.zero
  /// Where the last seek landed.
  private var start = FrameCount.zero
  /// What went wrong behind the frames already delivered.
  private var pendingError: DecodeError?

  /// Opens the file in `window`.
  init(_ window: FileWindow, order: Order = .asInWAV, seeksWrongly: Bool = false) throws(DecodeError) {
    self.window = window
    handle = try SndfileHandle(window)
    let info = handle.info
    format = try BelievableFormat.format(
      rate: Int(info.samplerate), channels: Int(info.channels),
      mask: order == .asInWAV ? handle.mask(channels: Int(info.channels)) : 0,
      encoding: SampleEncoding(sndfileFormat: handle.format))
    // When a file names no length, libsndfile says SF_COUNT_MAX, which is not believed.
    length = BelievableFormat.length(Int64(info.frames))
    // Without one libsndfile searches an Ogg file in circles for a frame behind the end.
    self.seeksWrongly = seeksWrongly || length == nil
    self.order =
      switch order {
      case .asInWAV: ChannelOrder()
      case .asInVorbis: ChannelOrder(vorbisChannels: Int(info.channels))
      }
    if case .integer = format.encoding { mayHoldNonFinite = false } else { mayHoldNonFinite = true }
  }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    if let pendingError { throw pendingError }
    var wanted = frames
    if let length {
      if position >= length { return 0 }
      wanted = min(wanted, Int((length - position).value))
    }
    let count = Int(sf_readf_float(handle.raw, buffer, sf_count_t(wanted)))
    if count < wanted {
      let place = FrameCount(position.value + Int64(max(count, 0)))
      if let code = window.failure {
        pendingError = .unreadable(at: place, rate: format.rate, code: code)
      } else if window.isCut {
        pendingError = .earlyEnd(at: place, from: start, of: length, format: format)
      } else if sf_error(handle.raw) != 0 {
        pendingError = .damage(at: place, rate: format.rate)
      }
    }
    if count <= 0 {
      if let pendingError { throw pendingError }
      if let error = DecodeError.earlyEnd(at: position, from: start, of: length, format: format) { throw error }
      return 0
    }
    if mayHoldNonFinite { silenceNonFinite(buffer, count: count * format.channels) }
    order.apply(to: buffer, frames: count)
    position.value += Int64(count)
    return count
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    pendingError = nil
    let target = BelievableFormat.seekTarget(frame, length: length)
    defer { start = position }
    if target == length {
      position = target
    } else if seeksWrongly {
      if target < position { try startAgain() }
      try discard(target - position)
    } else if sf_seek(handle.raw, sf_count_t(target.value), Int32(SF_SEEK_SET)) >= 0 {
      position = target
    } else {
      // What plays from its start can be played up to the target, whatever confuses the library's search.
      seeksWrongly = true
      try startAgain()
      try discard(target - position)
    }
  }

  private func startAgain() throws(DecodeError) {
    _ = window.seek(by: 0, whence: SEEK_SET)
    handle = try SndfileHandle(window)
    position = .zero
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
