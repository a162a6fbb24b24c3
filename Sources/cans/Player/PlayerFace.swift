import LinuxSystem
import PlayerCore
import TerminalUI

/// What the player is seen through. It decides nothing: it shows snapshots and passes on what the user asks for.
protocol PlayerFace: AnyObject {
  /// Readable while there are requests.
  var requestsDescriptor: Int32? { get }
  /// When `show` is to be called again although nothing has happened.
  var deadline: MonotonicTime? { get }

  /// The state as it is now; called in every turn of the loop.
  func show(_ snapshot: Snapshot)
  /// The timeline as it is now, because the user has asked for it.
  func show(_ timeline: TimelineBook)
  /// What the user has asked for since the last call.
  func takeRequests() -> [ScreenRequest]
  /// Whether nothing can come of this state that the face is there for: the player ends.
  func isDone(with snapshot: Snapshot) -> Bool
  /// The terminal may have another size (SIGWINCH).
  func resized()
  /// Gives the terminal to the shell and stops the process; returns when it was continued.
  func suspend()
  /// The process was continued without having been stopped by `suspend` (SIGCONT).
  func resumed()
  /// Gives the terminal back; the last call.
  func stop()
}
