import ControlSocket
import LinuxSystem
import PlayerCore

/// Tells the player, if one runs, that something is recorded (R29). Nothing depends on its answer, and one that goes is
/// told nothing more; of a recording that is killed it hears by the end of the connection.
final class RecordingPlayer {
  private var client: ControlClient?

  var pollDescriptors: [PolledDescriptor] { client.map { [$0.polled] } ?? [] }

  /// Looks for a player.
  func begin() {
    client = try? ControlClient.connect()
    send(.beginRecording)
  }

  /// Takes in what it says, which is nothing of interest.
  func process() {
    do { _ = try client?.receiveLines() } catch { client = nil }
  }

  func end(lostMicrophone: Bool) {
    send(.endRecording(lostMicrophone: lostMicrophone))
    client = nil
  }

  private func send(_ request: ControlRequest) {
    do { try client?.send(request) } catch { client = nil }
  }
}
