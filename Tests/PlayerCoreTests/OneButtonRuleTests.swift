import PlayerCore
import Testing

/// The only button of a headset: what presses that follow each other mean (R26).
@Suite struct OneButtonRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether the second of three tracks plays, at 3.5 s, or is paused there.
    var plays = true
    /// "d0 u60": down after 0 ms, up after 60.
    var presses: String
    /// Which track is heard after so many milliseconds; nil: none.
    var heard: [(Int, UInt32?)]
    /// Seconds into the track after five seconds, rounded.
    var place: Int?
  }

  static let rows = [
    Row(testDescription: "one pauses at once", presses: "d0 u60", heard: [(20, nil), (400, nil), (4_900, nil)]),
    Row(
      testDescription: "two go on with the next track", presses: "d0 u60 d200 u260",
      heard: [(20, nil), (270, nil), (549, nil), (560, 3), (4_900, 3)]),
    Row(
      testDescription: "three go back to the track's start", presses: "d0 u60 d200 u260 d400 u460",
      heard: [(20, nil), (459, nil), (470, 2), (4_900, 2)], place: 5),
    Row(
      testDescription: "a fourth in time belongs to the three", presses: "d0 u60 d200 u260 d400 u460 d600 u660",
      heard: [(470, 2), (700, 2), (4_900, 2)], place: 5),
    Row(
      testDescription: "what follows later is another one", presses: "d0 u60 d200 u260 d400 u460 d900 u960",
      heard: [(470, 2), (890, 2), (920, nil), (4_900, nil)]),
    Row(
      testDescription: "too slow for two: pause and play", presses: "d0 u60 d400 u460",
      heard: [(20, nil), (749, nil), (760, 2), (4_900, 2)]),
    Row(
      testDescription: "one that is held pauses", presses: "d0 u3000", heard: [(20, nil), (2_900, nil), (4_900, nil)]),
    Row(
      testDescription: "the second held goes fast forward", presses: "d0 u60 d200 u2000",
      heard: [(20, nil), (790, nil), (810, 2), (1_990, 2), (4_900, 2)],
      // At 0.8, 1.3 and 1.8 s five seconds each, and 4.2 s of playing.
      place: 23),
    Row(
      testDescription: "the third held goes back", presses: "d0 u60 d200 u260 d400 u2000",
      heard: [(20, nil), (990, nil), (1_010, 2), (4_900, 2)], place: 4),
    Row(
      testDescription: "the second held too briefly goes on to the next track", presses: "d0 u60 d200 u640",
      heard: [(20, nil), (639, nil), (650, 3)]),
    Row(
      testDescription: "paused: one plays, when nothing can follow any more", plays: false, presses: "d0 u60",
      heard: [(340, nil), (360, 2), (4_900, 2)]),
    Row(
      testDescription: "paused: one that is held plays as soon", plays: false, presses: "d0 u2000",
      heard: [(340, nil), (360, 2), (4_900, 2)]),
    Row(
      testDescription: "paused: two make no sound", plays: false, presses: "d0 u60 d200 u260",
      heard: [(300, nil), (600, nil), (4_900, nil)], place: 0),
    Row(
      testDescription: "paused: two and one make the next track play", plays: false,
      presses: "d0 u60 d200 u260 d1000 u1060", heard: [(1_340, nil), (1_360, 3), (4_900, 3)]),
    Row(
      testDescription: "paused: holding moves the place", plays: false, presses: "d0 u60 d200 u2000",
      heard: [(800, nil), (4_900, nil)], place: 19),
  ]

  @Test(arguments: rows, [PressKey.playPause, .media])
  func `R26: presses of the only button`(row: Row, key: PressKey) {
    var harness = Self.inSecondTrack(plays: row.plays)
    let began = harness.now
    harness.perform(row.presses, key)
    harness.advance(to: began + .seconds(5))
    for (milliseconds, entry) in row.heard {
      let heard = harness.entryHeard(at: began + .milliseconds(milliseconds))
      #expect(heard == entry.map { QueueEntryID($0) }, "after \(milliseconds) ms\n\(harness.story)")
    }
    if let place = row.place { #expect((harness.frame + 24_000) / 48_000 == Int64(place), "\(harness.story)") }
  }

  @Test func `R26: in the first seconds three presses go to the track before`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.nextTrack)
    harness.advance(.seconds(1))
    harness.perform("d0 u60 d200 u260 d400 u460")
    harness.advance(.seconds(1))
    #expect(harness.state.current == QueueEntryID(1) && harness.engine.sounds)
  }

  @Test func `R26: two presses in the last track leave it playing`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.nextTrack)
    harness.command(.nextTrack)
    harness.advance(.seconds(1))
    harness.perform("d0 u60 d200 u260")
    harness.advance(.seconds(1))
    #expect(harness.state.current == QueueEntryID(3) && harness.engine.sounds)
    #expect(harness.state.snapshot.message == "nothing more to play there")
  }

  @Test func `R26: without a window every press acts at once`() {
    var settings = SessionSettings()
    settings.pressWindow = .zero
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.perform("d0 u60")
    #expect(harness.state.wish.goal == .pause)
    harness.perform("d0")
    #expect(harness.state.wish.goal == .play)
    #expect(harness.engine.sounds || harness.state.phase == .preparing || harness.state.phase == .silencing)
  }

  @Test func `R26: a loop that comes late counts by the kernel's time`() {
    var harness = Self.inSecondTrack(plays: true)
    let began = harness.now
    harness.skip(.milliseconds(900))
    for (milliseconds, motion) in [(0, PressMotion.down), (60, .up), (200, .down), (260, .up)] {
      harness.send(.pressed(Press(.media, motion, on: .cable, at: began + .milliseconds(milliseconds))))
    }
    harness.advance(.milliseconds(100))
    #expect(harness.state.current == QueueEntryID(3) && harness.engine.sounds, "\(harness.story)")
  }

  @Test func `R26: two presses that come late, and were slow, are two`() {
    var harness = Self.inSecondTrack(plays: true)
    let began = harness.now
    harness.skip(.milliseconds(900))
    for (milliseconds, motion) in [(0, PressMotion.down), (60, .up), (400, .down), (460, .up)] {
      harness.send(.pressed(Press(.media, motion, on: .cable, at: began + .milliseconds(milliseconds))))
    }
    harness.advance(.milliseconds(500))
    #expect(harness.state.current == QueueEntryID(2) && harness.engine.sounds, "\(harness.story)")
  }

  @Test func `R26: a press that waited for seconds was meant for another moment`() {
    var harness = Self.inSecondTrack(plays: false)
    let began = harness.now
    harness.skip(.seconds(3))
    harness.send(.pressed(Press(.media, .down, on: .cable, at: began)))
    harness.send(.pressed(Press(.playPause, .down, on: .keyboard, at: began)))
    harness.advance(.seconds(1))
    #expect(harness.state.wish.goal == .pause)
  }

  @Test(arguments: [Command.pause, .stop, .nextTrack, .skip(.seconds(1))])
  func `R26: whatever else is commanded within the window ends what was begun`(command: Command) {
    var harness = Self.inSecondTrack(plays: false)
    harness.perform("d0 u60")
    harness.command(command)
    harness.advance(.seconds(2))
    #expect(harness.state.wish.goal != .play)
  }

  @Test func `R26: music that was started within the window by something else plays on`() {
    var harness = Self.inSecondTrack(plays: false)
    harness.perform("d0 u60")
    harness.command(.play)
    harness.advance(.seconds(2))
    #expect(harness.engine.sounds)
  }

  @Test func `R26: the buttons of two headsets make no sequence`() {
    var harness = Self.inSecondTrack(plays: true)
    harness.perform("d0 u60")
    harness.perform("d0 u60", on: PressDevice(id: 9, kind: .cable, name: "Other Headset"))
    harness.advance(.seconds(2))
    #expect(harness.state.current == QueueEntryID(2))
    #expect(harness.engine.sounds, "a pause, and a play\n\(harness.story)")
  }

  @Test func `R23: a switched off command is none of the button's, either`() {
    var settings = SessionSettings()
    settings.disabledCommands = [.nextTrack]
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.perform("d0 u60 d200 u260")
    harness.advance(.seconds(1))
    #expect(harness.state.current == QueueEntryID(1) && harness.state.wish.goal == .pause)
    #expect(harness.state.snapshot.message == "not possible now")
  }

  @Test func `R23: a switched off source is not listened to`() {
    var settings = SessionSettings()
    settings.disabledSources = [.mediaKeys]
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.perform("d0 u60")
    harness.perform("d0 u60", on: .keyboard)
    #expect(harness.engine.sounds)
    harness.perform("d0 u60", .pause, on: .buds)
    #expect(!harness.state.shouldSound)
  }

  // MARK: - The plug

  @Test func `R1, R26: a press that would start sound is forgotten when the plug goes`() {
    var harness = Self.inSecondTrack(plays: false)
    harness.perform("d0 u60")
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Wish(.pause, because: .user) && harness.entryHeard(at: harness.now) == nil)
  }

  @Test func `R3, R26: a button that the leaving plug presses is no pause of the user's`() {
    var harness = LossRuleTests.onHeadphones()
    harness.perform("d0 u20")
    harness.plug("Headphone Jack", false)
    #expect(harness.state.shouldSound == false)
    harness.advance(.seconds(2))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(harness.engine.sounds, "R3")
    #expect(harness.heard.allSatisfy { $0.route.port == .headphones })
  }

  @Test func `R2: a pause that was there before the window of the loss stays the user's`() {
    var harness = LossRuleTests.onHeadphones()
    harness.perform("d0 u60")
    harness.advance(.milliseconds(400))
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(2))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(2))
    #expect(harness.state.wish == Wish(.pause, because: .user))
  }

  @Test(arguments: [0, 100, 300, 440], [PressKey.media, .playPause, .play, .next, .volumeUp])
  func `R5: a button that the plug presses on its way in starts nothing`(milliseconds: Int, key: PressKey) {
    var harness = CoreHarness()
    harness.launch(plays: false)
    let before = harness.state.snapshot
    harness.plug("Headphone Jack", true)
    harness.advance(.milliseconds(milliseconds))
    harness.perform("d0 u5 d50 u55", key)
    harness.advance(.seconds(3))
    #expect(harness.state.wish.goal == .pause && harness.state.current == before.current)
    #expect(harness.state.volume == VolumeBook())
  }

  @Test func `R5: nor does one that was pressed just before the contact`() {
    var harness = CoreHarness()
    harness.launch(plays: false)
    harness.perform("d0 u5")
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(3))
    #expect(harness.state.wish.goal == .pause)
  }

  @Test func `R26: a headset that is gone lets go of its button, and starts nothing`() {
    var harness = Self.inSecondTrack(plays: false)
    harness.send(.pressDevicesChanged([.cable]))
    harness.perform("d0 u60")
    harness.send(.pressDevicesChanged([]))
    harness.advance(.seconds(2))
    #expect(harness.state.wish.goal == .pause)
    harness.send(.pressDevicesChanged([.cable]))
    harness.perform("d0 u60 d200")
    harness.advance(.milliseconds(700))
    let place = harness.frame
    harness.send(.pressDevicesChanged([]))
    harness.advance(.seconds(5))
    #expect(harness.frame == place, "nothing is wound any more")
  }

  /// The second of three tracks, 3.5 s into it, on headphones.
  private static func inSecondTrack(plays: Bool) -> CoreHarness {
    var harness = LossRuleTests.onHeadphones()
    harness.engine.files[FilePath("/music/2.flac")] = FakeEngine.File(length: FrameCount(48_000 * 100))
    harness.command(.nextTrack)
    harness.advance(.milliseconds(3_500))
    if !plays {
      harness.command(.pause)
      harness.advance(.milliseconds(500))
    }
    return harness
  }
}
