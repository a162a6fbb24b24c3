import TestSupport
import Testing

extension SoundLabTests {
  /// All formats on one card.
  @Suite(.timeLimit(.minutes(10)))
  struct FormatTests {
    private static let formats: KeyValuePairs = [
      "wav": "cp IN OUT", "flac": "flac --silent -o OUT IN", "mp3": "lame --quiet -V 2 IN OUT",
      "ogg": "oggenc --quiet -o OUT IN", "opus": "opusenc --quiet IN OUT",
    ]

    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `all formats back to back come out in as many frames as were encoded`() throws {
      // The first and the last track say exactly where the music begins and ends; those between are lossy, and as long as
      // no codec's frames are.
      let signal = TestSignal(seconds: 4)
      let length = 31_337
      let start = lab.folder + "/first.flac"
      let end = lab.folder + "/last.flac"
      try signal.writeFLAC(0..<length, to: start)
      try signal.writeFLAC(2 * length..<3 * length, to: end)
      let source = lab.folder + "/source.wav"
      try signal.writeWAV(length..<2 * length, to: source)
      let between = try Self.formats.map { ending, command in
        let path = "\(lab.folder)/format.\(ending)"
        try EncoderCommand(command).run(source, to: path)
        return path
      }
      let listener = try Listener(lab, card: .loopback, tracks: [start] + between + [end])
      let frames = length * (between.count + 2)
      let steps = try listener.perform("status", "wait:\(frames * 1_000 / TestSignal.rate + 1_500)")
      #expect(steps[0].state == "RUNNING")
      let recording = try listener.finish()
      let first = try #require(recording.frames.firstIndex { $0 != .zero })
      let last = try #require(recording.frames.lastIndex { $0 != .zero })
      print("\(between.count + 2) tracks, \(between.count) formats: \(last + 1 - first) frames heard of \(frames)")
      #expect(last + 1 - first == frames)
      let opening = try recording.passage(of: signal, in: first..<first + length)
      let closing = try recording.passage(of: signal, in: last + 1 - length..<last + 1)
      #expect(opening.position == 0 && opening.heard.count == length)
      #expect(closing.position == 2 * length && closing.heard.count == length)
    }
  }
}
