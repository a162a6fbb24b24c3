import TestSupport
import Testing

extension SoundLabTests {
  /// What cans promises about a Bluetooth headset: BlueZ, A2DP and PipeWire are real, only the radio is not.
  @Suite(.timeLimit(.minutes(19)))
  struct BluetoothTests {
    let lab: SoundLab
    private let servers = SoundLab.home + "/servers"

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `a headset that disconnects is followed by silence, not by the speaker, until it is back (R1, R3)`()
      throws
    {
      defer {
        _ = try? lab.run(["\(servers)/bluetooth", "down"])
        try? ServedPlayer.leave(lab)
      }
      let player = try withHeadset()
      // PipeWire sends the sound to a headset as soon as it is there, which is no loss (R6).
      let steps = try player.perform([
        "bluetooth:connect", "silence", plays(1), "wait:500", "bluetooth:disconnect", "wait:500",
      ])
      try player.sees("paused")
      let place = try player.position()
      let more = try player.perform(["bluetooth:connect", plays(2), "wait:1000"])
      try player.sees("playing")
      let later = try player.position()
      let recording = try player.finish()
      #expect(place..<place + 10 ~= later, "it goes on where it was")
      let silent = try #require(steps.first { $0.name == "silence" }).time
      let disconnected = try #require(steps.last { $0.name == "bluetooth" }).time
      let heard = recording.firstSound(from: silent + 0.1, to: try #require(more.last).time)
      #expect(heard == nil, "heard from the speaker \((heard ?? 0) - disconnected) s after the disconnection")
    }

    /// A player that is heard from the speaker, on a machine that has paired with a headset, most of which is waiting,
    /// so that the player starts meanwhile.
    private func withHeadset() throws -> ServedPlayer {
      try lab.run(["\(servers)/bluetooth", "up"], within: .seconds(180))
      try ServedPlayer.prepare(lab, server: .pipewire)
      let pairing = try lab.start(["\(lab.folder)/labguest", "pair"])
      let player = try ServedPlayer(lab, server: .pipewire, headphones: false)
      guard pairing.exitStatus(within: .seconds(120)) == 0 else { throw LabError("no pairing: \(pairing.errors)") }
      return player
    }

    /// Waits until the headset has been played to so many times.
    private func plays(_ times: Int) -> String {
      let count = "$(grep -c 'stream begins' /run/servers/headset.log)"
      return #"run:for i in $(seq 200); do [ \#(count) = \#(times) ] && exit; sleep 0.1; done; exit 1"#
    }
  }
}
