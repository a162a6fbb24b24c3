internal import AudioEngine
internal import PlayerCore

/// What is wrong at a place in the sound, for people: the libraries' own words name their functions, not the place.
extension DecodeError {
  /// Frames of another rate or of other channels.
  static var formatChange: DecodeError { DecodeError("the sample format changes in the middle of the file") }

  /// Damage behind `frame`.
  static func damage(at frame: FrameCount, rate: SampleRate) -> DecodeError {
    if frame == .zero { return DecodeError("the file is damaged: none of its sound can be decoded") }
    return DecodeError("the file is damaged and cannot be read any further at \(clock(frame, rate))")
  }

  /// Damage at `frame`, behind which it goes on.
  static func silence(at frame: FrameCount, rate: SampleRate) -> DecodeError {
    DecodeError("the file is damaged at \(clock(frame, rate)), where it is silent")
  }

  /// A disk that does not give what is behind `frame`, with errno(3) `code`.
  static func unreadable(at frame: FrameCount, rate: SampleRate, code: Int32) -> DecodeError {
    DecodeError("cannot be read any further at \(clock(frame, rate)): \(OpenFile.sentence(for: code))")
  }

  /// A seek to `frame` that failed.
  static func unreachable(_ frame: FrameCount, rate: SampleRate) -> DecodeError {
    DecodeError("the file is damaged and cannot be played from \(clock(frame, rate)) on")
  }

  /// A part of a file that begins at `frame`, at or behind the file's end at `length`.
  static func behindEnd(_ frame: FrameCount, of length: FrameCount, rate: SampleRate) -> DecodeError {
    DecodeError("it begins at \(clock(frame, rate)), but the file is only \(clock(length, rate)) long")
  }

  /// The end at `frame`, which was reached from `start`, of a track that should be `length` long; nil if it is where it
  /// should be.
  static func earlyEnd(
    at frame: FrameCount, from start: FrameCount, of length: FrameCount?, format: AudioFormat
  ) -> DecodeError? {
    guard let length, length - frame > tolerance(format) else { return nil }
    let (end, whole) = (clock(frame, format.rate), clock(length, format.rate))
    // Where nothing was read since a seek, the end can be anywhere before.
    if frame == start, start > .zero { return DecodeError("the file ends before \(end) of \(whole)") }
    if end == whole { return DecodeError("the file ends just before \(whole)") }
    return DecodeError("the file ends at \(end) of \(whole)")
  }

  /// Missing frames that are no reason to complain: encoders of lossy sound count their first and last packets
  /// differently.
  private static func tolerance(_ format: AudioFormat) -> FrameCount {
    if case .lossy = format.encoding { return FrameCount(Int64(format.rate.hertz) / 2) }
    return .zero
  }

  /// "1:02:03" or "2:03".
  private static func clock(_ frame: FrameCount, _ rate: SampleRate) -> String { rate.duration(of: frame).clockText }
}
