import Glibc
import TestSupport
import Testing

extension SoundLabTests {
  /// Which channel of a card plays what of a file, on snd-aloop, whose two ends can be
  /// opened with any number of channels.
  @Suite(.timeLimit(.minutes(19)))
  struct LoudspeakerTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    /// A file whose channels are constant at 1000, 2000, …, and what each of the card's channels is to play of it.
    struct Row: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var channels: Int
      var heard: [Int]
      /// What rounding and dither may add.
      var tolerance = 0
    }

    static let rows = [
      Row(testDescription: "mono on two channels", channels: 1, heard: [1000, 1000]),
      Row(testDescription: "stereo on six channels", channels: 2, heard: [1000, 2000, 0, 0, 0, 0]),
      Row(testDescription: "5.1 in ALSA's order", channels: 6, heard: [1000, 2000, 5000, 6000, 3000, 4000]),
      // (1000 + 0.7071 · 3000 + 0.7071 · 5000) / 2.4142, and the same of 2000, 3000 and 6000.
      Row(testDescription: "5.1 on two channels", channels: 6, heard: [2757, 3464], tolerance: 2),
    ]

    @Test(arguments: rows) func `every loudspeaker plays its channel`(row: Row) throws {
      let file = "\(lab.folder)/\(row.channels).wav"
      let heard = "\(lab.folder)/heard"
      try write(constants(channels: row.channels, seconds: 20), to: file)
      let settings = "default-private-volume = 100\\ndefault-public-volume = 100\\n"
      try lab.buildGuest()
      let script = """
        modprobe snd-aloop && mkdir -p "\(lab.folder)/config/cans" &&
        printf '\(settings)' >"\(lab.folder)/config/cans/settings.toml" && rm -rf /run/cans-state
        """
      try lab.run(["sh", "-c", script])
      // Whoever opens the loopback first decides for both ends.
      let capture = try lab.start([
        "arecord", "-q", "-D", "hw:1,1", "-t", "raw", "-f", "S16_LE", "-r", "48000", "-c", "\(row.heard.count)", heard,
      ])
      try lab.run(["sh", "-c", "until grep -q RUNNING /proc/asound/card1/pcm1c/sub0/status; do :; done"])
      let terminal = try lab.startInTerminal([
        "env", "TERM=xterm-256color", "XDG_CONFIG_HOME=\(lab.folder)/config", "XDG_STATE_HOME=/run/cans-state",
        Listener.cans, "--foreground", "--device", "hw:1,0", file,
      ])
      _ = try Listener.timeline(lab, .loopback, ["await:RUNNING", "wait:1500"])
      capture.terminate()
      _ = capture.exitStatus(within: .seconds(30))
      try terminal.type("q")
      #expect(terminal.exitStatus(within: .seconds(30)) == 0, "\(terminal.screen.text)")
      let frames = try read(heard, channels: row.heard.count)
      let sounding = frames.filter { frame in frame.contains { $0 != 0 } }
      // The first ones fade in, the last ones may fade out.
      let steady = sounding.dropFirst(4_800).dropLast(4_800)
      #expect(steady.count > 48_000)
      let deviating = steady.first { frame in zip(frame, row.heard).contains { abs($0 - $1) > row.tolerance } }
      #expect(deviating == nil)
    }

    private func constants(channels: Int, seconds: Int) -> [UInt8] {
      func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let frame = (1...channels).flatMap { little($0 * 1000, 2) }
      let size = frame.count * 48_000 * seconds
      var bytes = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      bytes += little(channels, 2) + little(48_000, 4) + little(96_000 * channels, 4) + little(2 * channels, 2)
      bytes += little(16, 2) + Array("data".utf8) + little(size, 4)
      return bytes + [[UInt8]](repeating: frame, count: 48_000 * seconds).joined()
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
      let file = try #require(fopen(path, "w"))
      defer { fclose(file) }
      #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    private func read(_ path: String, channels: Int) throws -> [[Int]] {
      let file = try #require(fopen(path, "r"))
      defer { fclose(file) }
      var samples = [Int16](repeating: 0, count: 10 * 48_000 * channels)
      let frames = fread(&samples, 2 * channels, samples.count / channels, file)
      return (0..<frames).map { frame in (0..<channels).map { Int(samples[frame * channels + $0]) } }
    }
  }
}
