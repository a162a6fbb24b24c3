import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import MessageBus

/// A player's core on a private bus: the service and the reducer, without a device. What other programs do to it is
/// done by busctl, which runs while this takes its turns.
final class MPRISRig {
  static let limit = Duration.seconds(20)

  let service: MPRISService
  var core: PlayerState
  private(set) var calls: [MPRISCall] = []
  var details: TrackDetails?

  init(
    address: String, tracks: Int = 3, application: MPRISApplication = MPRISRig.application
  ) {
    var settings = SessionSettings()
    // There is no device that could answer.
    settings.answerLimit = .seconds(3600)
    core = PlayerState(settings: settings)
    service = MPRISService(application, address: address, from: .now)
    let items = (0..<tracks).map { index in
      QueueItem(path: FilePath("/music/\(index + 1).flac"), facts: TrackFacts(title: "Track \(index + 1)"))
    }
    send(.factsChanged(Facts(cards: [CardFacts(index: CardIndex(0), stableID: "PCH", name: "HDA Intel")])))
    send(.deviceProbed(.card(CardIndex(0))))
    send(.launched(items, plays: false))
    var facts = TrackFacts(title: "Alpha", artist: "Ärzte", album: "Best of")
    facts.format = AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16))
    facts.length = FrameCount(48_000 * 60)
    for entry in core.snapshot.queue { send(.trackRead(entry.id, facts)) }
  }

  static let application = MPRISApplication(
    name: "cans", desktopEntry: "cans", mimeTypes: ["audio/flac", "audio/mpeg"])

  var state: MPRISState { MPRISState(core.snapshot, details: details) }

  func send(_ event: Event) { _ = reduce(&core, event, at: .now) }

  func command(_ command: Command) { send(.commandReceived(command, from: .keyboard)) }

  /// One turn of a player's loop.
  func turn() {
    service.process(state: { self.state }) { call in
      self.calls.append(call)
      guard case .command(let command) = call.request else { return .done }
      for case .answer(_, _, let status) in reduce(&self.core, .commandReceived(command, from: .mpris), at: .now) {
        return status == .deviceNotFound ? .failed("no device") : .done
      }
      return .done
    }
    service.show(state)
  }

  /// Takes turns until `condition` holds; says whether it does.
  func runs(until condition: () -> Bool) -> Bool {
    waits(atMost: Self.limit) {
      turn()
      return condition()
    }
  }

  /// What a program prints that runs while this takes its turns; its complaints if it fails.
  func output(of arguments: [String]) throws -> String {
    let child = try ChildProcess(arguments, environment: ["PATH": "/usr/bin:/bin"])
    child.closeInput()
    var status: Int32?
    #expect(
      runs {
        status = child.exitStatus(within: .zero)
        return status != nil
      })
    return status == 0 ? child.output : child.errors
  }

  /// What busctl prints, with the arguments of its own after the object.
  func busctl(
    _ verb: String, _ arguments: String..., interface: String = "org.mpris.MediaPlayer2.Player", on bus: PrivateBus,
    name: String = "org.mpris.MediaPlayer2.cans"
  ) throws -> String {
    let target = [name, "/org/mpris/MediaPlayer2"]
    let words = ["busctl", "--address=\(bus.address)", "--timeout=10", verb] + target + [interface] + arguments
    let text = try output(of: words)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Waits until the bus has given it its name.
  func isNamed(_ name: String = "org.mpris.MediaPlayer2.cans", on bus: PrivateBus) throws -> Bool {
    // The bus lets it in first, and answers for the name, or for two of them, later.
    try waits(atMost: Self.limit) {
      guard runs(until: { service.isConnected }) else { return false }
      return try output(of: ["busctl", "--address=\(bus.address)", "--timeout=10", "status", name]).contains("PID=")
    }
  }
}
