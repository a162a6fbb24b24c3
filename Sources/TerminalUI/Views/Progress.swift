internal import PlayerCore

/// How far the current track has been heard.
struct Progress {
  private let playhead: Playhead
  private let frame: FrameCount
  private let elapsed: Duration
  private let duration: Duration?

  init(playhead: Playhead, duration: Duration?, now: MonotonicTime) {
    self.playhead = playhead
    self.duration = duration
    frame = playhead.frame(at: now)
    elapsed = playhead.rate.duration(of: max(frame, .zero))
  }

  /// "1:02 -2:31", or only what was heard. Both change at the same moment.
  var times: String {
    guard let duration else { return elapsed.clockText }
    let left = duration.components.seconds - elapsed.components.seconds
    return "\(elapsed.clockText) -\(Duration.seconds(left).clockText)"
  }

  /// The cells of a bar of `columns` that were heard by the second that `times` shows: the bar moves along with it, so
  /// that a screen is drawn once a second.
  func filled(of columns: Int) -> Int {
    guard let total = totalFrames else { return 0 }
    let heard = min(elapsed.components.seconds * Int64(playhead.rate.hertz), total)
    return Int(heard * Int64(columns) / total)
  }

  /// The moment at which the times and perhaps the bar will be others; nil if the playhead rests or is at the end.
  func nextChange(after now: MonotonicTime) -> MonotonicTime? {
    guard playhead.advances else { return nil }
    if let totalFrames, frame.value >= totalFrames { return nil }
    let rate = Int64(playhead.rate.hertz)
    let next = (max(frame.value, 0) / rate + 1) * rate
    // One frame more makes up for rounding on the way from frames to time and back.
    return now + playhead.rate.duration(of: FrameCount(next - frame.value + 1))
  }

  private var totalFrames: Int64? {
    guard let duration else { return nil }
    let total = playhead.rate.frames(in: duration).value
    return total > 0 ? total : nil
  }
}
