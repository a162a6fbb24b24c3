public import PlayerCore

/// At what rate the device plays.
public enum OutputRate: Hashable, Sendable {
  /// At each file's own, or the nearest that it has: it is opened anew between files of different rates.
  case native
  /// At this one, or the nearest that it has: every file is brought to it.
  case fixed(SampleRate)
}

/// What is asked of the device.
struct DeviceRequest: Sendable {
  var format: AudioFormat
  var rate: RateDemand
}

/// Chooses the ring's rate for each track. Remembers what the device answered, so that only the first track of a rate
/// has to find out. Decode thread only.
struct RateChoice {
  private let wanted: OutputRate
  /// What the device plays at when asked for a rate.
  private var answers: [SampleRate: SampleRate] = [:]
  /// Without a resampler every stream has its track's rate, and converting is the device's business.
  private var canResample = true
  /// What the resampler was refused for: the same goes for such tracks.
  private var refused: Set<Resampling> = []

  /// Chooses by the user's wish.
  init(_ wanted: OutputRate) { self.wanted = wanted }

  /// The ring's rate for a track of `format`.
  func ringRate(for format: AudioFormat) -> SampleRate { resampling(of: format)?.to ?? format.rate }

  /// What the device is asked to open for a track of `format`.
  func request(for format: AudioFormat) -> DeviceRequest {
    guard resampling(of: format) != nil else { return DeviceRequest(format: format, rate: .exact) }
    let asked = AudioFormat(rate: deviceRate(for: format.rate), layout: format.layout, encoding: format.encoding)
    return DeviceRequest(format: asked, rate: .nearest)
  }

  /// The device answered `rate` when asked for `asked`.
  mutating func learn(_ rate: SampleRate, whenAsked asked: SampleRate) { answers[asked] = rate }

  /// There is no resampler, for anything or just for this.
  ///
  /// - Returns: the rate that the user wants for every file, if that cannot be had now at all.
  mutating func giveUp(_ resampling: Resampling, _ fault: ResamplerFault) -> SampleRate? {
    switch fault {
    case .refused:
      refused.insert(resampling)
      return nil
    case .noLibrary:
      canResample = false
      if case .fixed(let rate) = wanted { return rate }
      return nil
    }
  }

  /// What a track of `format` is brought to, which may be what it is; nil if that is not to be had.
  private func resampling(of format: AudioFormat) -> Resampling? {
    guard canResample else { return nil }
    let asked = deviceRate(for: format.rate)
    let wanted = Resampling(from: format.rate, to: answers[asked] ?? asked, channels: format.channels)
    return refused.contains(wanted) ? nil : wanted
  }

  private func deviceRate(for rate: SampleRate) -> SampleRate {
    switch wanted {
    case .native: rate
    case .fixed(let rate): rate
    }
  }
}
