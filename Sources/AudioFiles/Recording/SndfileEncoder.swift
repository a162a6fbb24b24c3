internal import AudioEngine
internal import CSndfile
internal import Glibc
internal import PlayerCore

/// Has libsndfile write FLAC, WAV and Opus. It writes every FLAC frame and, of Opus, every page of a second as soon as
/// that is complete. (Of its Vorbis pages one may take nine seconds of silence, and updating the header there writes
/// the headers once more: hence `VorbisEncoder`.)
final class SndfileEncoder: RecordingEncoder {
  private let raw: OpaquePointer
  private let kind: RecordingKind
  private let channels: Int
  private var block: [Int32] = []
  var needsWholeUnits: Bool { kind != .wav }

  /// Nil if libsndfile refuses this rate or so many channels.
  init?(_ kind: RecordingKind, _ descriptor: Int32, _ opened: OpenedCapture) {
    let container: Int
    switch kind {
    case .flac: container = Int(SF_FORMAT_FLAC)
    // A plain WAV at the end, unless that is more than it can hold.
    case .wav: container = Int(SF_FORMAT_RF64)
    default: container = Int(SF_FORMAT_OGG)
    }
    let encoding =
      kind == .opus ? SF_FORMAT_OPUS : opened.sampleFormat == .s16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24
    var info = SF_INFO()
    info.samplerate = opened.rate.hertz
    info.channels = Int32(opened.channels)
    info.format = Int32(container) | Int32(encoding)
    guard let raw = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, Int32(SF_FALSE)) else { return nil }
    self.raw = raw
    self.kind = kind
    channels = opened.channels
    if kind == .wav { sf_command(raw, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE)) }
  }

  func write(_ samples: UnsafePointer<Float>, frames: Int) throws(WritingFailure) {
    let count = frames * channels
    errno = 0
    let written: sf_count_t
    if kind == .opus {
      written = sf_write_float(raw, samples, sf_count_t(count))
    } else {
      // libsndfile's own way from floating point to whole numbers is not exact.
      if block.count < count { block = [Int32](repeating: 0, count: count) }
      written = block.withUnsafeMutableBufferPointer { block in
        DeviceSampleFormat.s32.write(samples, count: count, to: block.baseAddress!)
        return sf_write_int(raw, block.baseAddress, sf_count_t(count))
      }
    }
    if written != sf_count_t(count) || sf_error(raw) != SF_ERR_NO_ERROR { throw Self.failure }
  }

  func updateHeader() throws(WritingFailure) {
    guard kind == .wav else { return }
    errno = 0
    sf_command(raw, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    if sf_error(raw) != SF_ERR_NO_ERROR { throw Self.failure }
  }

  func finish() throws(WritingFailure) {
    errno = 0
    if sf_close(raw) != 0 { throw Self.failure }
  }

  /// libsndfile has no codes for why a write failed, but makes no system call after it.
  private static var failure: WritingFailure { WritingFailure(errno == 0 ? EIO : errno) }
}
