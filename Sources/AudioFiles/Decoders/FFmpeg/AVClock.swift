internal import CAVLazy

/// Which frame of the sound a time stamp stands for.
struct AVClock {
  /// Whether every time stamp names a frame, not just its neighbourhood.
  let isExact: Bool

  /// The time stamp of frame 0.
  private let start: Int64
  /// So many frames last…
  private let frames: Int128
  /// …so many units.
  private let units: Int128

  /// A clock that shows `start` at frame 0 of sound at `rate` and counts in `unit` seconds; nil where that makes no
  /// sense. `isRounded` says that the container rounds to its unit.
  init?(start: Int64, unit: AVRational, rate: Int, isRounded: Bool) {
    guard unit.num > 0, unit.den > 0, rate > 0 else { return nil }
    self.start = start
    frames = Int128(unit.num) * Int128(rate)
    units = Int128(unit.den)
    isExact = units % frames == 0 || !isRounded && frames % units == 0
  }

  /// The frame at `time`, or the nearest; before the first one, too, but nil where that is absurd.
  func frame(at time: Int64) -> Int64? {
    let (passed, overflow) = time.subtractingReportingOverflow(start)
    guard !overflow else { return nil }
    let doubled = Int128(passed) * frames * 2
    return BelievableFormat.place((doubled + (doubled < 0 ? -units : units)) / (2 * units))
  }

  /// The time stamp at or before `frame`; nil where there can be none.
  func time(of frame: Int64) -> Int64? { Int64(exactly: Int128(start) + Int128(frame) * units / frames) }

  /// The number of frames in `duration` units; nil where that is absurd.
  func frames(in duration: Int64) -> Int64? { Int64(exactly: Int128(duration) * frames / units) }

  /// How long before frame 0 the time stamps' own zero lies, in units.
  var startTime: Int64 { start }
}

/// The frames at which blocks start, where all blocks are equally long: time stamps that do not name single frames
/// need only name the block then.
struct AVBlockGrid {
  /// Any frame at which a block starts.
  let origin: Int64
  /// Frames in a block.
  let size: Int64

  /// The start of a block nearest to `frame`, which is off by at most `tolerance`; nil where there is none.
  func blockStart(near frame: Int64, tolerance: Int64) -> Int64? {
    let offset = frame - origin
    let index = Int64((Double(offset) / Double(size)).rounded())
    let start = origin + index * size
    return abs(start - frame) <= min(tolerance, size / 4) ? start : nil
  }
}
