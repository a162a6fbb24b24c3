/// A moment in a sound file as cue sheets and chapter lists name it: a number of equal parts of a second. Exact, where
/// a number of seconds would have to be rounded.
public struct MediaTime: Hashable, Sendable {
  /// How many parts of a second lie before the moment; never negative.
  public let value: Int64
  /// How many such parts make a second.
  public let timescale: Int32

  /// The moment `value`/`timescale` seconds behind the start; a moment before it, or without a scale, is a bug of the
  /// caller.
  public init(_ value: Int64, timescale: Int32) {
    precondition(value >= 0 && timescale > 0, "a moment lies in the file")
    self.value = value
    self.timescale = timescale
  }

  /// The moment `frames` frames of an audio CD behind the start: 1/75 s each, 588 frames of sound at 44.1 kHz
  /// (IEC 60908), as cue sheets count.
  public static func disc(frames: Int64) -> MediaTime { MediaTime(frames, timescale: 75) }

  /// The frame at `rate` that is heard at the moment: rounded down, always, so that neighbours that share a moment
  /// share a border at any rate. A moment beyond what can be counted is the last frame there can be.
  public func frame(at rate: SampleRate) -> FrameCount {
    let (seconds, rest) = value.quotientAndRemainder(dividingBy: Int64(timescale))
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: Int64(rate.hertz))
    let (sum, carries) = whole.addingReportingOverflow(rest * Int64(rate.hertz) / Int64(timescale))
    return FrameCount(overflows || carries ? Int64.max : sum)
  }
}

/// A part of a file that is played as a track of its own: one of a cue sheet's tracks, or a chapter.
public struct TrackPart: Hashable, Sendable {
  /// Where it begins.
  public var start: MediaTime
  /// Where the next one begins; nil: it lasts to the end of the file.
  public var end: MediaTime?

  /// The part from `start` up to, not including, `end`.
  public init(start: MediaTime, end: MediaTime? = nil) {
    self.start = start
    self.end = end
  }

  /// The part's frames in a file of `rate`, of which `length` is known: where it begins, and how many there are, nil
  /// when only playing would tell. None where the file ends before the part begins.
  public func frames(at rate: SampleRate, of length: FrameCount?) -> (start: FrameCount, length: FrameCount?) {
    let first = start.frame(at: rate)
    guard let length else { return (first, nil) }
    let last = end.map { min($0.frame(at: rate), length) } ?? length
    return (first, max(.zero, last - first))
  }
}
