import PlayerCore
import Testing

/// What remotes may offer.
@Suite struct CapabilityTests {
  private func launched(tracks: Int, _ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var settings = SessionSettings()
    change(&settings)
    var harness = CoreHarness(settings: settings)
    harness.launch(tracks: tracks)
    return harness
  }

  @Test func `an empty queue can do nothing`() {
    #expect(PlayerState().snapshot.capabilities == Capabilities())
  }

  @Test func `a track that plays can be paused, left and moved in, and still so when it is paused`() {
    var harness = launched(tracks: 2)
    for command: Command in [.play, .pause] {
      harness.command(command)
      let capabilities = harness.state.snapshot.capabilities
      #expect(capabilities.play && capabilities.pause && capabilities.next && capabilities.previous)
      #expect(capabilities.seek)
    }
  }

  @Test func `after the last track comes another one only if the queue repeats`() {
    var harness = launched(tracks: 2)
    harness.command(.nextTrack)
    #expect(!harness.state.snapshot.capabilities.next && harness.state.snapshot.capabilities.previous)
    harness.command(.changeRepeatMode(.all))
    #expect(harness.state.snapshot.capabilities.next)
  }

  @Test func `a stopped player has no place to move from`() {
    var harness = launched(tracks: 1)
    harness.command(.stop)
    #expect(!harness.state.snapshot.capabilities.seek && harness.state.snapshot.capabilities.play)
  }

  @Test func `R23: what is switched off cannot be asked for`() {
    let harness = launched(tracks: 2) { $0.disabledCommands = Set(CommandKind.allCases) }
    #expect(harness.state.snapshot.capabilities == Capabilities())
  }
}
