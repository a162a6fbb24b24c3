import PlayerCore

/// A stretch of time in which the listener hears music without a gap.
struct Passage: Sendable {
  /// The first frame is heard so many milliseconds after the recording's start, or up to `slack` later; zero: it began
  /// before.
  var from: Int
  /// The last one is heard by then, or up to `slack` earlier; nil: it goes on at the end.
  var to: Int?
  /// Where the sound physically goes.
  var port: Port
  /// The level in percent, ramps and fades apart: nothing is louder.
  var level: Int
  /// The first frame, ramps apart; nil: the one after the last that was heard before.
  var start: Sound?

  /// How exact times are, in milliseconds.
  static let slack = 30

  /// Music from `from` to `to`, on this port and at this level.
  static func heard(
    _ from: Int, _ to: Int? = nil, _ port: Port, _ level: Int, track: Int = 1, frame: Int? = nil
  ) -> Passage {
    Passage(
      from: from, to: to, port: port, level: level, start: frame.map { Sound(track: track, frame: $0, gain: 0) })
  }
}
