import Testing

@testable import PlayerCore

/// What is saved of a session, and when.
@Suite struct SessionKeepingTests {
  /// A player that plays the first of three tracks, from an empty session.
  static func playing(_ settings: SessionSettings = SessionSettings()) -> CoreHarness {
    var harness = CoreHarness(settings: settings)
    for number in 1...4 { harness.engine.files[Self.path(number)] = FakeEngine.File(length: FrameCount(48_000 * 600)) }
    harness.awaitSession()
    harness.launch()
    harness.send(.sessionOpened(nil))
    return harness
  }

  static func path(_ number: Int) -> FilePath { FilePath("/music/\(number).flac") }

  static func numbers(_ session: SavedSession?) -> [Int] {
    session?.queue.items.map { item in (1...9).first { path($0) == item.path } ?? 0 } ?? []
  }

  private func saves(_ harness: CoreHarness) -> Int {
    harness.effects.count { if case .saveSession = $0 { true } else { false } }
  }

  /// What is done, and what is saved at once.
  struct Step: Sendable {
    var name: String
    var act: @Sendable (inout CoreHarness) -> Void
    var isSaved: @Sendable (SavedSession) -> Bool
  }

  static let steps: [Step] = [
    Step(name: "pause", act: { $0.command(.pause) }, isSaved: { $0.place.status == .paused }),
    Step(name: "stop", act: { $0.command(.stop) }, isSaved: { $0.place.status == .stopped && $0.place.frame == .zero }),
    Step(name: "next", act: { $0.command(.nextTrack) }, isSaved: { $0.place.current == 1 && $0.place.frame == .zero }),
    Step(
      name: "seek", act: { $0.command(.changePlaybackPosition(.seconds(100))) },
      isSaved: { $0.place.frame == FrameCount(4_800_000) && $0.place.status == .playing }),
    Step(name: "repeat", act: { $0.command(.changeRepeatMode(.one)) }, isSaved: { $0.place.repeatMode == .one }),
    Step(
      name: "shuffle", act: { $0.command(.changeShuffleMode(true)) },
      isSaved: { $0.queue.order.map { Set($0) == [0, 1, 2] && $0.first == 0 } ?? false }),
    Step(name: "category", act: { $0.command(.changeCategory(.ambient)) }, isSaved: { $0.place.category == .ambient }),
    Step(
      name: "insert", act: { $0.command(.insert([QueueItem(path: path(4))], at: .index(0))) },
      isSaved: { numbers($0) == [4, 1, 2, 3] && $0.place.current == 1 }),
    Step(
      name: "play items", act: { $0.command(.playItems([QueueItem(path: path(4))])) },
      isSaved: { numbers($0) == [1, 4, 2, 3] && $0.place.current == 1 && $0.place.frame == .zero }),
    Step(
      name: "remove", act: { $0.command(.removeEntries([QueueEntryID(2)])) }, isSaved: { numbers($0) == [1, 3] }),
    Step(
      name: "move", act: { $0.command(.moveEntries([QueueEntryID(1)], to: 3)) },
      isSaved: { numbers($0) == [2, 3, 1] && $0.place.current == 2 }),
    Step(
      name: "clear", act: { $0.command(.clearQueue) },
      isSaved: { $0.queue.items.isEmpty && $0.place.current == nil && $0.place.status == .stopped }),
    Step(
      name: "unplug (R1)", act: { $0.plug("Headphone Jack", false) },
      // The snag is still playing; but nothing is saved that would play on elsewhere.
      isSaved: { $0.place.route == RouteID("headphones:PCH") }),
    Step(
      name: "the machine sleeps, R17", act: { $0.send(.sleepAnnounced) }, isSaved: { $0.place.status == .playing }),
    Step(
      name: "a sheet in the file",
      act: { harness in
        let facts = TrackFacts(
          format: AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16)),
          length: FrameCount(48_000 * 600))
        let sheet = [0, 75].map { QueueItem(path: path(2), part: TrackPart(start: .disc(frames: $0))) }
        harness.send(.sheetRead(QueueEntryID(2), facts, sheet))
      },
      isSaved: { numbers($0) == [1, 2, 2, 3] && $0.queue.items[1].facts.length == FrameCount(48_000 * 600) }),
  ]

  @Test(arguments: steps.indices) func `what somebody changes is saved at once`(index: Int) throws {
    let step = Self.steps[index]
    var harness = Self.playing()
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(20))
    let before = saves(harness)
    step.act(&harness)
    #expect(saves(harness) > before, "\(step.name)")
    let saved = try #require(harness.saved)
    #expect(step.isSaved(saved), "\(step.name): \(saved)")
    // Nothing that changes by itself is saved more often for it.
    harness.advance(.milliseconds(900))
    #expect(saves(harness) <= before + 3, "\(step.name)")
  }

  @Test func `while it plays the place is saved, and nothing else, every four seconds`() throws {
    var harness = Self.playing()
    harness.advance(.seconds(5))
    let before = harness.effects.count
    for _ in 0..<600 {
      harness.advance(.milliseconds(100))
      let place = try #require(harness.saved?.place)
      #expect(place.status == .playing)
      #expect((harness.frame - 48_000 * 5...harness.frame).contains(place.frame.value))
    }
    let queues = harness.effects[before...].compactMap {
      if case .saveSession(_, let queue) = $0 { queue == nil } else { nil }
    }
    #expect((14...16).contains(queues.count) && queues.allSatisfy(\.self))
  }

  @Test func `the device is asked for a sign of life when the place is saved: one wake-up for both`() {
    var harness = Self.playing()
    harness.advance(.seconds(10))
    let before = harness.effects.count
    harness.advance(.seconds(60))
    let new = Array(harness.effects[before...])
    let questions = new.indices.filter { new[$0] == .engine(.check) }
    #expect((14...16).contains(questions.count))
    for index in questions {
      guard index + 1 < new.count, case .saveSession = new[index + 1] else {
        Issue.record("a question by itself")
        continue
      }
    }
  }

  @Test func `paused, it waits for nothing and saves nothing`() {
    var harness = Self.playing()
    harness.command(.pause)
    harness.advance(.seconds(60))
    let before = saves(harness)
    #expect(harness.state.nextDeadline == nil)
    harness.advance(.seconds(100_000))
    harness.send(.leaving(.asked))
    #expect(saves(harness) == before)
  }

  @Test func `a gapless join is saved`() throws {
    var harness = Self.playing()
    harness.command(.changePlaybackPosition(.seconds(599)))
    harness.advance(.seconds(2))
    #expect(try #require(harness.saved).place.current == 1)
  }

  @Test func `what is learnt of files is saved together, soon after, also while nothing plays`() throws {
    var harness = Self.playing()
    harness.command(.pause)
    harness.advance(.seconds(10))
    let before = saves(harness)
    for number in 1...3 { harness.send(.trackRead(QueueEntryID(UInt32(number)), TrackFacts(title: "T\(number)"))) }
    #expect(saves(harness) == before)
    harness.advance(.seconds(5))
    #expect(saves(harness) == before + 1)
    #expect(try #require(harness.saved).queue.items.map(\.facts.title) == ["T1", "T2", "T3"])
    harness.send(.trackRead(QueueEntryID(1), TrackFacts(title: "Other")))
    harness.send(.leaving(.asked))
    #expect(try #require(harness.saved).queue.items.first?.facts.title == "Other")
  }

  @Test func `at the end of the program the place is saved to the frame`() throws {
    var harness = Self.playing()
    harness.advance(.milliseconds(6_789))
    harness.send(.leaving(.asked))
    #expect(try #require(harness.saved).place.frame.value == harness.frame)
  }

  @Test func `nothing is saved before the last session was read, nor where none is kept`() {
    var harness = CoreHarness()
    harness.awaitSession()
    #expect(harness.state.snapshot.isAwaitingSession)
    harness.launch()
    harness.command(.nextTrack)
    harness.send(.leaving(.asked))
    #expect(saves(harness) == 0)
    harness.send(.sessionRefused("another player keeps its session"))
    #expect(harness.state.snapshot.message == "another player keeps its session")
    #expect(!harness.state.snapshot.isAwaitingSession)
    harness.command(.nextTrack)
    harness.send(.leaving(.asked))
    #expect(saves(harness) == 0)
  }

  @Test func `a category from the settings is not saved as one that was chosen`() throws {
    var settings = SessionSettings()
    settings.category = .ambient
    let harness = Self.playing(settings)
    #expect(try #require(harness.saved).place.category == nil)
  }
}
