import PlayerCore
import Testing

/// A desktop that hears the same key, and says so over MPRIS (R25).
@Suite struct DuplicatePressTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var key: PressKey
    var device: PressDevice
    var command: Command
    var testDescription: String { "\(device.kind) \(key) with \(command)" }
  }

  static let rows = [
    Row(key: .playPause, device: .keyboard, command: .togglePlayPause),
    Row(key: .playPause, device: .keyboard, command: .play),
    Row(key: .playPause, device: .keyboard, command: .pause),
    Row(key: .media, device: .cable, command: .togglePlayPause),
    Row(key: .playPause, device: .cable, command: .togglePlayPause),
    Row(key: .play, device: .buds, command: .togglePlayPause),
    Row(key: .play, device: .buds, command: .play),
    Row(key: .pause, device: .buds, command: .togglePlayPause),
    Row(key: .pause, device: .buds, command: .pause),
    Row(key: .next, device: .keyboard, command: .nextTrack),
    Row(key: .previous, device: .keyboard, command: .previousTrack),
    Row(key: .stop, device: .buds, command: .stop),
    Row(key: .fastForward, device: .keyboard, command: .skip(.seconds(10))),
    Row(key: .rewind, device: .keyboard, command: .skip(.seconds(-10))),
  ]

  /// Milliseconds from the press to the command; negative: the command comes first.
  static let distances = [-199, -20, 0, 20, 199]

  @Test(arguments: rows, distances)
  func `R25: a press and its command within 200 ms act once, as the press does`(row: Row, distance: Int) {
    for plays in [true, false] {
      var alone = Self.inSecondTrack(plays: plays)
      alone.advance(.milliseconds(max(-distance, 0)))
      alone.perform("d0 u60", row.key, on: row.device)
      var both = Self.inSecondTrack(plays: plays)
      if distance < 0 {
        both.command(row.command, from: .mpris)
        both.perform("d\(-distance) u\(60 - distance)", row.key, on: row.device)
      } else if distance < 60 {
        both.perform("d0 u\(distance)", row.key, on: row.device)
        both.command(row.command, from: .mpris)
        both.advance(.milliseconds(60 - distance))
      } else {
        both.perform("d0 u60", row.key, on: row.device)
        both.advance(.milliseconds(distance - 60))
        both.command(row.command, from: .mpris)
        alone.advance(.milliseconds(distance - 60))
      }
      #expect(both.answers.last == .success)
      for _ in 0..<2 {
        #expect(both.state.wish == alone.state.wish, "playing before: \(plays)")
        #expect(both.state.current == alone.state.current)
        // Which of them winds may make a difference of some seconds, but it is one step.
        #expect(abs(both.frame - alone.frame) <= 48_000 * 6)
        both.advance(.seconds(1))
        alone.advance(.seconds(1))
      }
      #expect(both.engine.sounds == alone.engine.sounds)
    }
  }

  @Test func `R25: two presses with their commands are two presses`() {
    for commandsFirst in [true, false] {
      var harness = Self.inSecondTrack(plays: true)
      for _ in 0..<2 {
        if commandsFirst { harness.command(.togglePlayPause, from: .mpris) }
        harness.perform("d10 u60", .media, on: .cable)
        if !commandsFirst { harness.command(.togglePlayPause, from: .mpris) }
        harness.advance(.milliseconds(130))
      }
      harness.advance(.seconds(1))
      #expect(harness.state.current == QueueEntryID(3) && harness.engine.sounds, "\(harness.story)")
      #expect(harness.answers.suffix(2) == [.success, .success])
    }
  }

  @Test func `R25: later than 200 ms, or of another kind, they are two`() {
    var late = Self.inSecondTrack(plays: true)
    late.perform("d0 u60", .playPause, on: .keyboard)
    late.advance(.milliseconds(150))
    late.command(.togglePlayPause, from: .mpris)
    #expect(late.state.wish.goal == .play)
    var other = Self.inSecondTrack(plays: true)
    other.perform("d0 u20", .next, on: .keyboard)
    other.command(.pause, from: .mpris)
    #expect(other.state.wish.goal == .pause && other.state.current == QueueEntryID(3))
    var keyboard = Self.inSecondTrack(plays: true)
    keyboard.perform("d0 u20", .playPause, on: .keyboard)
    keyboard.command(.togglePlayPause, from: .commandLine)
    #expect(keyboard.state.wish.goal == .play, "only MPRIS repeats what was pressed")
  }

  @Test func `R25: one press swallows one command`() {
    var harness = Self.inSecondTrack(plays: true)
    harness.perform("d0 u20", .next, on: .keyboard)
    harness.command(.nextTrack, from: .mpris)
    #expect(harness.state.current == QueueEntryID(3))
    harness.command(.previousTrack, from: .mpris)
    #expect(harness.state.current == QueueEntryID(2))
  }

  @Test func `R23, R25: what a switched off source presses swallows nothing`() {
    var settings = SessionSettings()
    settings.disabledSources = [.mediaKeys]
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.perform("d0 u20", .playPause, on: .keyboard)
    harness.command(.togglePlayPause, from: .mpris)
    #expect(harness.state.wish.goal == .pause)
  }

  @Test func `R24, R25: a desktop that makes a toggle of a headset's PAUSE starts nothing`() {
    for commandFirst in [true, false] {
      var harness = Self.inSecondTrack(plays: false)
      if commandFirst { harness.command(.togglePlayPause, from: .mpris) }
      harness.perform("d20 u40", .pause, on: .buds)
      if !commandFirst { harness.command(.togglePlayPause, from: .mpris) }
      harness.advance(.seconds(1))
      #expect(harness.state.wish.goal == .pause && !harness.engine.isAudible)
    }
  }

  @Test func `R5, R25: the command of a button that the plug has pressed is as void as the press`() {
    var harness = CoreHarness()
    harness.launch(plays: false)
    harness.plug("Headphone Jack", true)
    harness.perform("d20 u40")
    harness.command(.togglePlayPause, from: .mpris)
    harness.advance(.seconds(2))
    #expect(harness.answers.last == .success && harness.state.wish.goal == .pause)
  }

  @Test func `R25: what was commanded in between stands`() {
    var harness = Self.inSecondTrack(plays: false)
    harness.command(.play, from: .mpris)
    harness.command(.pause)
    harness.perform("d20 u40", .playPause, on: .keyboard)
    #expect(harness.state.wish.goal == .play, "the press toggles the pause")
  }

  /// The second of three tracks, six seconds into it, on headphones.
  private static func inSecondTrack(plays: Bool) -> CoreHarness {
    var harness = LossRuleTests.onHeadphones()
    harness.engine.files[FilePath("/music/2.flac")] = FakeEngine.File(length: FrameCount(48_000 * 100))
    harness.command(.nextTrack)
    harness.advance(.seconds(6))
    if !plays { harness.command(.pause) }
    harness.advance(.milliseconds(300))
    return harness
  }
}
