internal import AudioEngine
internal import CAlsa
internal import Glibc
internal import PlayerCore

/// What was agreed with a PCM.
struct PCMTerms {
  /// Where the device's channels sound, in their order.
  var channelMap: [Speaker?]
  var sampleFormat: DeviceSampleFormat
  var bufferFrames: Int
  var periodFrames: Int
  var queueFrames: Int
  /// Whether queued frames can be taken back …
  var rewinds: Bool
  /// … if more than so many are queued: with less, dmix may have nothing to take back, and (1.2.8) writes past
  /// its buffer instead of saying so.
  var leastToRewind: Int
  /// The frames next to be heard, which are left: dmix takes samples out of the mix by subtracting them, also from what
  /// the card has just played and cleared, and that would sound a buffer later.
  var rewindMargin: Int
  /// Frames of silence that are queued before the first one of a run: dmix begins at the very place where the card is,
  /// and what the card takes at once (1 ms on an HDA card) may be gone before it is mixed.
  var leadFrames: Int
  /// Whether a thread of a server's library says when there is room.
  var isServed = false
  /// Whether the driver tells when it was started by CLOCK_MONOTONIC.
  var tellsStartTime = false
}

/// How much to buffer, and how often to be woken.
private struct Buffering: Equatable {
  var buffer: Duration
  var period: Duration
  /// The most to have queued.
  var queue: Duration

  /// Where everything can be taken back: few wake-ups.
  static let deep = Buffering(buffer: .milliseconds(400), period: .milliseconds(50), queue: .milliseconds(400))
  /// Where a rate converter keeps what it has got: a roomy buffer, for converters want whole periods, but little in it.
  static let shallow = Buffering(buffer: .milliseconds(200), period: .milliseconds(10), queue: .milliseconds(50))
  /// Where a server takes everything at once and keeps as much as the buffer holds. A drop makes it forget that, so
  /// this is only how late a change of level is heard: 0.4 s, with what the server itself holds. The queue is a little
  /// more than two periods: PulseAudio's plug-in makes the buffer three, and its descriptor then sleeps until the
  /// server asks for more.
  static let server = Buffering(buffer: .milliseconds(393), period: .milliseconds(195), queue: .milliseconds(393))

  /// The same with what the user wishes. What is queued stays below the larger of the two buffers.
  func adapted(to wish: OutputBuffering) -> Buffering {
    var adapted = self
    if let buffer = wish.buffer {
      adapted.queue = queue == self.buffer ? buffer : min(queue, buffer)
      adapted.buffer = buffer
    }
    adapted.period = min(wish.period ?? period, adapted.buffer / 2)
    return adapted
  }
}

/// Best first. Whole numbers before floating point, for 32 bits hold all that 24-bit files have.
private let preferredFormats: [(DeviceSampleFormat, snd_pcm_format_t)] = [
  (.s32, SND_PCM_FORMAT_S32_LE), (.s24, SND_PCM_FORMAT_S24_LE), (.s24In3, SND_PCM_FORMAT_S24_3LE),
  (.float, SND_PCM_FORMAT_FLOAT_LE), (.s16, SND_PCM_FORMAT_S16_LE),
]

extension PCMHandle {
  /// Sets the PCM up for `format`, its rate exactly, in the best sample format, with its channels or others that they
  /// can be brought to; throws where it does not take them. `card` is where the sound goes.
  func negotiate(
    _ format: AudioFormat, card: CardIndex?, buffering: OutputBuffering
  ) throws(ALSAError) -> PCMTerms {
    // A server's plug-in says that it can rewind, but has passed everything on already.
    guard card != nil else { return try setUp(format, .server, buffering) }
    var terms = try setUp(format, .deep, buffering)
    terms.rewinds = takesBack(terms)
    if terms.rewinds { return terms }
    try check("free", snd_pcm_hw_free(pointer))
    return try setUp(format, .shallow, buffering)
  }

  /// `format` at the rate nearest to its own that the PCM has. Throws where there is no
  /// card: a server converts every rate.
  func atOwnRate(_ format: AudioFormat) throws(ALSAError) -> AudioFormat {
    guard try card() != nil else { throw ALSAError(operation: "set rate", code: -EINVAL) }
    let params = try allHardwareParameters()
    defer { snd_pcm_hw_params_free(params) }
    var hertz = UInt32(format.rate.hertz)
    try check("set rate", snd_pcm_hw_params_set_rate_near(pointer, params, &hertz, nil))
    return AudioFormat(rate: SampleRate(Int32(clamping: hertz)), layout: format.layout, encoding: format.encoding)
  }

  private func setUp(
    _ format: AudioFormat, _ kind: Buffering, _ wish: OutputBuffering
  ) throws(ALSAError) -> PCMTerms {
    let wanted = kind.adapted(to: wish)
    let params = try allHardwareParameters()
    defer { snd_pcm_hw_params_free(params) }
    try check("set access", snd_pcm_hw_params_set_access(pointer, params, SND_PCM_ACCESS_RW_INTERLEAVED))
    let channels = channelCount(for: format.channels, params)
    try check("set channels", snd_pcm_hw_params_set_channels(pointer, params, channels))
    try check("set rate", snd_pcm_hw_params_set_rate(pointer, params, UInt32(format.rate.hertz), 0))
    let formats = takenFormats(params)
    // A server gets what the engine works with: one conversion less, here and where it mixes floating point, too.
    let served = kind == .server ? formats.first { $0.0 == .float } : nil
    guard let (sampleFormat, alsaFormat) = served ?? formats.first else {
      throw ALSAError(operation: "set sample format", code: -EINVAL)
    }
    var period = snd_pcm_uframes_t(format.rate.frames(in: wanted.period).value)
    var buffer = snd_pcm_uframes_t(format.rate.frames(in: wanted.buffer).value)
    try settle(on: alsaFormat, &period, &buffer, params)

    // Two periods at least, or the device would run dry while one is being written. dmix (1.2.8) mixes its last
    // period late, and taking frames back while some are not mixed yet only moves its pointers: what was mixed plays
    // on. So its buffer is never filled.
    let fillable = isHardware || kind == .server ? Int(buffer) : Int(buffer) - 2 * Int(period)
    let queue = max(min(Int(format.rate.frames(in: wanted.queue).value), fillable), min(2 * Int(period), Int(buffer)))
    var terms = PCMTerms(
      channelMap: agreeOnChannelMap(for: format.layout, channels: Int(channels)), sampleFormat: sampleFormat,
      bufferFrames: Int(buffer), periodFrames: Int(period), queueFrames: queue,
      rewinds: false, leastToRewind: isHardware ? 0 : Int(period),
      rewindMargin: isHardware ? 0 : Int(format.rate.frames(in: .milliseconds(1)).value),
      leadFrames: isHardware || kind == .server
        ? 0 : min(Int(format.rate.frames(in: .milliseconds(4)).value), Int(period)),
      isServed: kind == .server)
    terms.tellsStartTime = try setSoftware(terms)
    return terms
  }

  /// The sample formats that it takes, the best first.
  func takenFormats(_ params: OpaquePointer?) -> [(DeviceSampleFormat, snd_pcm_format_t)] {
    preferredFormats.filter { snd_pcm_hw_params_test_format(pointer, params, $0.1) == 0 }
  }

  /// As many channels as the file has, else the fewest above, else the most below.
  private func channelCount(for wanted: Int, _ params: OpaquePointer?) -> UInt32 {
    func takes(_ channels: Int) -> Bool {
      snd_pcm_hw_params_test_channels(pointer, params, UInt32(channels)) == 0
    }
    let above = (wanted...max(wanted, Self.mostChannels)).first(where: takes)
    let below = (1..<max(wanted, 2)).last(where: takes)
    return UInt32(above ?? below ?? wanted)
  }

  private static let mostChannels = 32

  /// Returns whether times will be by CLOCK_MONOTONIC.
  private func setSoftware(_ terms: PCMTerms) throws(ALSAError) -> Bool {
    let params = try presentSoftwareParameters()
    defer { snd_pcm_sw_params_free(params) }
    var boundary: snd_pcm_uframes_t = 0
    try check("get boundary", snd_pcm_sw_params_get_boundary(params, &boundary))
    // Starting is the engine's decision: no amount of written frames does it.
    try check("set start", snd_pcm_sw_params_set_start_threshold(pointer, params, boundary))
    try check("set stop", snd_pcm_sw_params_set_stop_threshold(pointer, params, snd_pcm_uframes_t(terms.bufferFrames)))
    // Poll wakes when a period fits below the most that is to be queued.
    let wakeAt = terms.bufferFrames - terms.queueFrames + terms.periodFrames
    try check("set wake-up", snd_pcm_sw_params_set_avail_min(pointer, params, snd_pcm_uframes_t(wakeAt)))
    let isTimed =
      snd_pcm_sw_params_set_tstamp_mode(pointer, params, SND_PCM_TSTAMP_ENABLE) >= 0
      && snd_pcm_sw_params_set_tstamp_type(pointer, params, SND_PCM_TSTAMP_TYPE_MONOTONIC) >= 0
    try check("set sw params", snd_pcm_sw_params(pointer, params))
    return isTimed
  }

  /// Tries out on the silent device whether frames can be taken back: a rate converter cannot, and no query
  /// says so while nothing is queued.
  private func takesBack(_ terms: PCMTerms) -> Bool {
    guard snd_pcm_prepare(pointer) >= 0 else { return false }
    defer { snd_pcm_drop(pointer) }
    let silence = [UInt8](repeating: 0, count: terms.periodFrames * terms.channelMap.count * terms.sampleFormat.bytes)
    let written = snd_pcm_writei(pointer, silence, snd_pcm_uframes_t(terms.periodFrames))
    return written > 0 && rewind(written) == written
  }
}
