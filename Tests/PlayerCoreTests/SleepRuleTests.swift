import Testing

@testable import PlayerCore

/// The machine sleeps and wakes (R10, R17).
@Suite struct SleepRuleTests {
  private static func on(
    headphones plugged: Bool, resumes: ResumeAfterSleep = .private, plays: Bool = true
  ) -> CoreHarness {
    var settings = SessionSettings()
    settings.resumeAfterSleep = resumes
    var harness = CoreHarness(jacks: [("Headphone Jack", plugged)], settings: settings)
    harness.awaitSession()
    harness.launch(plays: plays)
    harness.send(.sessionOpened(nil))
    return harness
  }

  private static func count(_ effect: Effect, _ harness: CoreHarness) -> Int {
    harness.effects.filter { $0 == effect }.count
  }

  @Test func `R17: a sleep waits from the start on`() {
    let harness = Self.on(headphones: true)
    #expect(Self.count(.delaySleep, harness) == 1)
  }

  @Test func `R17: before the machine sleeps all is silent, closed and saved`() {
    var harness = Self.on(headphones: true)
    harness.engine.reportDelay = .milliseconds(30)
    let start = harness.milliseconds
    harness.check = { harness, _, _, effects in
      guard effects.contains(.allowSleep) else { return }
      #expect(!harness.engine.isOpen && harness.state.phase == .idle)
      #expect(harness.milliseconds - start < 500)
    }
    harness.send(.sleepAnnounced)
    #expect(harness.state.holds == [.sleep] && harness.state.status == .paused)
    harness.advance(.seconds(1))
    #expect(Self.count(.allowSleep, harness) == 1)
    #expect(harness.effects.last == .allowSleep)
    #expect(harness.saved?.place.frame == FrameCount(harness.heard.last!.frames.upperBound))
    #expect(harness.engine.orders.contains { if case .silence(_, .milliseconds(15)) = $0 { true } else { false } })
  }

  @Test(arguments: [true, false]) func `R17: where nothing plays the machine need not wait`(plays: Bool) {
    var harness = Self.on(headphones: true, plays: plays)
    harness.command(plays ? .stop : .pause)
    harness.advance(.seconds(40))
    harness.send(.sleepAnnounced)
    #expect(harness.effects.last == .allowSleep)
  }

  @Test func `R17: a device that does not close delays no sleep beyond half a second`() {
    var harness = Self.on(headphones: true)
    harness.engine.reportDelay = .seconds(100)
    harness.send(.sleepAnnounced)
    harness.advance(.milliseconds(499))
    #expect(Self.count(.allowSleep, harness) == 0)
    harness.advance(.milliseconds(1))
    #expect(Self.count(.allowSleep, harness) == 1)
  }

  struct Waking: Sendable, CustomTestStringConvertible {
    var plugged: Bool
    var resumes: ResumeAfterSleep
    /// What is plugged when it wakes.
    var after: Bool
    var sounds: Bool

    var testDescription: String { "\(plugged ? "headphones" : "speaker"), \(resumes), then \(after)" }
  }

  static let wakings = [
    Waking(plugged: true, resumes: .private, after: true, sounds: true),
    Waking(plugged: true, resumes: .always, after: true, sounds: true),
    Waking(plugged: true, resumes: .never, after: true, sounds: false),
    Waking(plugged: false, resumes: .private, after: false, sounds: false),
    Waking(plugged: false, resumes: .always, after: false, sounds: true),
    Waking(plugged: false, resumes: .never, after: false, sounds: false),
    Waking(plugged: true, resumes: .always, after: false, sounds: false),
    Waking(plugged: false, resumes: .always, after: true, sounds: false),
  ]

  @Test(arguments: wakings) func `R17: it goes on where it played, if nobody else hears it`(row: Waking) {
    var harness = Self.on(headphones: row.plugged, resumes: row.resumes)
    harness.send(.sleepAnnounced)
    harness.advance(.seconds(1))
    harness.send(.wokeUp)
    #expect(Self.count(.delaySleep, harness) == 2)
    harness.advance(.milliseconds(50))
    if row.after != row.plugged { harness.plug("Headphone Jack", row.after) }
    harness.advance(.milliseconds(400))
    #expect(!harness.engine.isAudible, "the routes are looked at first")
    harness.advance(.seconds(5))
    #expect(harness.engine.sounds == row.sounds)
    #expect(harness.state.holds.isEmpty)
    #expect(row.sounds || harness.state.wish.goal == .pause)
    #expect(harness.announced.map(\.reason) == (row.after == row.plugged ? [] : [.wakeFromSleep]))
  }

  @Test func `R33: unplugged while it slept it is paused for that, and the window starts when it is awake`() {
    var harness = Self.on(headphones: true)
    harness.send(.sleepAnnounced)
    harness.advance(.seconds(1))
    harness.send(.wokeUp)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(2))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
    harness.advance(.seconds(500))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R17: what was paused stays paused`() {
    var harness = Self.on(headphones: true)
    harness.command(.pause)
    harness.send(.sleepAnnounced)
    harness.advance(.seconds(1))
    harness.send(.wokeUp)
    harness.advance(.seconds(5))
    #expect(harness.state.wish == Wish(.pause, because: .user) && harness.state.holds.isEmpty)
    #expect(harness.state.snapshot.message == nil)
  }

  @Test func `R17: play is too late for a machine that is about to sleep, and counts when it is awake`() {
    var harness = Self.on(headphones: false, plays: false)
    harness.engine.reportDelay = .milliseconds(100)
    harness.command(.play)
    harness.advance(.milliseconds(150))
    harness.send(.sleepAnnounced)
    harness.command(.pause)
    harness.command(.play)
    #expect(harness.state.holds.contains(.sleep))
    harness.advance(.seconds(1))
    #expect(!harness.engine.isOpen && Self.count(.allowSleep, harness) == 1)
    harness.command(.play)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds, "R15")
  }

  @Test func `R17: a call goes on over a sleep, and the music waits for both`() {
    var harness = InterruptionRuleTests.playing()
    harness.call("phone")
    harness.send(.sleepAnnounced)
    harness.advance(.seconds(1))
    harness.send(.wokeUp)
    harness.advance(.seconds(5))
    #expect(harness.state.holds == [.interruption])
    harness.call(nil)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
  }

  @Test func `R17: switched off, what played is saved as playing`() {
    var harness = Self.on(headphones: true)
    harness.send(.shutdownAnnounced)
    harness.advance(.seconds(1))
    #expect(!harness.engine.isOpen && harness.effects.last == .allowSleep)
    #expect(harness.saved?.place.status == .playing)
  }
}
