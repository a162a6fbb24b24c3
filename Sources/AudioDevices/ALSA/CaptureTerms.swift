internal import AudioEngine
internal import CAlsa
internal import Glibc
internal import PlayerCore

extension PCMHandle {
  /// Sets a PCM that records up: near `rate` or exactly at it, in two channels or the number nearest to that, with the
  /// longest samples that it has. A disk may take its time, so the buffer is long.
  func negotiateCapture(
    near rate: SampleRate, demand: RateDemand, named name: String
  ) throws(ALSAError) -> OpenedCapture {
    let card = try card()
    let params = try allHardwareParameters()
    defer { snd_pcm_hw_params_free(params) }
    try check("set access", snd_pcm_hw_params_set_access(pointer, params, SND_PCM_ACCESS_RW_INTERLEAVED))
    var channels: UInt32 = 2
    try check("set channels", snd_pcm_hw_params_set_channels_near(pointer, params, &channels))
    // An interface with many inputs: the plug layer takes two of them.
    guard channels <= 2 else { throw ALSAError(operation: "set channels", code: -EINVAL) }
    var hertz = UInt32(rate.hertz)
    if demand == .exact {
      try check("set rate", snd_pcm_hw_params_set_rate(pointer, params, hertz, 0))
    } else {
      try check("set rate", snd_pcm_hw_params_set_rate_near(pointer, params, &hertz, nil))
    }
    guard let (sampleFormat, alsaFormat) = takenFormats(params).first, hertz > 0 else {
      throw ALSAError(operation: "set sample format", code: -EINVAL)
    }
    var period = snd_pcm_uframes_t(hertz / 20)
    var buffer = snd_pcm_uframes_t(hertz)
    try settle(on: alsaFormat, &period, &buffer, params)
    try wakeCapture(every: period)
    return OpenedCapture(
      deviceName: name, card: card, rate: SampleRate(Int32(clamping: hertz)), channels: Int(channels),
      sampleFormat: sampleFormat, periodFrames: Int(period))
  }

  private func wakeCapture(every period: snd_pcm_uframes_t) throws(ALSAError) {
    let params = try presentSoftwareParameters()
    defer { snd_pcm_sw_params_free(params) }
    try check("set wake-up", snd_pcm_sw_params_set_avail_min(pointer, params, period))
    try check("set sw params", snd_pcm_sw_params(pointer, params))
  }
}
