import PlayerCore
import Testing

@testable import ControlSocket

/// The state in words, as `cans ctl status` and `cans ctl watch` print it.
@Suite struct StatusTextTests {
  private let now = MonotonicTime(nanoseconds: 5_000_000_000)

  /// The second of two tracks, 75 s into it.
  private func playing(_ facts: TrackFacts = TrackFacts()) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.queue = [
      QueueEntry(id: QueueEntryID(4), path: FilePath("/a/1.flac")),
      QueueEntry(id: QueueEntryID(7), path: FilePath("/a/2.flac"), facts: facts),
    ]
    snapshot.current = QueueEntryID(7)
    snapshot.status = .playing
    snapshot.wish = Wish(.play, because: .user)
    snapshot.playhead = Playhead(
      frame: FrameCount(74 * 48_000), at: MonotonicTime(nanoseconds: 4_000_000_000), rate: SampleRate(48_000),
      advances: true)
    snapshot.route.name = "Headphones"
    snapshot.level = Level(percent: 40)
    return snapshot
  }

  private func text(_ snapshot: Snapshot) -> String { StatusText(StateLine(snapshot), at: now).text }
  private func short(_ snapshot: Snapshot) -> String { StatusText(StateLine(snapshot), at: now).short }

  /// What is said of why it is silent.
  private func status(_ snapshot: Snapshot) -> String? { short(snapshot).split(separator: "  ").first.map(String.init) }

  @Test func `a track with all that is known of it`() {
    let format = AudioFormat(
      rate: SampleRate(48_000), layout: ChannelLayout(channels: 2), encoding: .integer(bits: 16))
    var snapshot = playing(
      TrackFacts(
        title: "Beta", artist: "Ann", album: "Letters", format: format, length: FrameCount(3_725 * 48_000)))
    #expect(
      text(snapshot) == """
        Beta – Ann
        Letters
        playing  1:15 / 1:02:05  track 2 of 2
        Headphones  40 %
        repeat off, shuffle off

        """)
    #expect(short(snapshot) == "playing  1:15 / 1:02:05  Beta – Ann  Headphones  40 %\n")
    snapshot.isMuted = true
    snapshot.repeatMode = .one
    snapshot.shuffles = true
    snapshot.privateListening = .on
    snapshot.message = "that is the last track"
    #expect(
      text(snapshot) == """
        Beta – Ann
        Letters
        playing  1:15 / 1:02:05  track 2 of 2
        Headphones  40 %, muted
        repeat one, shuffle on
        private listening
        that is the last track

        """)
    #expect(
      short(snapshot)
        == "playing  1:15 / 1:02:05  Beta – Ann  Headphones  40 %, muted  that is the last track\n")
  }

  @Test func `a track of which nothing is known has its file's name`() {
    #expect(text(playing()).hasPrefix("2.flac\nplaying  1:15  track 2 of 2\n"))
    #expect(short(playing()) == "playing  1:15  2.flac  Headphones  40 %\n")
  }

  @Test func `without a track`() {
    var snapshot = playing()
    snapshot.current = nil
    snapshot.status = .stopped
    snapshot.privateListening = .bestEffort
    #expect(
      text(snapshot) == """
        stopped
        Headphones  40 %
        repeat off, shuffle off
        private listening: best effort here

        """)
    #expect(short(snapshot) == "stopped  Headphones  40 %\n")
  }

  @Test func `why it is silent`() {
    var snapshot = playing()
    snapshot.isBuffering = true
    #expect(status(snapshot) == "playing (buffering)")
    snapshot.isBuffering = false
    snapshot.holds = [.interruption, .sleep, .mute]
    snapshot.interruptions = [.call, .player, .reservation, .command]
    #expect(
      status(snapshot)
        == "playing (interruption, mute switch, sleep, a call, cans ctl interrupt, another player, "
        + "another program has the sound card)")
    snapshot = playing()
    snapshot.status = .paused
    for (cause, words) in [
      (WishCause.routeLost, " (route lost)"), (.endOfQueue, " (end of queue)"), (.deviceError, " (device error)"),
      (.headset, " (headset)"), (.timer, " (timer)"), (.user, ""),
    ] {
      snapshot.wish = Wish(.pause, because: cause)
      #expect(status(snapshot) == "paused" + words)
    }
  }

  @Test func `what would steer a terminal is replaced`() {
    #expect("a\u{1B}[31m\u{202E}b\u{2028}\u{2067}\u{9B}\n\té".printableLine == "a�[31m�b�����é")
    #expect(short(playing(TrackFacts(title: "a\nb\u{7}"))) == "playing  1:15  a�b�  Headphones  40 %\n")
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func `names and titles do not steer a terminal`(seed: UInt64) {
    var random = Random(seed: seed)
    var snapshot = random.snapshot()
    // Frames that can be counted in time.
    snapshot.playhead.frame = FrameCount(random.number(0...(1 << 40)) as Int64)
    snapshot.playhead.rate = SampleRate(random.number(8_000...192_000))
    for (text, lines) in [(text(snapshot), 3...7), (short(snapshot), 1...1)] {
      let others = text.unicodeScalars.filter { $0 != "\n" }
      #expect(lines.contains(text.unicodeScalars.count - others.count) && text.hasSuffix("\n"))
      #expect(
        others.allSatisfy {
          $0.properties.generalCategory != .control && !("\u{2028}"..."\u{202E}" ~= $0) && $0 != "\u{2066}"
        })
    }
  }
}
