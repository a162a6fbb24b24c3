/// Another media player on the user's bus (MPRIS).
public struct OtherPlayerFacts: Hashable, Sendable {
  /// Its name on the bus, "org.mpris.MediaPlayer2.vlc".
  public var name: String
  /// Its PlaybackStatus.
  public var status: PlaybackStatus

  /// Whether it plays.
  public var isPlaying: Bool { status == .playing }

  /// A player.
  public init(name: String, status: PlaybackStatus) {
    self.name = name
    self.status = status
  }
}
