internal import CAlsa

/// What setting a PCM up to play and to record have in common.
extension PCMHandle {
  /// Every way in which the PCM can be set up. The caller frees it.
  func allHardwareParameters() throws(ALSAError) -> OpaquePointer? {
    var params: OpaquePointer?
    try check("hw params", snd_pcm_hw_params_malloc(&params))
    do throws(ALSAError) {
      try check("hw params", snd_pcm_hw_params_any(pointer, params))
    } catch {
      snd_pcm_hw_params_free(params)
      throw error
    }
    return params
  }

  /// How the PCM wakes and starts now. The caller frees it.
  func presentSoftwareParameters() throws(ALSAError) -> OpaquePointer? {
    var params: OpaquePointer?
    try check("sw params", snd_pcm_sw_params_malloc(&params))
    do throws(ALSAError) {
      try check("sw params", snd_pcm_sw_params_current(pointer, params))
    } catch {
      snd_pcm_sw_params_free(params)
      throw error
    }
    return params
  }

  /// Decides on a sample format, and on what is nearest to this period and this buffer, in frames, which become what
  /// the PCM has then. It is set up with that.
  func settle(
    on format: snd_pcm_format_t, _ period: inout snd_pcm_uframes_t, _ buffer: inout snd_pcm_uframes_t,
    _ params: OpaquePointer?
  ) throws(ALSAError) {
    try check("set sample format", snd_pcm_hw_params_set_format(pointer, params, format))
    try check("set period", snd_pcm_hw_params_set_period_size_near(pointer, params, &period, nil))
    try check("set buffer", snd_pcm_hw_params_set_buffer_size_near(pointer, params, &buffer))
    try check("set hw params", snd_pcm_hw_params(pointer, params))
    try check("get period", snd_pcm_hw_params_get_period_size(params, &period, nil))
    try check("get buffer", snd_pcm_hw_params_get_buffer_size(params, &buffer))
  }
}
