import Testing

@testable import PlayerCore

/// Commands, holds, failures of the device, and what observers are told.
@Suite struct CommandRuleTests {
  @Test func `R23: a disabled command or source is answered commandFailed and does nothing`() {
    var settings = SessionSettings()
    settings.disabledSources = [.avrcp]
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.command(.pause, from: .avrcp)
    #expect(harness.answers == [.commandFailed])
    #expect(harness.engine.sounds)
    harness.command(.pause, from: .mpris)
    #expect(harness.answers == [.commandFailed, .success])
    #expect(!harness.state.shouldSound)
  }

  @Test(arguments: CommandKind.allCases) func `R23: every command can be switched off`(kind: CommandKind) {
    var centre = CommandCentre()
    centre.disabledCommands = [kind]
    let commands: [Command] = [
      .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .playEntry(QueueEntryID(1)), .skip(.zero),
      .changePlaybackPosition(.zero), .setLevel(.full), .changeLevel(1), .setMute(true), .toggleMute,
      .changeRepeatMode(.off), .cycleRepeatMode, .changeShuffleMode(true), .toggleShuffleMode,
      .insert([], at: .end), .playItems([]), .removeEntries([]), .moveEntries([], to: 0), .clearQueue,
      .changeCategory(.ambient), .changePrivateListening(true), .togglePrivateListening,
      .chooseRoute(RouteID("speaker:PCH")), .cycleRoutePolicy(.releaseAfter, of: RouteID("speaker:PCH")),
    ]
    #expect(Set(commands.map(\.kind)) == Set(CommandKind.allCases))
    for command in commands { #expect(centre.admits(command, from: .keyboard) == (command.kind != kind)) }
  }

  @Test func `R23: quick presses of a cycling key are as many steps`() {
    var harness = CoreHarness()
    harness.launch()
    let modes: [RepeatMode] = [.all, .one, .off, .all]
    for mode in modes {
      harness.command(.cycleRepeatMode)
      #expect(harness.state.snapshot.repeatMode == mode)
    }
    harness.command(.toggleShuffleMode)
    harness.command(.toggleShuffleMode)
    #expect(!harness.state.snapshot.shuffles)
  }

  @Test func `R23: a stopped player has no place to seek from`() {
    var harness = CoreHarness()
    harness.launch()
    harness.command(.stop)
    harness.command(.skip(.seconds(5)))
    #expect(harness.answers.last == .noActionableNowPlayingItem)
    #expect(harness.state.snapshot.status == .stopped)
    #expect(harness.state.snapshot.playhead.frame == .zero)
  }

  @Test func `R23: choosing a track after the end of the queue is a stop of the user's`() {
    var harness = CoreHarness()
    harness.launch(tracks: 2)
    harness.command(.nextTrack)
    harness.command(.changePlaybackPosition(.seconds(100_000)))
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.wish == Wish(.stop, because: .endOfQueue))
    harness.command(.nextTrack)
    #expect(harness.state.snapshot.wish == Wish(.stop, because: .user))
  }

  @Test(arguments: [Command.setLevel(.full), .changeLevel(-5), .setMute(true), .toggleMute])
  func `R19: without a route there is nothing to set a level of`(command: Command) {
    var harness = CoreHarness()
    harness.command(command)
    #expect(harness.answers == [.deviceNotFound])
    #expect(harness.state.volume == VolumeBook())
  }

  @Test func `a track without any sound is passed over, also on repeat`() {
    var harness = CoreHarness()
    harness.launch(tracks: 1)
    harness.command(.changeRepeatMode(.one))
    let empty = EngineReport.trackOpened(
      harness.state.generation, QueueEntryID(1),
      AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .lossy("MP3")),
      length: .zero)
    harness.send(.engineReported(empty))
    harness.send(.engineReported(.ended(harness.state.generation)))
    #expect(harness.state.snapshot.status == .stopped)
    #expect(harness.state.snapshot.queue[0].problem == "no sound in it")
  }

  @Test func `R32: the end of the queue lets go of the device`() {
    var harness = CoreHarness()
    harness.launch(tracks: 1)
    harness.send(.engineReported(.ended(harness.state.generation)))
    #expect(harness.effects.contains(.engine(.release)))
    #expect(harness.state.phase == .idle)
  }

  @Test func `what was said of a device that failed ends when it plays, and nothing else does`() {
    var harness = CoreHarness()
    harness.engine.openFailures = [.failed(operation: "open", message: "Connection refused")]
    harness.launch(quietTimeOver: false)
    harness.advance(.milliseconds(500))
    #expect(harness.state.snapshot.message == "sound device \"default\" cannot be opened: Connection refused")
    harness.command(.play)
    harness.advance(.milliseconds(500))
    #expect(harness.engine.sounds && harness.state.snapshot.message == nil)
    harness.send(.noticed("a note"))
    harness.command(.nextTrack)
    harness.advance(.milliseconds(500))
    #expect(harness.engine.sounds && harness.state.snapshot.message == "a note")
  }

  @Test func `a track whose format the device refuses is marked, and the next one plays`() {
    var harness = CoreHarness()
    harness.launch(tracks: 2)
    harness.command(.changePlaybackPosition(.zero))
    harness.send(.engineReported(.openFailed(harness.state.generation, .formatRefused)))
    #expect(harness.state.snapshot.queue[0].problem != nil)
    #expect(harness.state.current == QueueEntryID(2))
    #expect(harness.state.wish == Wish(.play, because: .user))
  }

  static let empty: [(Command, CommandStatus)] = [
    (.play, .noActionableNowPlayingItem), (.nextTrack, .noActionableNowPlayingItem),
    (.changePlaybackPosition(.zero), .noActionableNowPlayingItem), (.playEntry(QueueEntryID(9)), .noSuchContent),
    (.pause, .success), (.stop, .success),
  ]

  @Test(arguments: empty) func `R23: with an empty queue commands say what is missing`(row: (Command, CommandStatus)) {
    var harness = CoreHarness()
    harness.command(row.0)
    #expect(harness.answers == [row.1])
  }

  @Test func `R24: play while playing and pause while paused succeed and do nothing`() {
    var harness = LossRuleTests.onHeadphones()
    let orders = harness.engine.orders
    harness.command(.play)
    #expect(harness.engine.orders == orders)
    harness.command(.pause)
    harness.advance(.milliseconds(100))
    let paused = harness.engine.orders
    harness.command(.pause)
    #expect(harness.engine.orders == paused)
    #expect(harness.answers == [.success, .success, .success])
    harness.command(.togglePlayPause)
    #expect(harness.engine.sounds)
  }

  @Test func `R24: a pause after a loss starts nothing, and is the user's word for R4`() {
    var harness = LossRuleTests.onHeadphones()
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    harness.command(.pause, from: .avrcp)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .headset))
    #expect(!harness.engine.isAudible)
  }

  @Test func `R26: previous later than 3 s into a track restarts it`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.nextTrack)
    // What sounded before fades out first.
    harness.advance(PlayerState.jumpFade + .milliseconds(3_001))
    harness.command(.previousTrack)
    #expect(harness.state.current == QueueEntryID(2))
    harness.advance(.seconds(3))
    harness.command(.previousTrack)
    #expect(harness.state.current == QueueEntryID(1))
  }

  @Test(arguments: [true, false]) func `R15: an interruption's end resumes with a fade, or not`(resumes: Bool) {
    var harness = LossRuleTests.onHeadphones()
    harness.send(.holdBegan(.interruption))
    harness.advance(.seconds(1))
    #expect(harness.state.status == .paused)
    #expect(!harness.engine.isOpen, "R14: the device is let go")
    let place = harness.heard.last!.frames.upperBound
    harness.send(.holdEnded(.interruption, shouldResume: resumes))
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds == resumes)
    if resumes {
      #expect(harness.heard.last!.fadeIn == .milliseconds(300))
      #expect(harness.heard.last!.frames.lowerBound == place)
    } else {
      #expect(harness.state.wish == Wish(.pause, because: .user))
    }
  }

  @Test func `R15: no resume after a command or on a less private route`() {
    var harness = LossRuleTests.onHeadphones()
    harness.send(.holdBegan(.interruption))
    harness.command(.nextTrack)
    harness.send(.holdEnded(.interruption, shouldResume: true))
    #expect(harness.state.wish.goal == .pause)

    harness = LossRuleTests.onHeadphones()
    harness.send(.holdBegan(.interruption))
    harness.facts.cards[0].speakerStaysOn = true
    harness.publish()
    harness.advance(.seconds(1))
    harness.send(.holdEnded(.interruption, shouldResume: true))
    #expect(harness.state.wish.goal == .pause)
  }

  @Test func `R15: the user's play under a hold clears it`() {
    var harness = LossRuleTests.onHeadphones()
    harness.send(.holdBegan(.interruption))
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
    #expect(harness.state.holds.isEmpty)
  }

  @Test func `R14: a busy device is tried again for 30 s, then it is an error`() {
    var harness = CoreHarness()
    harness.engine.openFailures = Array(repeating: .busy, count: 100)
    harness.launch(quietTimeOver: false)
    #expect(harness.state.holds == [.busy])
    #expect(harness.state.status == .paused)
    harness.advance(.milliseconds(29_999))
    #expect(harness.state.wish.goal == .play)
    harness.advance(.milliseconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .deviceError))
    harness.engine.openFailures = [.busy]
    harness.command(.play)
    harness.advance(.milliseconds(249))
    #expect(!harness.engine.sounds)
    harness.advance(.milliseconds(2))
    #expect(harness.engine.sounds)
  }

  @Test(arguments: [true, false]) func `R18: a device that goes is a loss, or an error on the speaker`(plugged: Bool) {
    var harness = CoreHarness(jacks: [("Headphone Jack", plugged)])
    harness.launch()
    let place = harness.heard.last!.frames.upperBound
    harness.loseDevice()
    #expect(harness.state.wish == Wish(.pause, because: plugged ? .routeLost : .deviceError))
    #expect(harness.frame == place)
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.heard.last!.frames.lowerBound == place)
  }

  @Test func `R18: a place sought since the pause outlives the device`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.pause)
    harness.advance(.seconds(1))
    harness.command(.changePlaybackPosition(.seconds(7)))
    harness.loseDevice()
    #expect(harness.frame == 336_000)
  }

  @Test func `R31: every change is told once, in order, each beginning where the last ended`() {
    var harness = LossRuleTests.onHeadphones()
    harness.play(
      [(0, false), (1_000, true), (2_000, false), (2_100, true), (3_000, false)].map {
        JackEdge($0.0, "Headphone Jack", $0.1)
      })
    harness.advance(.seconds(1))
    let told = harness.announced
    #expect(told.map(\.current.port) == [.builtInSpeaker, .headphones, .builtInSpeaker])
    for (one, next) in zip(told, told.dropFirst()) { #expect(one.current == next.previous) }
    #expect(harness.state.snapshot.status == .paused)
    #expect(harness.state.snapshot.wish.cause == .routeLost)
  }

  enum Moment: CaseIterable { case opening, seeking, joining, fading, busy, interrupted, asleep }

  @Test(arguments: Moment.allCases) func `R33: a loss holds in every phase, and nothing older sounds`(moment: Moment) {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.engine.reportDelay = moment == .interrupted || moment == .asleep ? .zero : .milliseconds(50)
    if moment == .busy { harness.engine.openFailures = [.busy, .busy, .busy, .busy, .busy] }
    harness.launch(quietTimeOver: ![.opening, .busy].contains(moment))
    switch moment {
    case .opening: harness.advance(.milliseconds(49))
    case .seeking: harness.command(.changePlaybackPosition(.seconds(5)))
    case .joining: harness.advance(.milliseconds(7_060))
    case .fading: harness.command(.pause)
    case .busy: harness.advance(.milliseconds(300))
    case .interrupted: harness.send(.holdBegan(.interruption))
    case .asleep: harness.send(.holdBegan(.sleep))
    }
    harness.plug("Headphone Jack", false)
    let heard = harness.heard
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(3))
    #expect(harness.heard == heard)
    #expect(harness.state.wish == Wish(.pause, because: moment == .fading ? .user : .routeLost))
  }

  @Test func `R33: unplugged under a hold, the window starts at its end, and a plug waits for it`() {
    var harness = LossRuleTests.onHeadphones()
    harness.send(.holdBegan(.interruption))
    harness.play([JackEdge(0, "Headphone Jack", false), JackEdge(900_000, "Headphone Jack", true)])
    harness.advance(.seconds(1))
    #expect(!harness.engine.isAudible)
    harness.send(.holdEnded(.interruption, shouldResume: true))
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R33: plugged and unplugged again under a hold, nothing resumes on the speaker`() {
    var harness = LossRuleTests.onHeadphones()
    harness.send(.holdBegan(.interruption))
    harness.play([(0, false), (1_000, true), (3_000, false)].map { JackEdge($0.0, "Headphone Jack", $0.1) })
    harness.advance(.seconds(1))
    harness.send(.holdEnded(.interruption, shouldResume: true))
    harness.advance(.seconds(1))
    #expect(!harness.engine.isAudible)
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R33: launched without a private route it plays on the speaker at its level`() {
    var harness = CoreHarness()
    harness.launch()
    #expect(harness.heard.map(\.gain) == [Level(percent: 70).gain])
  }
}
