import PlayerCore
import Testing

/// What tests ask of the frames that were heard.
extension World {
  /// Whether `frames` are the tracks' frames from the first on, each once and in order. The first frame of a fade-in
  /// has no sound: it is taken for what must be there if it was heard as a frame of silence.
  static func breaks(in frames: some Collection<Heard>) -> [String] {
    var breaks: [String] = []
    var last: Sound?
    var silent = 0
    for heard in frames {
      guard let sound = heard.sound else {
        silent += 1
        continue
      }
      if let before = last {
        let isNext = before.track == sound.track && sound.frame == before.frame + 1
        let isFadeIn = before.track == sound.track && sound.frame == before.frame + 2 && silent > 0
        let isBorder = sound.track != before.track && sound.frame <= min(silent, 1)
        if !isNext && !isFadeIn && !isBorder { breaks.append("\(before) and then, \(silent) silent later, \(sound)") }
      }
      last = sound
      silent = 0
    }
    return breaks
  }

  /// Whether more than `few` frames of the track were left out; that some are heard again is fine, as after a device's
  /// failure.
  static func skips(in frames: some Collection<Heard>, ofMoreThan few: Int = 0) -> [String] {
    var furthest = -1
    var skips: [String] = []
    for sound in frames.lazy.compactMap(\.sound) {
      // One frame more: the first of a fade-in has no sound.
      if sound.frame > furthest + 2 + few { skips.append("\(furthest) and then \(sound)") }
      furthest = max(furthest, sound.frame)
    }
    return skips
  }

  /// Frames with sound in them that were heard on a route that others hear, at or after `time`.
  func leaks(since time: MonotonicTime) -> [Heard] {
    heard.filter { $0.sound != nil && $0.at >= time && way(at: $0.at).privacy != .wearerOnly }
  }

  /// Frames with sound that were heard in this time.
  func sounds(from start: MonotonicTime, for duration: Duration) -> [Sound] {
    heard.filter { $0.at >= start && $0.at < start + duration }.compactMap(\.sound)
  }

  /// The gain of the last frame heard.
  var gain: Double { heard.last?.sound?.gain ?? 0 }
}

/// Whether a gain that was heard is the one of `level`.
func isGain(_ gain: Double, of level: Int) -> Bool {
  abs(gain - Double(Level(percent: level).gain.linear)) < 1e-6
}
