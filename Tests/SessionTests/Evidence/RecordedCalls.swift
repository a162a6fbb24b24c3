import ControlSocket
import PlayerCore
import TestSupport

@testable import MessageBus

/// What was called over a bus or asked for at the control socket, as it reaches the player: what calls mean says the
/// code that the player has for them.
@MainActor
struct RecordedCalls {
  private let world: World

  init(_ world: World) { self.world = world }

  /// A message came.
  func take(_ message: Trace.Message) {
    switch message.interface {
    case "org.freedesktop.login1.Manager" where message.member == "PrepareForSleep":
      world.send(message.arguments.first?.truth == true ? .sleepAnnounced : .wokeUp)
    case "org.freedesktop.ReserveDevice1":
      world.send(
        .reservationRequested(by: message.process ?? "", priority: Int(message.arguments.first?.number ?? 0)))
    case "org.freedesktop.DBus":
      // Whoever had the card has given it back.
      let name = message.arguments.first?.text ?? ""
      guard name.hasPrefix("org.freedesktop.ReserveDevice1."), message.arguments.last?.text == "" else { break }
      world.send(.reservationGranted)
    case "org.mpris.MediaPlayer2.Player" where message.isCall: call(message)
    case "org.freedesktop.DBus.Properties" where message.isCall: set(message)
    default: break
    }
  }

  /// A line came over the control socket.
  func take(line: String) {
    guard case .success(let request) = ReceivedRequest(line: Array(line.utf8)).content else {
      fatalError("no request: \(line)")
    }
    switch request {
    case .command(let command, let source): world.command(command, from: source)
    case .beginInterruption: world.send(.holdBegan(.interruption))
    case .endInterruption(let shouldResume): world.send(.holdEnded(.interruption, shouldResume: shouldResume))
    case .beginRecording: world.send(.recordingBegan)
    case .endRecording(let isLost): world.send(.recordingEnded(lostMicrophone: isLost))
    default: fatalError("not for these tests: \(line)")
    }
  }

  private var state: MPRISState { MPRISState(world.state.snapshot) }

  private func call(_ message: Trace.Message) {
    guard let method = Self.method(message), let request = try? state.request(for: method) else { return }
    perform(request, by: message.process)
  }

  private func set(_ message: Trace.Message) {
    guard message.member == "Set", message.arguments.count == 3, let name = message.arguments[1].text else { return }
    let value: BusValue? =
      switch message.arguments[2] {
      case .truth(let truth): .boolean(truth)
      case .text(let text): .string(text)
      case let value: value.real.map(BusValue.double)
      }
    guard let value, let request = try? state.request(setting: name, to: value) else { return }
    perform(request, by: message.process)
  }

  private func perform(_ request: MPRISRequest, by process: String?) {
    guard case .command(let command) = request else { return }
    let source: CommandSource = process == "mpris-proxy" ? .avrcp : .mpris
    if command == .pause, source == .mpris, let process {
      world.send(.pauseRequested(byProcess: process))
    } else {
      world.command(command, from: source)
    }
  }

  private static func method(_ message: Trace.Message) -> MPRISMethod? {
    let arguments = message.arguments
    return switch message.member {
    case "Next": .next
    case "Previous": .previous
    case "Pause": .pause
    case "PlayPause": .playPause
    case "Stop": .stop
    case "Play": .play
    case "Seek": arguments.first?.number.map(MPRISMethod.seek)
    case "SetPosition":
      arguments[0].text.flatMap { track in arguments[1].number.map { .setPosition(track: track, $0) } }
    default: nil
    }
  }
}
