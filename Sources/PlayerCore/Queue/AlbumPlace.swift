/// Where on an album a track is.
public struct AlbumPlace: Hashable, Sendable {
  /// The disc, from 1; 1 where the tags name none.
  public var disc: Int
  /// The track on the disc, from 1.
  public var track: Int

  /// Track `track` of disc `disc`.
  public init(disc: Int = 1, track: Int) {
    self.disc = disc
    self.track = track
  }

  /// Whether it comes right after `other`: the next track, or the first one of the next disc.
  func follows(_ other: AlbumPlace) -> Bool {
    disc == other.disc ? track == other.track + 1 : disc == other.disc + 1 && track == 1
  }
}
