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
      try connectable()
      let player = try ServedPlayer(lab, server: .pipewire, headphones: false)
      // PipeWire sends the sound to a headset as soon as it is there, which is no loss (R6).
      let steps = try player.perform([
        headset("connect"), "silence", "wait:2000", headset("disconnect"), "wait:3000",
      ])
      try player.sees("paused")
      let (lost, place) = (try streams(), try player.position())
      let more = try player.perform([headset("connect"), "wait:3500"])
      try player.sees("playing")
      let (back, later) = (try streams(), try player.position())
      let recording = try player.finish()
      #expect(lost == 1, "it plays to the headset")
      #expect(back == 2, "it plays to the headset again")
      #expect(place..<place + 10 ~= later, "it goes on where it was")
      let silent = try #require(steps.first { $0.name == "silence" }).time
      let disconnected = try #require(steps.last { $0.name == "run" }).time
      let heard = recording.firstSound(from: silent + 0.1, to: try #require(more.last).time)
      #expect(heard == nil, "heard from the speaker \((heard ?? 0) - disconnected) s after the disconnection")
    }

    /// A server, and a headset that it has paired with.
    private func connectable() throws {
      try lab.run(["\(servers)/bluetooth", "up"], within: .seconds(180))
      try ServedPlayer.prepare(lab, server: .pipewire)
      try lab.run(["\(servers)/headset", "pair"], within: .seconds(120))
    }

    private func headset(_ verb: String) -> String { "run:\(servers)/headset \(verb) >/dev/null" }

    /// How many streams have begun at the headset.
    private func streams() throws -> Int {
      let log = try lab.run(["cat", "/run/servers/headset.log"])
      return log.split(separator: "\n").count { $0.hasSuffix("stream begins") }
    }
  }
}
