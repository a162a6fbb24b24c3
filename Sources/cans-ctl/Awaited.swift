internal import ControlSocket
internal import PlayerCore

/// What `--wait` waits for.
enum Awaited: Equatable, Sendable {
  case nothing
  /// Frames are being heard.
  case sound
  /// Nothing is, not even what a pause fades out.
  case silence
  /// The one or the other, as the player is meant to do.
  case whatIsWished

  /// Whether `snapshot` is like that.
  func holds(for snapshot: Snapshot) -> Bool {
    let sounds = snapshot.playhead.advances && snapshot.holds.isEmpty && !snapshot.isBuffering
    return switch self {
    case .nothing: true
    case .sound: sounds
    case .silence: snapshot.isSilent
    case .whatIsWished: snapshot.wish.goal == .play && snapshot.holds.isEmpty ? sounds : snapshot.isSilent
    }
  }

  /// Whether waiting for it makes no sense: what should sound cannot without another command.
  func isHopeless(for snapshot: Snapshot) -> Bool { self == .sound && snapshot.awaitsCommand }
}
