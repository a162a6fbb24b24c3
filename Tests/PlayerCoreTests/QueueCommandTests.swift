import Testing

@testable import PlayerCore

/// Commands that change the queue while it is played (R23), and what becomes of what is heard.
@Suite struct QueueCommandTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var commands: [Command]
    /// Numbers of files; new ones are 8 and 9.
    var queue: [Int]
    /// The file that is current; nil: none.
    var current: Int?
    var goal = Wish.Goal.play
    var answer = CommandStatus.success
  }

  /// Files 1 to 4, of which 2 plays.
  static let table = [
    Edit(
      testDescription: "at the end", commands: [.insert(items(8, 9), at: .end)], queue: [1, 2, 3, 4, 8, 9], current: 2),
    Edit(testDescription: "next", commands: [.insert(items(8, 9), at: .next)], queue: [1, 2, 8, 9, 3, 4], current: 2),
    Edit(
      testDescription: "at the start", commands: [.insert(items(8), at: .index(0))], queue: [8, 1, 2, 3, 4], current: 2),
    Edit(
      testDescription: "beyond the end", commands: [.insert(items(8), at: .index(99))], queue: [1, 2, 3, 4, 8],
      current: 2),
    Edit(
      testDescription: "nothing", commands: [.insert([], at: .end)], queue: [1, 2, 3, 4], current: 2,
      answer: .noSuchContent),
    Edit(testDescription: "played now", commands: [.playItems(items(8, 9))], queue: [1, 2, 8, 9, 3, 4], current: 8),
    Edit(
      testDescription: "played now while paused", commands: [.pause, .playItems(items(8))], queue: [1, 2, 8, 3, 4],
      current: 8),
    Edit(
      testDescription: "played where they are", commands: [.playItems(items(3, 4))], queue: [1, 2, 3, 4], current: 3),
    Edit(
      testDescription: "the same in another order", commands: [.playItems(items(4, 3))], queue: [1, 2, 4, 3, 3, 4],
      current: 4),
    Edit(testDescription: "without another one", commands: [.removeEntries(ids(3))], queue: [1, 2, 4], current: 2),
    Edit(testDescription: "without itself", commands: [.removeEntries(ids(2))], queue: [1, 3, 4], current: 3),
    Edit(
      testDescription: "without itself, paused", commands: [.pause, .removeEntries(ids(2))], queue: [1, 3, 4],
      current: 3,
      goal: .pause),
    Edit(
      testDescription: "without itself and the next", commands: [.removeEntries(ids(2, 3))], queue: [1, 4], current: 4),
    Edit(
      testDescription: "without it and all that follow", commands: [.removeEntries(ids(2, 3, 4))], queue: [1],
      current: 1,
      goal: .stop),
    Edit(
      testDescription: "without one that is not there", commands: [.removeEntries(ids(7))], queue: [1, 2, 3, 4],
      current: 2,
      answer: .noSuchContent),
    Edit(testDescription: "cleared", commands: [.clearQueue], queue: [], current: nil, goal: .stop),
    Edit(
      testDescription: "cleared twice", commands: [.clearQueue, .clearQueue], queue: [], current: nil, goal: .stop),
    Edit(
      testDescription: "cleared and filled", commands: [.clearQueue, .insert(items(8, 9), at: .next)], queue: [8, 9],
      current: 8, goal: .stop),
    Edit(testDescription: "moved up", commands: [.moveEntries(ids(4), to: 0)], queue: [4, 1, 2, 3], current: 2),
    Edit(testDescription: "moved down", commands: [.moveEntries(ids(1, 2), to: 4)], queue: [3, 4, 1, 2], current: 2),
    Edit(
      testDescription: "moved among themselves", commands: [.moveEntries(ids(1, 3), to: 2)], queue: [2, 1, 3, 4],
      current: 2),
  ]

  static func items(_ numbers: Int...) -> [QueueItem] {
    numbers.map { QueueItem(path: FilePath("/music/\($0).flac")) }
  }
  static func ids(_ numbers: UInt32...) -> [QueueEntryID] { numbers.map { QueueEntryID($0) } }

  @Test(arguments: table) func `the queue changes, and what plays goes on or gives way`(edit: Edit) {
    var harness = CoreHarness()
    harness.launch(tracks: 4)
    harness.command(.playEntry(QueueEntryID(2)))
    harness.advance(.seconds(1))
    for command in edit.commands {
      harness.command(command)
      harness.advance(.seconds(1))
    }
    let snapshot = harness.state.snapshot
    #expect(snapshot.queue.map(\.path.text) == edit.queue.map { "/music/\($0).flac" })
    #expect(snapshot.currentEntry?.path.text == edit.current.map { "/music/\($0).flac" })
    #expect(snapshot.wish.goal == edit.goal)
    #expect(harness.answers.last == edit.answer)
    #expect(harness.engine.isAudible == (edit.goal == .play))
  }

  @Test func `what follows is played in its new order without a gap`() {
    var harness = CoreHarness()
    harness.engine.files[FilePath("/music/1.flac")] = FakeEngine.File(length: FrameCount(96_000))
    harness.launch(tracks: 3, quietTimeOver: false)
    harness.advance(.milliseconds(500))
    harness.command(.moveEntries(Self.ids(3), to: 1))
    harness.command(.insert(Self.items(9), at: .next))
    harness.advance(.seconds(3))
    #expect(harness.heard.map(\.track.path.text).prefix(2) == ["/music/1.flac", "/music/9.flac"])
    #expect(harness.effects.count { if case .engine(.prepare) = $0 { true } else { false } } == 1)
  }

  @Test func `a track that was taken out as the engine joined on it is not played on`() {
    var harness = CoreHarness()
    harness.engine.files[FilePath("/music/1.flac")] = FakeEngine.File(length: FrameCount(96_000))
    harness.launch(tracks: 3, quietTimeOver: false)
    harness.engine.reportDelay = .milliseconds(100)
    harness.advance(.milliseconds(2_050))
    harness.command(.removeEntries(Self.ids(2)))
    harness.advance(.seconds(1))
    #expect(harness.state.current == QueueEntryID(3))
    #expect(harness.engine.isAudible)
  }

  @Test func `in random order new tracks come after the current one, each once`() {
    for seed in 0..<50 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      queue.append((1...6).map { QueueItem(path: FilePath("\($0)")) })
      let current = queue.entries[3].id
      queue.setShuffle(true, current: current)
      let next = queue.insert(Self.items(8, 9), at: .next, current: current)
      #expect(queue.next(after: current)?.id == next[0])
      #expect(queue.next(after: next[0])?.id == next[1])
      queue.insert(Self.items(10, 11, 12), at: .end, current: current)
      queue.move([next[1]], to: 0)
      queue.remove([next[0]])
      var played = [current]
      while let following = queue.next(after: played.last!) { played.append(following.id) }
      #expect(Set(played).count == played.count && played.count == queue.entries.count)
    }
  }

  @Test func `R29: what is no playback ends with its terminal, and only ambient does not yield`() {
    for category in Category.allCases {
      var harness = CoreHarness()
      harness.launch()
      harness.command(.changeCategory(category))
      harness.send(.holdBegan(.interruption))
      harness.advance(.seconds(1))
      #expect(harness.engine.isAudible == (category == .ambient))
      harness.send(.holdEnded(.interruption, shouldResume: true))
      harness.advance(.seconds(1))
      harness.send(.terminalLeft)
      harness.advance(.seconds(1))
      #expect(harness.engine.isAudible == (category == .playback))
      #expect(harness.state.snapshot.category == category)
    }
  }

  @Test func `only what leads astray who follows the clock counts as a jump`() {
    var harness = CoreHarness()
    harness.engine.files[FilePath("/music/1.flac")] = FakeEngine.File(length: FrameCount(480_000))
    harness.launch()
    let start = harness.state.jumps
    harness.advance(.seconds(5))
    harness.command(.pause)
    harness.advance(.seconds(1))
    harness.command(.play)
    harness.advance(.seconds(4))
    #expect(harness.state.current == QueueEntryID(2))
    #expect(harness.state.jumps == start)
    harness.command(.skip(.seconds(-1)))
    harness.advance(.seconds(1))
    #expect(harness.state.jumps == start + 1)
    harness.command(.nextTrack)
    harness.advance(.seconds(1))
    #expect(harness.state.jumps == start + 1)
    harness.command(.stop)
    #expect(harness.state.jumps == start + 2)
  }
}
