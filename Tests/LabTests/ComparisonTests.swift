import TestSupport
import Testing

extension SoundLabTests {
  /// What others do when headphones are pulled, to compare the figures of cans with. Nothing is demanded of them.
  @Suite(.enabled(if: ProcessEnvironment.hasProgram("cmus"), "cmus is not installed"), .timeLimit(.minutes(10)))
  struct ComparisonTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `how soon cmus is silent by itself`() throws {
      try measure("cmus", glue: nil)
    }

    @Test func `how soon cmus is silent with a script that watches the jack`() throws {
      let script = """
        stdbuf -oL alsactl monitor hw:1 | while read -r event; do
          case $event in *"Headphone Jack"*) cmus-remote --server "$0" --pause ;; esac
        done
        """
      try measure("cmus with a script on `alsactl monitor`", glue: ["sh", "-c", script, socket])
    }

    // Not in the shared folder, where no socket can be.
    private var socket: String { "/run/cmus.socket" }

    private func measure(_ name: String, glue: [String]?) throws {
      let card = Listener.Card.loopback
      let seconds = 4
      let track = try lab.tracks(of: TestSignal(seconds: 20))[0]
      let listener = try startCmus(on: card, track)
      let script = try glue.map { try lab.start($0) }
      let steps = try listener.perform(["wait:2600", "unplug", "wait:\(seconds * 1_000)", "status"])
      script?.terminate()
      let pulled = steps[1].time
      let recording = try listener.finish()
      let watched = recording.frames[..<recording.index(at: steps[3].time)]
      let last = try #require(watched.lastIndex { $0 != .zero }, "it never played")
      let late = recording.time(of: last) - pulled
      try #require(late > 0, "it was silent before the pull")
      let isSilent = late < Double(seconds) - 0.5
      print(
        isSilent
          ? "\(name): last sound \((late * 100_000).rounded() / 100) ms after the pull"
          : "\(name): plays on, to the loudspeaker, for all of the \(seconds) s that were watched")
    }

    private func startCmus(on card: Listener.Card, _ track: String) throws -> Listener {
      let home = lab.folder + "/cmus"
      let settings = "set output_plugin=alsa\\nset dsp.alsa.device=\(card.hardware)\\nset mpris=false\\n"
      let prepare = "rm -f '\(socket)'; mkdir -p '\(home)' && printf '\(settings)' >'\(home)/rc'"
      try lab.run(["sh", "-c", prepare])
      return try Listener(
        lab, card: card,
        command: ["env", "TERM=xterm-256color", "CMUS_HOME=\(home)", "cmus", "--listen", socket], quitKeys: ":quit\r"
      ) { _ in
        let play = #"until cmus-remote --server "$0" --file "$1" 2>/dev/null; do :; done"#
        try lab.run(["sh", "-c", play, socket, track])
      }
    }
  }
}
