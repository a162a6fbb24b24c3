/// A track as the engine needs it.
public struct Track: Hashable, Sendable {
  /// The queue's entry, which comes back in reports.
  public var entry: QueueEntryID
  /// The file to decode.
  public var path: FilePath
  /// The part of it that is the track; nil: all. Positions count from the part's start.
  public var part: TrackPart?
  /// What is made of the file's loudness tags.
  public var replayGain = ReplayGainRule.off
  /// What a cue sheet says about the part's loudness; nil: the file's tags count.
  public var loudness: ReplayGainFacts?

  /// The file `path`, or `part` of it, played as `entry`.
  public init(entry: QueueEntryID, path: FilePath, part: TrackPart? = nil) {
    self.entry = entry
    self.path = path
    self.part = part
  }
}

/// What the core orders from the engine. `prepare` and `silence` raise the generation;
/// the others name the one in force.
public enum EngineOrder: Hashable, Sendable {
  /// Makes ready to play `track` from `frame`: whatever sounds is silenced at once, the file is decoded, the device
  /// opened if it is not open for that format. Nothing is written to the device before `begin`. Answered by `prepared`,
  /// `trackFailed` or `openFailed`.
  case prepare(Generation, Track, from: FrameCount)
  /// Lets the prepared sound be heard at `gain`, fading in over `fadeIn`. Answered by `started`.
  case begin(Generation, gain: CappedGain, fadeIn: Duration)
  /// Names the track that follows without a gap; nil: none does. With an `overlap` above zero it begins so long before
  /// the present track's end and fades in while that fades out; where the engine does not know in time when that is, it
  /// follows after the end. May be given again until the track is heard: where the engine has decoded its start
  /// already, the other one follows with a gap as short as opening its file. One that is faded into stays.
  case setNext(Generation, Track?, overlap: Duration = .zero)
  /// Silences: what the device has not played is taken back and dropped. With a `fadeOut` above zero that much of it is
  /// rendered again, falling to zero, and dropped after that; where so little can be taken back that the fade would be
  /// heard late, there is none. Answered by `silenced`.
  case silence(Generation, fadeOut: Duration)
  /// Changes the gain over `ramp`; what is queued is taken back and rendered again.
  case setGain(CappedGain, ramp: Duration)
  /// Closes the device; what sounds is silenced first. Decoders are closed, too. Answered by `released`.
  case release
  /// Asks whoever drives the device for a sign of life. Answered by `checked`, unless the device does not answer.
  case check
}
