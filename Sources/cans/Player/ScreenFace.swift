import LinuxSystem
import PlayerCore
import TerminalUI

/// The player on a screen of its own, with keys.
final class ScreenFace: PlayerFace {
  private let screen: Screen
  private let requests: Mailbox<ScreenRequest>
  private var published: Snapshot?
  /// The first picture waits until then for titles, lengths and the route, so that it is drawn once and complete.
  private let firstShowBy = MonotonicTime.now + .milliseconds(20)

  /// Takes the terminal.
  init() throws(ScreenError) {
    let requests = Mailbox<ScreenRequest>()
    self.requests = requests
    screen = try Screen { requests.post($0) }
  }

  var requestsDescriptor: Int32? { requests.descriptor }
  var deadline: MonotonicTime? { published == nil ? firstShowBy : nil }

  func show(_ snapshot: Snapshot) {
    guard snapshot != published, published != nil || isReadyToShow(snapshot) else { return }
    published = snapshot
    screen.show(snapshot)
  }

  func show(_ timeline: TimelineBook) { screen.show(timeline) }

  private func isReadyToShow(_ snapshot: Snapshot) -> Bool {
    let isComplete =
      !snapshot.isAwaitingSession && snapshot.route != .nowhere
      && snapshot.queue.prefix(50).allSatisfy { $0.facts.format != nil || $0.problem != nil }
    return isComplete || MonotonicTime.now >= firstShowBy
  }

  func takeRequests() -> [ScreenRequest] { requests.takeAll() }
  func isDone(with snapshot: Snapshot) -> Bool { false }
  func resized() { screen.resized() }
  func suspend() { screen.suspend() }
  func resumed() { screen.resumed() }
  func stop() { screen.stop() }
}
