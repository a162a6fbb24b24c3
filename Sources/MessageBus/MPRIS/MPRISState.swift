internal import LinuxSystem
public import PlayerCore

/// The player as MPRIS shows it: a value, made of what the player publishes and compared with what was told before.
public struct MPRISState: Equatable, Sendable {
  let status: PlaybackStatus
  let repeatMode: RepeatMode
  let shuffles: Bool
  let level: Level
  let capabilities: Capabilities
  let entry: QueueEntry?
  let details: TrackDetails?
  let playhead: Playhead
  let jumps: UInt64
  /// What relative paths are relative to.
  let folder: FilePath

  /// The player of `snapshot`; `details` count if they are the current track's. `folder`: what
  /// relative paths are relative to.
  public init(_ snapshot: Snapshot, details: TrackDetails? = nil, folder: FilePath = FilePath("/")) {
    status = snapshot.status
    repeatMode = snapshot.repeatMode
    shuffles = snapshot.shuffles
    level = snapshot.level
    capabilities = snapshot.capabilities
    entry = snapshot.currentEntry
    self.details = details?.entry == snapshot.current ? details : nil
    playhead = snapshot.playhead
    jumps = snapshot.jumps
    self.folder = folder
  }

  /// The properties of org.mpris.MediaPlayer2.Player whose changes are told. Position is not among them: clients follow
  /// it by the clock, and are told of jumps.
  static let toldProperties = [
    "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "MinimumRate", "MaximumRate", "CanGoNext",
    "CanGoPrevious", "CanPlay", "CanPause", "CanSeek",
  ]

  /// What has changed since `old`, by the properties' names.
  func changes(since old: MPRISState) -> [String] {
    let now = MonotonicTime(nanoseconds: 0)
    return Self.toldProperties.filter { value(of: $0, at: now) != old.value(of: $0, at: now) }
  }

  /// The value of a property of org.mpris.MediaPlayer2.Player at `now`; nil if there is none of that name.
  func value(of property: String, at now: MonotonicTime) -> BusValue? {
    switch property {
    case "PlaybackStatus": .string(Self.name(of: status))
    case "LoopStatus": .string(Self.name(of: repeatMode))
    case "Rate", "MinimumRate", "MaximumRate": .double(1)
    case "Shuffle": .boolean(shuffles)
    case "Metadata": .dictionary(metadata)
    case "Volume": .double(Double(level.percent) / 100)
    case "Position": .int64(position(at: now))
    case "CanGoNext": .boolean(capabilities.next)
    case "CanGoPrevious": .boolean(capabilities.previous)
    case "CanPlay": .boolean(capabilities.play)
    case "CanPause": .boolean(capabilities.pause)
    case "CanSeek": .boolean(capabilities.seek)
    case "CanControl": .boolean(true)
    default: nil
    }
  }

  /// The place in the track at `now`, in microseconds; never behind its end.
  func position(at now: MonotonicTime) -> Int64 {
    let position = playhead.rate.duration(of: playhead.frame(at: now)).wholeNanoseconds / 1_000
    return max(0, min(position, length ?? .max))
  }

  /// The track's length in microseconds, if that is known.
  var length: Int64? { entry?.facts.duration.map { $0.wholeNanoseconds / 1_000 } }

  private static func name(of status: PlaybackStatus) -> String {
    switch status {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }

  static func name(of mode: RepeatMode) -> String {
    switch mode {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }
}
