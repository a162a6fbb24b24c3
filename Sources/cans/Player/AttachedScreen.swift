import ControlSocket
import Glibc
import LinuxSystem
import PlayerCore
import TerminalUI

/// The screen of a player in another process: it shows what that tells and passes on what the user asks for.
final class AttachedScreen {
  /// Why it ended.
  enum Ending: Equatable {
    /// The user left it, or ended the player.
    case left
    /// The player is gone, and not by this screen.
    case playerEnded
    /// The terminal is gone, or the player cannot be understood; the reason is for people.
    case failed(String)
  }

  /// How long a player that was asked to end may take: it saves what it has to, and a stuck device is given a moment.
  private static let endLimit = Duration.seconds(3)

  private let link: PlayerLink
  private let face: ScreenFace
  private let signals: SignalDescriptor
  private var mirror = SnapshotMirror()
  private var timeline = TimelineMirror()
  private var ending: Ending?
  /// While the player ends by this screen's wish: how long that is waited for.
  private var endsBy: MonotonicTime?

  init(link: PlayerLink, face: ScreenFace, signals: SignalDescriptor) {
    self.link = link
    self.face = face
    self.signals = signals
  }

  /// Runs until the user leaves or the player ends.
  func run() throws(SystemCallError) -> Ending {
    send(.watch(isScreen: true))
    while true {
      if let snapshot = mirror.snapshot { face.show(snapshot) }
      if let ending { return ending }
      try wait()
      hear()
      for request in face.takeRequests() { answer(request) }
      while let signal = signals.take() { take(signal) }
      if let endsBy, MonotonicTime.now >= endsBy { ending = .left }
    }
  }

  private func wait() throws(SystemCallError) {
    let own = [signals.descriptor, face.requestsDescriptor].compactMap(\.self).map(PolledDescriptor.init(readable:))
    let deadline = [face.deadline, endsBy].compactMap(\.self).min()
    _ = try waitForEvents([link.client.polled] + own, until: deadline)
  }

  private func hear() {
    do throws(ControlFailure) {
      for message in try link.client.receive() {
        mirror.take(message).forEach(send)
        take(message)
      }
    } catch {
      // What it said before it left is no matter any more.
      ending = error != .lost ? .failed("\(error)") : endsBy == nil ? .playerEnded : .left
    }
  }

  private func take(_ message: ControlMessage) {
    guard case .log = message.content else { return }
    if let request = timeline.take(message) { send(request) }
    face.show(timeline.book)
  }

  /// Sends a request; that the player is gone shows when it is listened to.
  private func send(_ request: ControlRequest) { try? link.client.send(request) }

  private func answer(_ request: ScreenRequest) {
    switch request {
    case .command(let command): send(.command(command, from: .keyboard))
    case .simulate(let change): send(.simulate(change))
    case .timeline: if let request = timeline.ask() { send(request) }
    case .suspend: face.suspend()
    case .detach: ending = .left
    case .quit: endPlayer()
    case .terminalLost(let reason): ending = .failed(reason)
    }
  }

  private func take(_ signal: Int32) {
    switch signal {
    case SIGWINCH: face.resized()
    case SIGTSTP: face.suspend()
    case SIGCONT: face.resumed()
    case SIGINT, SIGQUIT: endPlayer()
    // The terminal's window was closed, or this process is to end: the music is not this process's.
    default: ending = .left
    }
  }

  private func endPlayer() {
    guard endsBy == nil else { return }
    send(.quit)
    endsBy = .now + Self.endLimit
  }
}
