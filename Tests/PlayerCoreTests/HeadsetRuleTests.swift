import PlayerCore
import Testing

/// Bluetooth headsets' PLAY and PAUSE, keyboards' media keys, and what is held down (R23, R24, R27).
@Suite struct HeadsetRuleTests {
  struct KeyRow: Sendable, CustomTestStringConvertible {
    var key: PressKey
    var device: PressDevice
    /// The wish before, and what it is at once, with its cause.
    var before: Wish.Goal
    var after: Wish
    /// The track that is current then, of three; the second was.
    var entry: UInt32 = 2
    var testDescription: String { "\(device.kind) \(key) while \(before)" }
  }

  static let rows = [
    KeyRow(key: .pause, device: .buds, before: .play, after: Wish(.pause, because: .headset)),
    KeyRow(key: .pause, device: .buds, before: .pause, after: Wish(.pause, because: .headset)),
    KeyRow(key: .pause, device: .buds, before: .stop, after: Wish(.stop, because: .user)),
    KeyRow(key: .play, device: .buds, before: .pause, after: Wish(.play, because: .headset)),
    KeyRow(key: .play, device: .buds, before: .play, after: Wish(.play, because: .user)),
    KeyRow(key: .playPause, device: .buds, before: .play, after: Wish(.pause, because: .headset)),
    KeyRow(key: .stop, device: .buds, before: .play, after: Wish(.stop, because: .user)),
    KeyRow(key: .next, device: .buds, before: .play, after: Wish(.play, because: .user), entry: 3),
    KeyRow(key: .previous, device: .buds, before: .play, after: Wish(.play, because: .user), entry: 1),
    KeyRow(key: .playPause, device: .keyboard, before: .play, after: Wish(.pause, because: .user)),
    KeyRow(key: .playPause, device: .keyboard, before: .pause, after: Wish(.play, because: .user)),
    KeyRow(key: .media, device: .keyboard, before: .pause, after: Wish(.play, because: .user)),
    KeyRow(key: .play, device: .keyboard, before: .pause, after: Wish(.play, because: .user)),
    KeyRow(key: .play, device: .keyboard, before: .play, after: Wish(.play, because: .user)),
    KeyRow(key: .pause, device: .keyboard, before: .pause, after: Wish(.pause, because: .user)),
    KeyRow(key: .stop, device: .keyboard, before: .play, after: Wish(.stop, because: .user)),
    KeyRow(key: .next, device: .keyboard, before: .pause, after: Wish(.pause, because: .user), entry: 3),
    KeyRow(key: .previous, device: .keyboard, before: .play, after: Wish(.play, because: .user), entry: 1),
    // Several buttons in the cable: only the one for both has a grammar of its own.
    KeyRow(key: .next, device: .cable, before: .play, after: Wish(.play, because: .user), entry: 3),
    KeyRow(key: .previous, device: .cable, before: .play, after: Wish(.play, because: .user), entry: 1),
    KeyRow(key: .play, device: .cable, before: .pause, after: Wish(.play, because: .user)),
  ]

  @Test(arguments: rows) func `R24, R26, R27: keys that act at once`(row: KeyRow) {
    var harness = Self.inSecondTrack(row.before)
    harness.perform("d0", row.key, on: row.device)
    #expect(harness.state.wish == row.after)
    #expect(harness.state.current == QueueEntryID(row.entry))
    harness.perform("u60", row.key, on: row.device)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == row.after && harness.engine.sounds == (row.after.goal == .play))
  }

  @Test func `R22: volume keys step, hold and unmute, and never too fast to stop`() {
    var harness = Self.inSecondTrack(.play)
    harness.perform("d0 u60", .volumeDown, on: .keyboard)
    #expect(harness.state.snapshot.level == Level(percent: 55))
    harness.perform("d0 u60", .mute, on: .keyboard)
    #expect(harness.state.snapshot.isMuted)
    harness.perform("d0 " + (1...30).map { "r\($0 * 33)" }.joined(separator: " ") + " u1000", .volumeUp, on: .keyboard)
    #expect(!harness.state.snapshot.isMuted)
    #expect(harness.state.snapshot.level == Level(percent: 90), "seven steps in a second")
    harness.perform("d0 r300 r600 u700", .mute, on: .keyboard)
    #expect(harness.state.snapshot.isMuted, "a held mute is one press")
  }

  @Test(arguments: [PressKey.next, .previous, .playPause, .pause, .stop], [PressDevice.keyboard, .buds, .cable])
  func `a key that is held is one press`(key: PressKey, device: PressDevice) {
    var harness = Self.inSecondTrack(.play)
    harness.perform("d0 u1000", key, on: device)
    let once = harness.state.snapshot
    var repeated = Self.inSecondTrack(.play)
    repeated.perform("d0 " + (10...30).map { "r\($0 * 33)" }.joined(separator: " ") + " u1000", key, on: device)
    #expect(repeated.state.snapshot == once)
  }

  @Test(arguments: [PressDevice.keyboard, .buds, .cable])
  func `R23: fast-forward and rewind go on while they are held`(device: PressDevice) {
    var harness = Self.inSecondTrack(.play, length: 100)
    harness.perform("d0 u1300", .fastForward, on: device)
    // The first step at once, two more, and the time between.
    #expect(abs(harness.frame - 48_000 * (1 + 15) - 48_000 * 13 / 10) < 9_600, "\(harness.frame)")
    harness.advance(.seconds(2))
    let place = harness.frame
    harness.perform("d0 u100", .rewind, on: device)
    #expect(abs(place - harness.frame - 48_000 * 5 + 4_800) < 4_800, "a touch is one step")
  }

  @Test func `R23: fast-forward ends with its track, rewind at the start`() {
    var harness = Self.inSecondTrack(.play)
    harness.perform("d0 u9000", .fastForward, on: .keyboard)
    #expect(harness.state.current == QueueEntryID(3))
    #expect(harness.frame > 48_000 * 6, "it plays from there as usual")
    harness.perform("d0", .rewind, on: .keyboard)
    harness.advance(.milliseconds(800))
    #expect(harness.state.current == QueueEntryID(3) && harness.state.wish.goal == .play)
    harness.advance(.seconds(3))
    #expect(harness.frame > 48_000 * 2, "it plays from there as usual")
  }

  @Test func `R23: a stopped player winds nothing`() {
    var harness = Self.inSecondTrack(.stop)
    harness.perform("d0 u2000", .fastForward, on: .keyboard)
    #expect(harness.frame == 0 && harness.state.wish.goal == .stop)
    #expect(harness.state.snapshot.message == "nothing is playing")
  }

  @Test func `R1: winding ends when the plug goes`() {
    var harness = Self.inSecondTrack(.play, length: 100)
    harness.perform("d0", .fastForward, on: .keyboard)
    harness.advance(.milliseconds(100))
    harness.plug("Headphone Jack", false)
    let place = harness.frame
    harness.advance(.seconds(3))
    #expect(harness.frame - place < 4_800 && harness.state.wish == Wish(.pause, because: .routeLost))
  }

  // MARK: - Switched on and off

  @Test(arguments: [PressKey.play, .playPause])
  func `R5: what a headset says as it is connected starts nothing`(key: PressKey) {
    for wasLost in [true, false] {
      var harness = LossRuleTests.launched(on: LossRuleTests.ways.last!)
      harness.send(.pressDevicesChanged([.buds]))
      if !wasLost { harness.command(.pause) }
      harness.send(.pressDevicesChanged([]))
      LossRuleTests.unplug(&harness, LossRuleTests.ways.last!)
      harness.advance(.seconds(100))
      // The buttons are there before the sound is.
      let back = PressDevice(id: 7, kind: .avrcp, name: PressDevice.buds.name)
      harness.send(.pressDevicesChanged([back]))
      harness.perform("d100 u150 d600 u650", key, on: back)
      harness.advance(.milliseconds(100))
      #expect(harness.state.wish.goal == .pause)
      harness.perform("d2000 u2050", key, on: back)
      #expect(harness.state.wish == Wish(.play, because: .headset), "later it is somebody's wish")
    }
  }

  @Test func `R24: the PAUSE of a headset that is being switched off starts nothing, then or later`() {
    for goal in [Wish.Goal.pause, .stop, .play] {
      var harness = LossRuleTests.launched(on: LossRuleTests.ways.last!)
      harness.send(.pressDevicesChanged([.buds]))
      harness.advance(.seconds(6))
      if goal != .play { harness.command(goal == .pause ? .pause : .stop) }
      harness.advance(.seconds(1))
      for _ in 0..<3 { harness.perform("d0 u50 d150 u200", .pause, on: .buds) }
      harness.send(.pressDevicesChanged([]))
      LossRuleTests.unplug(&harness, LossRuleTests.ways.last!)
      harness.advance(.seconds(3))
      #expect(harness.state.wish.goal == (goal == .stop ? .stop : .pause))
      harness.facts.bluetooth = [LossRuleTests.buds]
      harness.facts.output = .bluetooth(address: LossRuleTests.buds.address)
      harness.publish()
      harness.send(.pressDevicesChanged([.buds]))
      harness.advance(.seconds(3))
      #expect(harness.state.wish.goal != .play, "switched off is not walked away (R3)")
      #expect(harness.heard.allSatisfy { $0.route.port == .bluetoothA2DP })
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `R24: nor does its PLAY, when it is gone a moment later`(routeFirst: Bool, wasStopped: Bool) {
    var harness = LossRuleTests.launched(on: LossRuleTests.ways.last!)
    harness.send(.pressDevicesChanged([.buds]))
    harness.command(wasStopped ? .stop : .pause)
    harness.advance(.seconds(6))
    harness.perform("d0 u50", .play, on: .buds)
    #expect(harness.state.wish == Wish(.play, because: .headset))
    harness.advance(.milliseconds(300))
    if !routeFirst { harness.send(.pressDevicesChanged([])) }
    harness.advance(.milliseconds(700))
    LossRuleTests.unplug(&harness, LossRuleTests.ways.last!)
    harness.advance(.milliseconds(500))
    if routeFirst { harness.send(.pressDevicesChanged([])) }
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: wasStopped ? .headset : .user))
    harness.facts.bluetooth = [LossRuleTests.buds]
    harness.facts.output = .bluetooth(address: LossRuleTests.buds.address)
    harness.publish()
    harness.advance(.seconds(3))
    #expect(harness.state.wish.goal == .pause, "R3 does not bring it back")
  }

  @Test func `R27: music that a headset has started for longer is lost like any other`() {
    var harness = LossRuleTests.launched(on: LossRuleTests.ways.last!)
    harness.send(.pressDevicesChanged([.buds]))
    harness.command(.pause)
    harness.advance(.seconds(6))
    harness.perform("d0 u50", .play, on: .buds)
    harness.advance(.seconds(3))
    harness.send(.pressDevicesChanged([]))
    LossRuleTests.unplug(&harness, LossRuleTests.ways.last!)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  /// The second of three tracks, a second into it, on headphones.
  private static func inSecondTrack(_ goal: Wish.Goal, length: Int64 = 10) -> CoreHarness {
    var harness = LossRuleTests.onHeadphones()
    harness.engine.files[FilePath("/music/2.flac")] = FakeEngine.File(length: FrameCount(48_000 * length))
    harness.command(.nextTrack)
    harness.advance(.seconds(1))
    if goal != .play { harness.command(goal == .pause ? .pause : .stop) }
    harness.advance(.milliseconds(20))
    return harness
  }
}
