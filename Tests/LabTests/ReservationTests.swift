import TestSupport
import Testing

extension SoundLabTests {
  /// What cans promises about a card that others want, too (org.freedesktop.ReserveDevice1).
  @Suite(.timeLimit(.minutes(19)))
  struct ReservationTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test(arguments: ServedPlayer.Server.allCases)
    func `a server gives its card to a player of its own, who gives it to the more urgent (R14, R15)`(
      server: ServedPlayer.Server
    ) throws {
      try unlessRecorderOverran { try play(beside: server) }
    }

    private func play(beside server: ServedPlayer.Server) throws {
      defer { try? ServedPlayer.leave(lab) }
      let signal = TestSignal(seconds: 30)
      let tracks = try lab.tracks(of: signal)
      let other = lab.folder + "/other.wav"
      try TestSignal(seconds: 60, on: .rightOnly).writeWAV(to: other)
      try ServedPlayer.prepare(lab, server: server)
      let aplay = try lab.start(["env", "XDG_RUNTIME_DIR=/run/user/0", "aplay", "-q", "-D", "default", other])
      defer { aplay.terminate() }
      _ = try Listener.timeline(lab, .hda, ["sound"])

      let listener = try Listener(lab, card: .hda, tracks: tracks)
      let steps = try listener.perform([
        Self.awaitPlayer, "wait:200", "status", "wait:1000",
        // The server wants its card back, which is not urgent enough.
        request(priority: 0, answer: "false"), "wait:1000", "status",
        request(priority: 20, answer: "true"), Self.hasNoPlayer,
        // Nobody takes it, so it is the player's again.
        Self.awaitPlayer,
      ])
      let recording = try listener.finish()
      // When nothing of the player's can be recorded any more, the other program is heard again.
      _ = try Listener.timeline(lab, .hda, ["wait:500", "sound"])
      let statuses = steps.filter { $0.name == "status" }
      #expect(statuses.count == 2)
      let range = recording.index(at: statuses[0].time)..<recording.index(at: statuses[1].time)
      let passage = try recording.passage(of: signal, in: range)
      #expect(passage.heard == range, "it is heard all the time")
    }

    private static let player = #"fuser /dev/snd/pcmC0D0p 2>/dev/null | grep -qw "$(pidof cans)""#
    private static let awaitPlayer = "run:timeout 30 sh -c 'until \(player); do sleep 0.1; done'"
    private static let hasNoPlayer = "run:! \(player)"

    private func request(priority: Int, answer: String) -> String {
      let name = "org.freedesktop.ReserveDevice1"
      let path = "/org/freedesktop/ReserveDevice1/Audio0"
      return "run:XDG_RUNTIME_DIR=/run/user/0 busctl --user call \(name).Audio0 \(path) \(name) RequestRelease i "
        + "\(priority) | grep -q '\(answer)'"
    }
  }
}
