import Testing

@testable import PlayerCore

/// What becomes of a session that was saved.
@Suite struct RestoringTests {
  static let headphones = RouteID("headphones:PCH")

  static func items(_ numbers: [Int]) -> [QueueItem] { numbers.map { QueueItem(path: SessionKeepingTests.path($0)) } }

  static func session(
    _ numbers: [Int] = [1, 2, 3, 4], order: [Int]? = nil, current: Int? = 2, frame: Int = 96_000,
    status: PlaybackStatus = .playing, route: RouteID = headphones, repeatMode: RepeatMode = .off,
    category: Category? = nil
  ) -> SavedSession {
    SavedSession(
      queue: SavedQueue(items: items(numbers), order: order)!,
      place: SavedPlace(
        current: current, frame: FrameCount(frame), rate: SampleRate(48_000), status: status, route: route,
        repeatMode: repeatMode, category: category))
  }

  /// A player that was started alone and has found `session`.
  static func restored(
    _ session: SavedSession = session(), _ restore: Restore = .paused, plugged: Bool = true,
    volume: VolumeBook = VolumeBook()
  ) -> CoreHarness {
    var settings = SessionSettings()
    settings.restore = restore
    var harness = CoreHarness(jacks: [("Headphone Jack", plugged)], settings: settings, volume: volume)
    harness.awaitSession()
    harness.send(.launched([], plays: true))
    harness.send(.sessionOpened(session))
    harness.publish()
    harness.send(.deviceProbed(.card(CardIndex(0))))
    return harness
  }

  private func queue(_ harness: CoreHarness) -> [Int] { SessionKeepingTests.numbers(SavedSession(harness)) }
  private func current(_ harness: CoreHarness) -> FilePath? { harness.state.snapshot.currentEntry?.path }

  @Test func `it stands where it was: queue, track, place, repeat, category`() {
    var harness = Self.restored(Self.session(repeatMode: .all, category: .soloAmbient))
    #expect(queue(harness) == [1, 2, 3, 4])
    #expect(current(harness) == SessionKeepingTests.path(3))
    #expect(harness.frame == 96_000)
    let snapshot = harness.state.snapshot
    #expect(snapshot.status == .paused && snapshot.repeatMode == .all && snapshot.category == .soloAmbient)
    harness.advance(.seconds(60))
    #expect(harness.heard.isEmpty)
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.heard.first?.frames.lowerBound == 96_000)
    #expect(harness.heard.first?.track.path == SessionKeepingTests.path(3))
  }

  @Test func `what is only added before the session has been read comes behind it, and takes no place`() {
    var harness = CoreHarness()
    harness.awaitSession()
    harness.send(.launched([], plays: true))
    harness.command(.insert(Self.items([9]), at: .end))
    #expect(harness.state.hasSomethingToKeep)
    harness.send(.sessionOpened(Self.session()))
    #expect(queue(harness) == [1, 2, 3, 4, 9])
    #expect(current(harness) == SessionKeepingTests.path(3))
    #expect(harness.frame == 96_000)
  }

  @Test func `a restored random order goes on as it was`() {
    var harness = Self.restored(Self.session(order: [3, 2, 0, 1], current: 2, status: .paused))
    #expect(harness.state.snapshot.shuffles)
    #expect(queue(harness) == [1, 2, 3, 4])
    var played: [FilePath?] = []
    for _ in 0..<3 {
      played.append(current(harness))
      harness.command(.nextTrack)
    }
    #expect(played == [3, 1, 2].map { SessionKeepingTests.path($0) })
    #expect(harness.answers == [.success, .success, .noSuchContent])
    for _ in 0..<3 { harness.command(.previousTrack) }
    #expect(current(harness) == SessionKeepingTests.path(4))
  }

  @Test func `what is restored is not written again, and reading it starts where it is looked at`() {
    let harness = Self.restored(Self.session(status: .paused))
    let queues = harness.effects.compactMap { if case .saveSession(_, let queue) = $0 { queue } else { nil } }
    #expect(queues.isEmpty)
    let read = harness.effects.compactMap { if case .readFacts(let tracks) = $0 { tracks.map(\.path) } else { nil } }
    #expect(read.last == [3, 4, 1, 2].map { SessionKeepingTests.path($0) })
  }

  /// The setting, what was saved, whether headphones are plugged, and whether it plays.
  static let starts: [(Restore, PlaybackStatus, RouteID, Bool, PlaybackStatus)] = [
    (.paused, .playing, headphones, true, .paused),
    (.playing, .playing, headphones, true, .playing),
    (.playing, .paused, headphones, true, .paused),
    (.playing, .stopped, headphones, true, .stopped),
    (.paused, .stopped, headphones, true, .stopped),
    // Others would hear it, which R17 asks for after a sleep, too.
    (.playing, .playing, headphones, false, .paused),
    (.playing, .playing, RouteID("speaker:PCH"), false, .paused),
    // Private, but not where it played.
    (.playing, .playing, RouteID("usb:S123"), true, .paused),
  ]

  @Test(arguments: starts.indices) func `R5, R17: it plays by itself only where it did and nobody else hears it`(
    index: Int
  ) {
    let (restore, saved, route, plugged, expected) = Self.starts[index]
    var harness = Self.restored(Self.session(status: saved, route: route), restore, plugged: plugged)
    harness.advance(.seconds(4))
    #expect(harness.state.snapshot.status == expected)
    #expect(harness.heard.isEmpty == (expected != .playing))
    #expect(harness.heard.allSatisfy { $0.route.id == Self.headphones })
    // R5: what is plugged in later starts nothing.
    guard expected != .playing else { return }
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(3))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(10))
    #expect(harness.heard.isEmpty)
  }

  @Test(arguments: [Command.pause, .stop, .nextTrack]) func `R4: a command that comes first is the last word`(
    command: Command
  ) {
    var settings = SessionSettings()
    settings.restore = .playing
    var harness = CoreHarness(jacks: [("Headphone Jack", true)], settings: settings)
    harness.awaitSession()
    harness.send(.launched([], plays: true))
    harness.send(.sessionOpened(Self.session()))
    #expect(harness.saved == nil || harness.saved?.place.status == .playing, "a crash now would still play on")
    harness.command(command)
    harness.publish()
    harness.send(.deviceProbed(.card(CardIndex(0))))
    harness.advance(.seconds(4))
    #expect(harness.heard.isEmpty)
  }

  @Test func `R10: a contact that is lost as it starts is a loss`() {
    var harness = Self.restored(Self.session(), .playing)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(3))
    #expect(harness.heard.allSatisfy { $0.route.id == Self.headphones })
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R19, R21, R35: levels are the routes' own, and no restart unmutes`() {
    let volume = VolumeBook(levels: [Self.headphones: Level(percent: 35)], muted: [Self.headphones])
    var harness = Self.restored(Self.session(), .playing, volume: volume)
    harness.advance(.seconds(2))
    #expect(harness.heard.map(\.gain) == [.silence])
    harness.command(.setMute(false))
    harness.advance(.seconds(1))
    #expect(harness.heard.last?.gain == Level(percent: 35).gain)
    var fresh = Self.restored(Self.session(), .playing)
    fresh.advance(.seconds(1))
    #expect(fresh.heard.map(\.gain) == [Level(percent: 60).gain])
    #expect(fresh.heard.first?.fadeIn == fresh.state.settings.resumeFade)
  }

  /// Saved numbers, the saved current index, the files named on the command line; then the queue.
  static let namings: [([Int], Int?, [Int], [Int])] = [
    ([1, 2, 3, 4], 1, [7, 8], [1, 2, 7, 8, 3, 4]),
    ([1, 2, 3, 4], 3, [7], [1, 2, 3, 4, 7]),
    // They are there already.
    ([1, 2, 3, 4], 0, [2, 3], [1, 2, 3, 4]),
    ([1, 2, 3, 4], 0, [3, 2], [1, 3, 2, 2, 3, 4]),
    ([], nil, [1, 2], [1, 2]),
  ]

  @Test(arguments: namings.indices, [nil, [2, 0, 3, 1]])
  func `files that are named play now, with the restored queue around them, whichever comes first`(
    index: Int, order: [Int]?
  ) {
    let (saved, at, named, expected) = Self.namings[index]
    let session = Self.session(
      saved, order: saved.isEmpty ? nil : order, current: at, status: .paused, repeatMode: .all)
    var results: [(queue: [Int], turns: [Int])] = []
    for isRestoredFirst in [true, false] {
      var harness = CoreHarness()
      harness.awaitSession()
      harness.publish()
      if isRestoredFirst { harness.send(.sessionOpened(session)) }
      harness.send(.launched(Self.items(named), plays: true))
      harness.advance(.milliseconds(10))
      let before = harness.engine.orders.count
      if !isRestoredFirst { harness.send(.sessionOpened(session)) }
      // What plays is not touched by what comes after.
      let later = harness.engine.orders[before...].filter { if case .setNext = $0 { false } else { true } }
      #expect(later.isEmpty)
      harness.advance(.seconds(1))
      #expect(queue(harness) == expected)
      #expect(current(harness) == SessionKeepingTests.path(named[0]))
      #expect(harness.state.snapshot.status == .playing && harness.state.snapshot.repeatMode == .all)
      #expect(harness.heard.map(\.track.path) == [SessionKeepingTests.path(named[0])])
      #expect(harness.saved.map { SessionKeepingTests.numbers($0) } ?? saved == expected)
      let turns = harness.state.queue.playedOrder.map { queue(harness)[$0] }
      results.append((queue(harness), turns))
    }
    #expect(results[0].turns == results[1].turns)
  }

  @Test(arguments: [nil, [1, 2, 3, 0]])
  func `a file whose tracks by its sheet are there plays these`(order: [Int]?) throws {
    let format = AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16))
    let file = TrackFacts(format: format, length: FrameCount(480_000))
    let sheet = [0, 300].map { start in
      QueueItem(
        path: SessionKeepingTests.path(1),
        part: TrackPart(start: .disc(frames: start), end: start == 0 ? .disc(frames: 300) : nil))
    }
    var session = Self.session(status: .paused)
    session.queue = try #require(SavedQueue(items: Self.items([5]) + sheet + Self.items([6]), order: order))
    for isRestoredFirst in [true, false] {
      var harness = CoreHarness()
      harness.awaitSession()
      harness.publish()
      if isRestoredFirst { harness.send(.sessionOpened(session)) }
      harness.send(.launched(Self.items([1]), plays: true))
      if !isRestoredFirst { harness.send(.sessionOpened(session)) }
      // Found again where the file stands whole, as it did while nothing else was known.
      for entry in harness.state.queue.entries where entry.path == sheet[0].path && entry.part == nil {
        harness.send(.sheetRead(entry.id, file, sheet))
      }
      harness.advance(.seconds(1))
      #expect(queue(harness) == [5, 1, 1, 6])
      #expect(harness.state.queue.entries.map(\.part) == [nil, sheet[0].part, sheet[1].part, nil])
      #expect(harness.state.snapshot.currentEntry?.part == sheet[0].part)
      #expect(Set(harness.state.queue.playedOrder) == [0, 1, 2, 3])
    }
  }

  @Test func `what was said before the session came counts`() {
    var harness = CoreHarness()
    harness.awaitSession()
    harness.launch(tracks: 2)
    harness.command(.changeRepeatMode(.one))
    harness.command(.changeCategory(.ambient))
    harness.command(.changeShuffleMode(true))
    harness.send(.sessionOpened(Self.session([5, 6], current: 0, repeatMode: .all, category: .soloAmbient)))
    let snapshot = harness.state.snapshot
    #expect(snapshot.repeatMode == .one && snapshot.category == .ambient && snapshot.shuffles)
    #expect(queue(harness) == [5, 1, 2, 6])
    #expect(Set(harness.state.queue.playedOrder) == [0, 1, 2, 3])
  }

  @Test func `a session that comes twice, or that nobody waits for, changes nothing`() {
    var harness = CoreHarness()
    harness.launch(tracks: 1)
    harness.send(.sessionOpened(Self.session()))
    #expect(queue(harness) == [1])
    var restored = Self.restored()
    restored.send(.sessionOpened(Self.session([5])))
    #expect(queue(restored) == [1, 2, 3, 4])
  }

  @Test func `files that have vanished stay, with what is wrong with them, and come back with the next session`() throws
  {
    var harness = Self.restored(Self.session(status: .paused))
    let ids = harness.state.queue.entries.map(\.id)
    for id in [ids[1], ids[2]] { harness.send(.trackUnreadable(id, reason: "no such file")) }
    #expect(harness.state.snapshot.queue.map(\.problem) == [nil, "no such file", "no such file", nil])
    #expect(current(harness) == SessionKeepingTests.path(3), "the place is kept")
    harness.command(.changeRepeatMode(.all))
    harness.advance(.seconds(10))
    let saved = SavedSession(harness)
    #expect(saved.queue.items.map(\.path) == Self.items([1, 2, 3, 4]).map(\.path))
    // The file is there again in the next run: nothing is held against it.
    let next = Self.restored(saved)
    #expect(next.state.snapshot.queue.allSatisfy { $0.problem == nil })
    #expect(next.frame == 96_000)
  }

  @Test func `parts of a sheet come back as parts, with their facts and the place in them`() throws {
    let rate = SampleRate(44_100)
    let sheet = (0..<3).map { index in
      QueueItem(
        path: SessionKeepingTests.path(1),
        part: TrackPart(
          start: .disc(frames: Int64(index) * 750), end: index == 2 ? nil : .disc(frames: Int64(index + 1) * 750)),
        facts: TrackFacts(
          title: "Part \(index)", format: AudioFormat(rate: rate, channels: 2, encoding: .integer(bits: 16)),
          length: FrameCount(441_000)))
    }
    var saved = Self.session(status: .paused)
    saved.queue = try #require(SavedQueue(items: sheet))
    saved.place.current = 1
    saved.place.rate = rate
    var harness = Self.restored(saved)
    harness.engine.files[SessionKeepingTests.path(1)] = FakeEngine.File(length: FrameCount(441_000 * 3), rate: rate)
    #expect(harness.state.snapshot.currentEntry?.facts == sheet[1].facts)
    let file = TrackFacts(
      title: "Album", format: AudioFormat(rate: rate, channels: 2, encoding: .integer(bits: 16)),
      length: FrameCount(441_000))
    for entry in harness.state.queue.entries { harness.send(.trackRead(entry.id, file)) }
    #expect(harness.state.snapshot.queue.map(\.facts.title) == ["Part 0", "Part 1", "Part 2"])
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.heard.first?.track.part == sheet[1].part)
    #expect(harness.heard.first?.frames.lowerBound == 96_000)
  }

  @Test func `a file that was replaced by another since is told as it is, and the place is the same time in it`() {
    var saved = Self.session(status: .paused)
    var items = saved.queue.items
    let format = AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16))
    for index in items.indices {
      items[index].facts = TrackFacts(title: "Old", format: format, length: FrameCount(480_000))
    }
    saved.queue = SavedQueue(items: items)!
    var harness = Self.restored(saved)
    #expect(harness.state.snapshot.currentEntry?.displayTitle == "Old")
    let facts = TrackFacts(
      format: AudioFormat(rate: SampleRate(96_000), channels: 2, encoding: .integer(bits: 24)), length: FrameCount(777))
    harness.send(.trackRead(harness.state.queue.entries[2].id, facts))
    #expect(harness.state.snapshot.currentEntry?.facts == facts)
    #expect(harness.frame == 192_000)
  }

  @Test func `an order that names a track twice, or not at all, is none`() {
    #expect(SavedQueue(items: Self.items([1, 2]), order: [0, 0]) == nil)
    #expect(SavedQueue(items: Self.items([1, 2]), order: [1]) == nil)
    #expect(SavedQueue(items: Self.items([1, 2]), order: [1, 2]) == nil)
    #expect(SavedQueue(items: Self.items([1, 2]), order: [-1, 0]) == nil)
    #expect(SavedQueue(items: Self.items([1, 2]), order: [1, 0]) != nil)
  }
}

extension SavedSession {
  /// What a player in this state would have saved last.
  fileprivate init(_ harness: CoreHarness) {
    let place = harness.effects.reversed().lazy.compactMap {
      if case .saveSession(let place, _) = $0 { place } else { nil }
    }.first
    self.init(queue: SavedQueue(harness.state.queue), place: place ?? SavedPlace(current: nil))
  }
}
