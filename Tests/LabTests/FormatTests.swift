import TestSupport
import Testing

extension SoundLabTests {
  /// All formats on one card.
  @Suite(.timeLimit(.minutes(10)))
  struct FormatTests {
    private static let formats: KeyValuePairs = [
      "wav": "cp IN OUT", "flac": "flac --silent -o OUT IN", "mp3": "lame --quiet -V 2 IN OUT",
      "ogg": "oggenc --quiet -o OUT IN", "opus": "opusenc --quiet IN OUT", "alac.m4a": "\(ffmpeg) -c:a alac OUT",
      // The edit list counts in ticks of the movie, which are too coarse for frames unless FFmpeg is told otherwise.
      "aac.m4a": "\(ffmpeg) -c:a aac -movie_timescale 48000 OUT",
    ]
    private static let ffmpeg = "ffmpeg -v error -nostdin -y -i IN"

    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `all formats back to back come out in as many frames as were encoded`() throws {
      // The first and the last track say exactly where the music begins and ends; those between are lossy, and as
      // long as no codec's frames are.
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

    /// A file that the card may not take as it is.
    struct Row: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var rate: Int
      /// What FFmpeg is to make of two channels of 16 bits.
      var options: String
      /// The tones to be heard on the card's two channels, and at which part of their amplitude.
      var channels: [[Double]]
      var gain = 1.0
    }

    static let rows = [
      Row(
        testDescription: "mono", rate: 48_000, options: "-af pan=mono|c0=c0", channels: [Tones.left, Tones.left]),
      Row(
        testDescription: "44.1 kHz, 24 bits", rate: 44_100,
        options: "-af volume=0.7:precision=double -sample_fmt s32 -bits_per_raw_sample 24",
        channels: [Tones.left, Tones.right], gain: 0.7),
    ]

    @Test(arguments: rows, Listener.Card.allCases)
    func `the card itself plays files of other terms at their pitch and level`(row: Row, card: Listener.Card) throws {
      let source = lab.folder + "/terms.wav"
      let file = lab.folder + "/terms.flac"
      try Tones().write(seconds: 6, rate: row.rate, to: source)
      try EncoderCommand("\(Self.ffmpeg) \(row.options) OUT").run(source, to: file)
      let listener = try Listener(lab, card: card, tracks: [file])
      let parameters = "/proc/asound/card\(card.index)/pcm0p/sub0/hw_params"
      let terms = try lab.run(["sh", "-c", "grep -E '^(format|rate)' \(parameters) | tr '\\n' ' '"])
      _ = try listener.perform("wait:2500")
      let recording = try listener.finish()
      let first = try #require(recording.frames.firstIndex { $0 != .zero })
      var deviation = 0.0
      for tone in Set(row.channels.joined()).sorted() {
        let heard = recording.amplitude(of: tone, from: first + TestSignal.rate / 2)
        for (channel, tones) in row.channels.enumerated() {
          let expected = tones.contains(tone) ? Tones.amplitude * row.gain : 0
          deviation = max(deviation, abs(heard[channel] - expected) / Tones.amplitude)
          // The recorder of the HDA card resamples what is not 48 kHz in a straight line,
          // which dulls the highest tones.
          #expect(
            abs(heard[channel] - expected) < Tones.amplitude * (card == .hda ? 0.06 : 0.002),
            "\(tone) Hz, channel \(channel)")
        }
      }
      print(
        "\(row.testDescription) on the \(card) card: off by at most \((deviation * 1e5).rounded() / 1e3) %; the card has \(terms)"
      )
    }
  }
}
