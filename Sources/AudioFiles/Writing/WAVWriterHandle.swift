internal import AudioEngine
internal import CSndfile
internal import Glibc
internal import PlayerCore

/// An open libsndfile stream that writes a WAV file. It is complete when this has gone.
struct WAVWriterHandle: ~Copyable {
  private let raw: OpaquePointer
  private let sink: WAVSink
  private let isFloat: Bool

  /// Starts a file in `sink`. Nil if libsndfile refuses this rate or so many channels.
  ///
  /// - Parameter isLarge: whether it may outgrow the 4 GiB of a WAV file: then it becomes an RF64 file if it does.
  init?(_ sink: WAVSink, format: AudioFormat, sampleFormat: DeviceSampleFormat, isLarge: Bool) {
    // The plain header, which all readers know, cannot say where more than two loudspeakers stand.
    let isPlain = format.layout == ChannelLayout(channels: 1) || format.layout == ChannelLayout(channels: 2)
    let container = isLarge ? SF_FORMAT_RF64 : isPlain ? SF_FORMAT_WAV : SF_FORMAT_WAVEX
    let encoding =
      switch sampleFormat {
      case .s16: SF_FORMAT_PCM_16
      case .s24In3: SF_FORMAT_PCM_24
      default: SF_FORMAT_FLOAT
      }
    var info = SF_INFO()
    info.samplerate = format.rate.hertz
    info.channels = Int32(format.channels)
    info.format = Int32(container | encoding)
    var callbacks = SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(WAVSink.at($0).length) },
      seek: { offset, whence, context in sf_count_t(WAVSink.at(context).seek(by: Int64(offset), whence: whence)) },
      read: { _, _, _ in 0 },
      write: { start, count, context in
        sf_count_t(WAVSink.at(context).write(UnsafeRawBufferPointer(start: start, count: Int(count))))
      },
      tell: { sf_count_t(WAVSink.at($0).position) })
    let context = Unmanaged.passUnretained(sink).toOpaque()
    guard let raw = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, context) else { return nil }
    self.raw = raw
    self.sink = sink
    isFloat = sampleFormat == .float
    if !isPlain {
      var map = format.layout.speakers.map { $0?.sndfilePlace ?? Int32(SF_CHANNEL_MAP_INVALID) }
      sf_command(raw, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, Int32(map.count * MemoryLayout<Int32>.size))
    }
    // The chunk of peaks bears the time of day: the same music would not make the same
    // file. An RF64 file keeps its one.
    sf_command(raw, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    if isLarge { sf_command(raw, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE)) }
    sf_command(raw, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    sink.sendHeader()
  }

  deinit {
    sf_close(raw)
    sink.finish()
  }

  /// Appends samples as they are, in the format of the file.
  func write(_ bytes: UnsafeRawBufferPointer) {
    if isFloat {
      let samples = bytes.bindMemory(to: Float.self)
      sf_write_float(raw, samples.baseAddress, sf_count_t(samples.count))
    } else {
      sf_write_raw(raw, bytes.baseAddress, sf_count_t(bytes.count))
    }
  }
}

extension Speaker {
  /// How libsndfile calls it.
  fileprivate var sndfilePlace: Int32 {
    let place =
      switch self {
      case .frontLeft: SF_CHANNEL_MAP_LEFT
      case .frontRight: SF_CHANNEL_MAP_RIGHT
      case .frontCentre: SF_CHANNEL_MAP_CENTER
      case .lowFrequency: SF_CHANNEL_MAP_LFE
      case .backLeft: SF_CHANNEL_MAP_REAR_LEFT
      case .backRight: SF_CHANNEL_MAP_REAR_RIGHT
      case .frontLeftOfCentre: SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER
      case .frontRightOfCentre: SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER
      case .backCentre: SF_CHANNEL_MAP_REAR_CENTER
      case .sideLeft: SF_CHANNEL_MAP_SIDE_LEFT
      case .sideRight: SF_CHANNEL_MAP_SIDE_RIGHT
      case .topCentre: SF_CHANNEL_MAP_TOP_CENTER
      case .topFrontLeft: SF_CHANNEL_MAP_TOP_FRONT_LEFT
      case .topFrontCentre: SF_CHANNEL_MAP_TOP_FRONT_CENTER
      case .topFrontRight: SF_CHANNEL_MAP_TOP_FRONT_RIGHT
      case .topBackLeft: SF_CHANNEL_MAP_TOP_REAR_LEFT
      case .topBackCentre: SF_CHANNEL_MAP_TOP_REAR_CENTER
      case .topBackRight: SF_CHANNEL_MAP_TOP_REAR_RIGHT
      }
    return Int32(place)
  }
}
