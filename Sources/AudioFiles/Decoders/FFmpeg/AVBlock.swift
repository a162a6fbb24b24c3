internal import CAVLazy

/// A block of decoded frames, in libav's memory: good until the next is read.
struct AVBlock {
  private let raw: UnsafeMutablePointer<AVFrame>

  /// The block in `raw`.
  init(_ raw: UnsafeMutablePointer<AVFrame>) { self.raw = raw }

  /// How many frames.
  var frames: Int { Int(raw.pointee.nb_samples) }
  /// Frames a second.
  var rate: Int { Int(raw.pointee.sample_rate) }
  /// Samples in a frame.
  var channels: Int { Int(raw.pointee.ch_layout.nb_channels) }
  /// The channels' loudspeakers as in a WAV file's `dwChannelMask`, whose bits libav uses;
  /// 0 where the file does not say.
  var mask: UInt32 {
    let layout = raw.pointee.ch_layout
    return layout.order == AV_CHANNEL_ORDER_NATIVE ? UInt32(truncatingIfNeeded: layout.u.mask) : 0
  }
  /// When it starts, in the stream's unit; nil where the file does not say.
  var time: Int64? {
    let time = raw.pointee.pts != CAV_NO_TIME ? raw.pointee.pts : raw.pointee.best_effort_timestamp
    return time == CAV_NO_TIME ? nil : time
  }
  /// Whether there is something in it that `copy` can read.
  var isPlausible: Bool { frames > 0 && channels > 0 && raw.pointee.extended_data != nil }

  /// Whether the samples are floating-point numbers, and of how many bits.
  var floatBits: Int? {
    switch AVSampleFormat(rawValue: raw.pointee.format) {
    case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: 32
    case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP: 64
    default: nil
    }
  }

  /// The bits that libav keeps a sample in.
  var bits: Int {
    switch AVSampleFormat(rawValue: raw.pointee.format) {
    case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P: 8
    case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P: 16
    default: 32
    }
  }

  /// Copies `count` frames from frame `start` on into `target`, interleaved, full scale ±1. Whole numbers of up to 24
  /// bits keep their exact value. Channels stay in libav's order, which is that of WAV files.
  func copy(from start: Int, count: Int, to target: UnsafeMutablePointer<Float>) {
    switch AVSampleFormat(rawValue: raw.pointee.format) {
    case AV_SAMPLE_FMT_U8: interleaved(start, count, target) { (sample: UInt8) in (Float(sample) - 128) / 0x80 }
    case AV_SAMPLE_FMT_U8P: planar(start, count, target) { (sample: UInt8) in (Float(sample) - 128) / 0x80 }
    case AV_SAMPLE_FMT_S16: interleaved(start, count, target) { (sample: Int16) in Float(sample) / 0x8000 }
    case AV_SAMPLE_FMT_S16P: planar(start, count, target) { (sample: Int16) in Float(sample) / 0x8000 }
    case AV_SAMPLE_FMT_S32: interleaved(start, count, target) { (sample: Int32) in Float(sample) / 0x8000_0000 }
    case AV_SAMPLE_FMT_S32P: planar(start, count, target) { (sample: Int32) in Float(sample) / 0x8000_0000 }
    case AV_SAMPLE_FMT_FLT: interleaved(start, count, target) { (sample: Float) in sample }
    case AV_SAMPLE_FMT_FLTP: planar(start, count, target) { (sample: Float) in sample }
    case AV_SAMPLE_FMT_DBL: interleaved(start, count, target) { (sample: Double) in Float(sample) }
    case AV_SAMPLE_FMT_DBLP: planar(start, count, target) { (sample: Double) in Float(sample) }
    default: target.update(repeating: 0, count: count * channels)
    }
    silenceNonFinite(target, count: count * channels)
  }

  private func interleaved<Sample>(
    _ start: Int, _ count: Int, _ target: UnsafeMutablePointer<Float>, _ convert: (Sample) -> Float
  ) {
    raw.pointee.extended_data[0]?.withMemoryRebound(to: Sample.self, capacity: frames * channels) { source in
      for index in 0..<count * channels { target[index] = convert(source[start * channels + index]) }
    }
  }

  private func planar<Sample>(
    _ start: Int, _ count: Int, _ target: UnsafeMutablePointer<Float>, _ convert: (Sample) -> Float
  ) {
    for channel in 0..<channels {
      raw.pointee.extended_data[channel]?.withMemoryRebound(to: Sample.self, capacity: frames) { source in
        for frame in 0..<count { target[frame * channels + channel] = convert(source[start + frame]) }
      }
    }
  }
}
