internal import PlayerCore

/// How many of the frames written to a running device were heard.
///
/// The device's own word is taken, but never for more than the time since the start allows: behind a sound server the
/// delay is sometimes fiction. When unsure this counts too few, so that music is repeated rather than skipped (R1).
struct HeardFrames {
  private let rate: Double
  private let mostBacklog: Double
  /// Frames that may be counted as heard besides those that were: what time has allowed and
  /// the device has not claimed yet.
  private var backlog: Double
  private var lastLook: MonotonicTime
  /// Frames written since the start, less those taken back.
  private(set) var written: Int
  /// Frames heard since the start.
  private(set) var count = 0

  /// A run that is started at `now` with `written` frames queued, in a device that may advance by `steps` at a time.
  init(startedAt now: MonotonicTime, written: Int, rate: Int, steps: Int) {
    self.rate = Double(rate)
    mostBacklog = Double(steps)
    backlog = 0
    lastLook = now
    self.written = written
  }

  /// Counts frames written.
  mutating func wrote(_ frames: Int) { written += frames }

  /// Counts frames taken back.
  mutating func tookBack(_ frames: Int) {
    written -= frames
    count = min(count, written)
  }

  /// The device stands still and knows that exactly `unheard` of the frames written were not heard.
  mutating func stopped(unheard: Int) { count = min(max(written - unheard, count), written) }

  /// Takes the device's word at `now` that `delay` of the frames written are not heard yet.
  mutating func look(delay: Int, at now: MonotonicTime) {
    // Half a percent more than the nominal rate: no crystal is that far off, and the device is never held back.
    backlog += max(0, Double(now.nanoseconds - lastLook.nanoseconds)) * 1e-9 * rate * 1.005
    lastLook = now
    let claimed = min(max(written - delay, count), written)
    let allowed = count + Int(backlog)
    let heard = min(claimed, allowed)
    backlog = min(backlog - Double(heard - count), mostBacklog)
    count = heard
  }
}
