import PlayerCore
import Testing

/// What follows, and how: the overlap and the loudness that the core orders for each pair of neighbours.
@Suite struct FollowingRuleTests {
  struct Neighbours: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var crossfade = Duration.seconds(5)
    var albums: [String?] = ["A", "B", "B", "C"]
    var artists: [String?] = [nil, nil, nil, nil]
    var places: [AlbumPlace?] = [nil, nil, nil, nil]
    /// In seconds; nil: unknown.
    var lengths: [Int64?] = [100, 100, 100, 100]
    var shuffles = false
    var repeats = RepeatMode.off
    /// The number of the track that plays, from 1.
    var current: UInt32 = 1
    var overlap: Duration = .zero
    /// Whose loudness counts for the current track and for the next.
    var loudness: [ReplayGainRule.Loudness?] = [.track, .album]
  }

  static let table = [
    Neighbours(testDescription: "two albums", overlap: .seconds(5)),
    Neighbours(testDescription: "off", crossfade: .zero),
    Neighbours(testDescription: "one album", current: 2, loudness: [.album, .album]),
    Neighbours(
      testDescription: "two albums of one name", artists: ["X", "X", "Y", "Z"], current: 2, overlap: .seconds(5),
      loudness: [.track, .track]),
    Neighbours(
      testDescription: "by their numbers", places: [nil, AlbumPlace(track: 4), AlbumPlace(track: 5), nil], current: 2,
      loudness: [.album, .album]),
    Neighbours(
      testDescription: "onto the next disc", places: [nil, AlbumPlace(track: 9), AlbumPlace(disc: 2, track: 1), nil],
      current: 2, loudness: [.album, .album]),
    Neighbours(
      testDescription: "with one left out", places: [nil, AlbumPlace(track: 4), AlbumPlace(track: 6), nil], current: 2,
      overlap: .seconds(5), loudness: [.album, .album]),
    Neighbours(testDescription: "from an album", current: 3, overlap: .seconds(5), loudness: [.album, .track]),
    Neighbours(
      testDescription: "no albums", albums: [nil, nil, nil, nil], overlap: .seconds(5), loudness: [.track, .track]),
    Neighbours(testDescription: "just long enough", lengths: [10, 10, 1, 1], overlap: .seconds(5)),
    Neighbours(testDescription: "too short", lengths: [9, 100, 1, 1]),
    Neighbours(testDescription: "into a short one", lengths: [100, 9, 1, 1]),
    Neighbours(testDescription: "an unknown length", lengths: [nil, 100, 1, 1]),
    Neighbours(
      testDescription: "the album's end and start", albums: ["A", "A", "A", "A"], repeats: .all, current: 4,
      overlap: .seconds(5), loudness: [.album, .album]),
    Neighbours(
      testDescription: "itself", albums: ["A", "A", "A", "A"], repeats: .one, current: 2, overlap: .seconds(5),
      loudness: [.album, .album]),
    Neighbours(
      testDescription: "shuffled", albums: ["A", "B", "C", "A"], shuffles: true, overlap: .seconds(5),
      loudness: [.track, .track]),
  ]

  @Test(arguments: table) func `neighbours are joined as they belong together`(row: Neighbours) {
    var settings = SessionSettings()
    settings.crossfade = row.crossfade
    settings.replayGain.mode = .auto
    var harness = CoreHarness(settings: settings)
    harness.launch(tracks: 4, plays: false)
    for (index, (album, length)) in zip(row.albums, row.lengths).enumerated() {
      let facts = TrackFacts(
        album: album, albumArtist: row.artists[index], albumPlace: row.places[index],
        format: AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16)),
        length: length.map { FrameCount($0 * 48_000) })
      harness.engine.files[FilePath("/music/\(index + 1).flac")] = FakeEngine.File(
        length: FrameCount((length ?? 100) * 48_000), knowsLength: length != nil)
      harness.send(.trackRead(QueueEntryID(UInt32(index + 1)), facts))
    }
    harness.command(.changeRepeatMode(row.repeats))
    harness.command(.playEntry(QueueEntryID(row.current)))
    harness.command(.changeShuffleMode(row.shuffles))
    harness.advance(.milliseconds(100))
    let next = harness.engine.orders.compactMap { order -> (track: Track?, overlap: Duration)? in
      if case .setNext(_, let track, let overlap) = order { (track, overlap) } else { nil }
    }.last
    let prepared = harness.engine.orders.compactMap { order -> Track? in
      if case .prepare(_, let track, _) = order { track } else { nil }
    }.last
    #expect(next?.overlap == row.overlap)
    // The shuffle came after the start.
    if !row.shuffles { #expect(prepared?.replayGain.loudness == row.loudness[0]) }
    #expect(next?.track?.replayGain.loudness == row.loudness[1])
  }

  @Test func `facts that come late change how the next track is joined`() {
    var settings = SessionSettings()
    settings.crossfade = .seconds(5)
    settings.replayGain.mode = .auto
    var harness = CoreHarness(settings: settings)
    harness.launch(tracks: 2)
    #expect(overlaps(harness).last == .seconds(5), "the engine knows both lengths once it has opened the files")
    for id in 1...2 as ClosedRange<UInt32> {
      let format = AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16))
      harness.send(.trackRead(QueueEntryID(id), TrackFacts(album: "A", format: format, length: FrameCount(480_000))))
    }
    #expect(overlaps(harness).last == .zero)
    let count = harness.engine.orders.count
    harness.send(.trackRead(QueueEntryID(2), TrackFacts(title: "T", album: "A", length: FrameCount(480_000))))
    #expect(harness.engine.orders.count == count, "what changes nothing is not ordered again")
  }

  @Test func `facts that come before the first frame is heard change how loud it is, later ones do not`() {
    var settings = SessionSettings()
    settings.replayGain.mode = .auto
    var state = PlayerState(settings: settings)
    let start = MonotonicTime(nanoseconds: 0)
    let items = (1...3).map { QueueItem(path: FilePath("/music/\($0).flac")) }
    let ids = (1...3).map { QueueEntryID(UInt32($0)) }
    let launched = loudness(reduce(&state, .launched(items, plays: true), at: start))
    #expect(launched == [.track], "nothing is known of an album yet")
    #expect(loudness(reduce(&state, .trackRead(ids[0], TrackFacts(album: "A")), at: start)) == [])
    #expect(loudness(reduce(&state, .trackRead(ids[1], TrackFacts(album: "A")), at: start)) == [.album])
    let output = OutputDescription(
      deviceName: "hw:0,0", card: CardIndex(0), rate: SampleRate(48_000), channels: 2, sampleFormat: "S16_LE",
      isSimulated: false)
    _ = reduce(&state, .engineReported(.prepared(state.generation, output)), at: start)
    #expect(state.phase == .playing)
    #expect(loudness(reduce(&state, .trackRead(ids[1], TrackFacts(album: "B")), at: start)) == [])
  }

  /// Whose loudness counts for each track that is prepared.
  private func loudness(_ effects: [Effect]) -> [ReplayGainRule.Loudness?] {
    effects.compactMap { if case .engine(.prepare(_, let track, _)) = $0 { track.replayGain.loudness } else { nil } }
  }

  private func overlaps(_ harness: CoreHarness) -> [Duration] {
    harness.engine.orders.compactMap { if case .setNext(_, _, let overlap) = $0 { overlap } else { nil } }
  }

  @Test func `R21: the cap travels with the gain, and an appearing route's cap counts at once`() {
    var settings = SessionSettings()
    settings.maximum = Level(percent: 90)
    settings.maximums[RouteID("headphones:PCH")] = Level(percent: 50)
    var harness = CoreHarness(settings: settings)
    harness.launch()
    guard
      case .begin(_, let gain, _)? = harness.engine.orders.last(where: { if case .begin = $0 { true } else { false } })
    else {
      Issue.record("nothing began")
      return
    }
    #expect(gain == CappedGain(Level(percent: 70).gain, cap: Level(percent: 90).gain))
    harness.plug("Headphone Jack", true)
    guard case .setGain(let cautious, _)? = harness.engine.orders.last else {
      Issue.record("the level was not lowered")
      return
    }
    #expect(cautious.cap == Level(percent: 50).gain && cautious.gain == Level(percent: 50).gain)
  }
}
