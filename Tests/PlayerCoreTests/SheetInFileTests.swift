import Testing

@testable import PlayerCore

/// A cue sheet that is found inside a file of the queue, before and while that is heard.
@Suite struct SheetInFileTests {
  private static let rate: Int64 = 48_000
  private static let format = AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16))
  /// The fake engine's files last ten seconds.
  private static let file = TrackFacts(
    title: "Whole", artist: "Artist", albumPlace: AlbumPlace(track: 7), format: format, length: FrameCount(480_000))

  /// Parts of the file of track `number` that begin at these seconds.
  private static func sheet(_ number: Int = 1, _ starts: [Int64]) -> [QueueItem] {
    starts.enumerated().map { index, start in
      let end = starts.dropFirst(index + 1).first.map { MediaTime($0, timescale: 1) }
      return QueueItem(
        path: FilePath("/music/\(number).flac"), part: TrackPart(start: MediaTime(start, timescale: 1), end: end),
        facts: TrackFacts(title: "\(number).\(index + 1)", album: "Album"))
    }
  }

  private func titles(_ harness: CoreHarness) -> [String] { harness.state.queue.entries.map(\.displayTitle) }
  private func current(_ harness: CoreHarness) -> String? { harness.state.snapshot.currentEntry?.displayTitle }

  /// "1.flac 0-3": whole seconds of the file that were heard, one track after the other.
  private func heard(_ harness: CoreHarness) -> [String] {
    harness.heard.map { piece in
      let start = harness.engine.start(of: piece.track)
      let seconds = [piece.frames.lowerBound, piece.frames.upperBound].map { "\((start + $0) / Self.rate)" }
      return piece.track.path.lastComponent.text + " " + seconds.joined(separator: "-")
    }
  }

  @Test func `the file's entry is replaced by its tracks, with what the file says of all of them`() {
    var harness = CoreHarness()
    harness.launch(plays: false)
    harness.send(.sheetRead(QueueEntryID(2), Self.file, Self.sheet(2, [0, 4])))
    #expect(titles(harness) == ["1.flac", "2.1", "2.2", "3.flac"])
    let parts = harness.state.queue.entries[1...2]
    #expect(parts.map(\.facts.artist) == ["Artist", "Artist"])
    #expect(parts.map(\.facts.album) == ["Album", "Album"])
    #expect(parts.map(\.facts.albumPlace) == [nil, nil])
    #expect(parts.map(\.facts.length) == [FrameCount(4 * Self.rate), FrameCount(6 * Self.rate)])
    #expect(parts.map(\.dividedFrom) == [QueueEntryID(2), QueueEntryID(2)])
    #expect(Set(harness.state.queue.entries.map(\.id)).count == 4)
    #expect(current(harness) == "1.flac")
  }

  @Test(
    arguments: [
      ("one track", [0]), ("none", []), ("behind the end", [0, 4, 10]),
    ] as [(String, [Int64])])
  func `a sheet that does not divide this file leaves it whole`(name: String, starts: [Int64]) {
    var harness = CoreHarness()
    harness.launch()
    harness.send(.sheetRead(QueueEntryID(1), Self.file, Self.sheet(1, starts)))
    #expect(titles(harness) == ["Whole", "2.flac", "3.flac"])
    #expect(harness.state.queue.entries[0].facts.albumPlace == AlbumPlace(track: 7))
    harness.advance(.seconds(60))
    #expect(heard(harness) == ["1.flac 0-10", "2.flac 0-10", "3.flac 0-10"])
  }

  @Test func `only a whole file is divided, and only one that can be played`() {
    var harness = CoreHarness()
    harness.engine.files[FilePath("/music/1.flac")] = FakeEngine.File(failure: "damaged")
    harness.launch()
    harness.send(.sheetRead(QueueEntryID(1), Self.file, Self.sheet(1, [0, 4])))
    harness.send(.sheetRead(QueueEntryID(2), Self.file, Self.sheet(2, [0, 4])))
    let part = harness.state.queue.entries[1].id
    harness.send(.sheetRead(part, Self.file, Self.sheet(2, [0, 1])))
    harness.send(.sheetRead(QueueEntryID(2), Self.file, Self.sheet(2, [0, 4])))
    #expect(titles(harness) == ["Whole", "2.1", "2.2", "3.flac"])
  }

  struct Moment: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// When it is found, from the first frame on; nil: before the device is open.
    var found: Int?
    var starts: [Int64] = [0, 4]
    var current: String
    var heard: [String]
  }

  static let moments = [
    Moment(testDescription: "before the start", found: nil, current: "1.1", heard: ["1.flac 0-4", "1.flac 4-10"]),
    Moment(
      testDescription: "in the first track", found: 1_000, current: "1.1",
      heard: ["1.flac 0-1", "1.flac 1-4", "1.flac 4-10"]),
    Moment(testDescription: "in the last", found: 5_000, current: "1.2", heard: ["1.flac 0-5", "1.flac 5-10"]),
    Moment(
      testDescription: "before the first, which is skipped as always", found: 1_000, starts: [2, 4], current: "1.1",
      heard: ["1.flac 0-1", "1.flac 2-4", "1.flac 4-10"]),
  ]

  @Test(arguments: moments) func `what is heard goes on as the track that it is in`(row: Moment) {
    var harness = CoreHarness()
    harness.engine.reportDelay = .milliseconds(5)
    harness.launch(tracks: 1, quietTimeOver: false)
    if let found = row.found { harness.advance(.milliseconds(found + 10)) }
    harness.send(.sheetRead(QueueEntryID(1), Self.file, Self.sheet(1, row.starts)))
    #expect(current(harness) == row.current)
    if row.found != nil { #expect(harness.state.snapshot.output == nil || harness.state.phase == .silencing) }
    harness.advance(.milliseconds(200))
    #expect(current(harness) == row.current)
    #expect(harness.state.phase == .playing && harness.state.snapshot.output != nil)
    harness.advance(.seconds(30))
    #expect(heard(harness) == row.heard)
    for (one, next) in zip(harness.heard, harness.heard.dropFirst()) where row.starts[0] == 0 {
      let end = harness.engine.start(of: one.track) + one.frames.upperBound
      #expect(end == harness.engine.start(of: next.track) + next.frames.lowerBound, "not a frame lost or twice")
    }
    #expect(harness.state.wish.cause == .endOfQueue)
  }

  @Test func `a pause stays one, at the place in the track`() {
    var harness = CoreHarness()
    harness.launch(tracks: 1)
    harness.advance(.seconds(2))
    harness.command(.pause)
    harness.advance(.seconds(1))
    let place = harness.frame
    let orders = harness.engine.orders.count
    harness.send(.sheetRead(QueueEntryID(1), Self.file, Self.sheet(1, [0, 4])))
    #expect(current(harness) == "1.2" && harness.frame == place - 4 * Self.rate)
    #expect(harness.engine.orders.count == orders && harness.state.status == .paused)
    harness.command(.play)
    harness.advance(.seconds(30))
    #expect(heard(harness) == ["1.flac 0-5", "1.flac 5-10"])
  }

  @Test func `what follows is its first track, also if the engine had begun with the whole`() {
    var harness = CoreHarness()
    harness.launch(tracks: 3)
    harness.send(.sheetRead(QueueEntryID(2), Self.file, Self.sheet(2, [0, 4])))
    guard case .setNext(_, let next, _)? = harness.engine.orders.last else {
      Issue.record("the engine was not told")
      return
    }
    #expect(next?.part == TrackPart(start: MediaTime(0, timescale: 1), end: MediaTime(4, timescale: 1)))
    // The order comes too late for an engine that has the whole file in its ring.
    harness.engine.hasDecoded(next: Track(entry: QueueEntryID(2), path: FilePath("/music/2.flac")))
    harness.advance(.seconds(40))
    #expect(heard(harness) == ["1.flac 0-10", "2.flac 0-0", "2.flac 0-4", "2.flac 4-10", "3.flac 0-10"])
  }

  @Test func `what a key has chosen is found although it has been divided since`() {
    var harness = CoreHarness()
    harness.launch(plays: false)
    harness.send(.sheetRead(QueueEntryID(3), Self.file, Self.sheet(3, [0, 4])))
    harness.command(.playEntry(QueueEntryID(3)))
    #expect(harness.answers.last == .success)
    #expect(current(harness) == "3.1")
    harness.command(.playEntry(QueueEntryID(99)))
    #expect(harness.answers.last == .noSuchContent)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `in random order each track still has one turn, after the present`(
    seed: UInt64
  ) {
    var queue = PlayQueue(seed: seed)
    queue.append((1...5).map { QueueItem(path: FilePath("/music/\($0).flac")) })
    queue.setShuffle(true, current: QueueEntryID(1))
    queue.divide(QueueEntryID(1), into: Self.sheet(1, [0, 2, 4]), heir: 1)
    #expect(queue.entries.map(\.path) == [1, 1, 1, 2, 3, 4, 5].map { FilePath("/music/\($0).flac") })
    let present = queue.entries[1].id
    #expect(queue.previous(before: present) == nil)
    var turns = [present]
    while let next = queue.next(after: turns[turns.count - 1]) { turns.append(next.id) }
    #expect(Set(turns) == Set(queue.entries.map(\.id)) && turns.count == 7)
    queue.setShuffle(false, current: present)
    #expect(queue.next(after: present)?.id == queue.entries[2].id)
  }
}
