import TestSupport
import Testing

extension SoundLabTests {
  /// What cans promises where it plays to a sound server, with Debian's servers in the guest.
  @Suite(.serialized, .timeLimit(.minutes(19)))
  struct ServerTests {
    typealias Server = ServedPlayer.Server

    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    private func withPlayer(
      at server: Server, headphones: Bool, track: String? = nil, _ body: (ServedPlayer) throws -> Void
    ) throws {
      defer { try? ServedPlayer.leave(lab) }
      try body(try ServedPlayer(lab, server: server, headphones: headphones, track: track))
    }

    /// The steps that follow the last one called `name`.
    private func time(of name: String, last: Bool = true, in steps: [Listener.Step]) throws -> Double {
      try #require(last ? steps.last { $0.name == name } : steps.first { $0.name == name }).time
    }

    @Test(arguments: Server.allCases)
    func `pulled headphones silence a server, and plugged ones go on (R1, R3, R7)`(server: Server) throws {
      try withPlayer(at: server, headphones: true) { player in
        let before = try player.perform(["run:modprobe snd-dummy", "wait:2500"])
        let steps = try player.perform(["unplug", "wait:3000", "plug", "sound", "wait:1500"])
        let recording = try player.finish()
        let (unplugged, plugged) = (try time(of: "unplug", in: steps), try time(of: "plug", in: steps))
        // Another card that comes is nobody's business; but PulseAudio stands still while it looks at one,
        // half a second on this processor.
        let gap = recording.longestSilence(from: before[0].time, to: unplugged)
        #expect(gap < 1, "another card: silent for \(gap) s")
        let last = try #require(recording.lastSound(from: unplugged - 1, to: plugged))
        print("\(server): last sound \(((last - unplugged) * 1e5).rounded() / 100) ms after the plug was pulled")
        #expect(last - unplugged < server.quantum)
        #expect(last > unplugged - 0.1, "it had ended before")
        #expect(try #require(recording.firstSound(from: plugged)) > plugged + 0.4, "R9: a contact has to hold first")
      }
    }

    @Test(arguments: Server.allCases)
    func `a pulled USB card is followed by silence, not by the speaker, until it is back (R1, R3, R8)`(server: Server)
      throws
    {
      let sweep = Sweep()
      try withPlayer(at: server, headphones: false, track: try sweep.track(in: lab)) { player in
        let chosen = ServedPlayer.makesDefault("usb")
        let steps = try player.perform([
          "usb:plug", "wait:2500", chosen, "silence", "wait:1000",
          // By hand to the speaker, which is no loss, and back.
          ServedPlayer.makesDefault("pci"), "sound", "wait:1500", chosen, "silence", "wait:1500",
          "usb:unplug", "wait:4000",
        ])
        try player.sees("paused")
        // Back again it is the default by itself, and the music waits until its contact has held (R9).
        try player.perform(["usb:plug", "wait:4500"])
        try player.sees("playing")
        let sounds = try time(of: "sound", in: steps)
        let silent = try time(of: "silence", in: steps)
        let recording = try player.finish()
        #expect(
          recording.longestSilence(from: sounds + 0.2, to: sounds + 1.4) < 0.1, "R8: it plays on from the speaker")
        let pulled = try time(of: "usb", in: steps)
        let heard = recording.firstSound(from: silent + 0.1)
        #expect(heard == nil, "heard from the speaker \((heard ?? 0) - pulled) s after the pull")
        let returned = try CardReturned(lab, of: sweep)
        print("\(server): heard until \(returned.heard) s, then from \(returned.resumed) s on")
        // When unsure repeat, do not skip (R1): 0.15 s were seen to be heard again, and the servers have up to 0.4 s.
        #expect(returned.goesOn(repeating: 0.4, skipping: server.quantum), "\(returned)")
      }
    }

    @Test(arguments: Server.allCases)
    func `a server that is killed and comes back is played to again (R18)`(server: Server) throws {
      try withPlayer(at: server, headphones: true) { player in
        let steps = try player.perform([
          // Not by labctl, whose Python takes most of a second to start.
          "run:\(SoundLab.home)/servers/server kill", "wait:1500", "ctl:100", "unplug", "wait:300", "ctl:100",
        ])
        let killed = steps[0].time
        let more = try player.perform(["run:labctl server \(server) >/dev/null", "wait:3000", "ctl:100"])
        // The headphones have gone with the server: nothing sounds by itself.
        try player.sees("paused")
        try player.type(" ")
        try player.perform(["sound", "wait:1000"])
        let recording = try player.finish()
        let end = try #require(more.last).time
        let last = recording.lastSound(from: killed - 1, to: end)
        #expect(try #require(last) < killed + 1, "heard until \(last ?? 0), killed at \(killed)")
      }
    }

    @Test(arguments: Server.allCases)
    func `a server that stands still while headphones are pulled goes on in silence (R1, R28)`(server: Server) throws {
      try withPlayer(at: server, headphones: true) { player in
        let processes = server.processes.map { "$(cat /run/servers/\($0).pid)" }.joined(separator: " ")
        let asked = (0..<10).flatMap { _ in ["ctl:100", "wait:900"] }
        let steps = try player.perform(
          ["run:kill -STOP \(processes)", "wait:1000", "unplug"] + asked + ["run:kill -CONT \(processes)", "wait:5000"])
        try player.sees("paused")
        let recording = try player.finish()
        // What the card itself repeats meanwhile is out of every program's hands.
        let continued = try #require(steps.last).time
        let last = recording.lastSound(from: continued) ?? continued
        print("\(server): last sound \(((last - continued) * 1e5).rounded() / 100) ms after the server has gone on")
        #expect(last - continued < server.quantum / 2)
      }
    }
  }
}
