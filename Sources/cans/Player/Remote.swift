import LinuxSystem
import PlayerCore

/// A way in from outside and a view out: MPRIS, keys and buttons, the control socket. It decides nothing.
protocol Remote: AnyObject {
  /// What the loop is to wait for on its behalf.
  var pollDescriptors: [PolledDescriptor] { get }
  /// When `process` is to be called although nothing has happened.
  var deadline: MonotonicTime? { get }

  /// Takes in what has arrived and hands it to `desk`. Called in every turn of the loop; never waits.
  func process(_ desk: CommandDesk)
  /// The state as it is now; called in every turn of the loop.
  func show(_ snapshot: Snapshot)
  /// Lets go of the outside; the last call.
  func stop()
}
