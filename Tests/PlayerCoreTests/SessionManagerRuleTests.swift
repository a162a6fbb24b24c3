import PlayerCore
import Testing

/// R11: a session manager pauses players because of the very loss that the player notices itself.
@Suite struct SessionManagerRuleTests {
  private static let routeLost = Wish(.pause, because: .routeLost)
  private static let byUser = Wish(.pause, because: .user)

  private func onHeadphones(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var settings = SessionSettings()
    change(&settings)
    return LossRuleTests.onHeadphones(settings: settings)
  }

  /// A pause that a program sends so long after the loss, or before it where that is
  /// negative; then the plug is in again.
  private func afterReturn(
    _ harness: inout CoreHarness, pausedBy process: String, milliseconds delay: Int
  ) -> (lost: Wish, back: Wish) {
    if delay < 0 {
      harness.send(.pauseRequested(byProcess: process))
      harness.advance(.milliseconds(-delay))
    }
    harness.plug("Headphone Jack", false)
    if delay >= 0 {
      harness.advance(.milliseconds(delay))
      harness.send(.pauseRequested(byProcess: process))
    }
    harness.advance(.seconds(5))
    let lost = harness.state.wish
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(3))
    return (lost, harness.state.wish)
  }

  @Test(arguments: [-1500, -400, -1, 0, 50, 399, 401, 1000, 1900])
  func `R11: a session manager's pause within 1.5 s is the loss, and the return resumes`(delay: Int) {
    var harness = onHeadphones()
    let heard = harness.frame
    let wishes = afterReturn(&harness, pausedBy: "wireplumber", milliseconds: delay)
    #expect(wishes.lost == Self.routeLost)
    #expect(wishes.back == Wish(.play, because: .routeLost))
    #expect(harness.engine.isAudible && harness.frame > heard)
    #expect(harness.answers == [.success])
  }

  @Test(arguments: [-1501, 2100]) func `R11: one that has nothing to do with the loss is the user's word (R4)`(
    delay: Int
  ) {
    var harness = onHeadphones()
    let wishes = afterReturn(&harness, pausedBy: "wireplumber", milliseconds: delay)
    #expect(wishes.lost == Self.byUser && wishes.back == Self.byUser)
  }

  @Test(arguments: [-400, 50, 1000]) func `R11: any other program's pause is the user's word (R4)`(delay: Int) {
    var harness = onHeadphones()
    let wishes = afterReturn(&harness, pausedBy: "playerctl", milliseconds: delay)
    #expect(wishes.lost == Self.byUser && wishes.back == Self.byUser)
  }

  @Test func `R11: which programs are session managers is a setting`() {
    var harness = onHeadphones { $0.sessionManagers = ["my-desktop"] }
    #expect(afterReturn(&harness, pausedBy: "my-desktop", milliseconds: 50).lost == Self.routeLost)
    harness = onHeadphones { $0.sessionManagers = [] }
    #expect(afterReturn(&harness, pausedBy: "wireplumber", milliseconds: 50).lost == Self.byUser)
  }

  @Test func `R11: what the user says after the session manager's pause counts`() {
    var harness = onHeadphones()
    harness.send(.pauseRequested(byProcess: "wireplumber"))
    harness.advance(.milliseconds(200))
    harness.command(.pause)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Self.byUser && harness.state.snapshot.resumesUntil == nil)
  }

  @Test func `R11: paused before, a session manager's pause arms no resume (R2)`() {
    var harness = onHeadphones()
    harness.command(.pause)
    harness.advance(.milliseconds(500))
    let wishes = afterReturn(&harness, pausedBy: "wireplumber", milliseconds: -100)
    #expect(wishes.lost == Self.byUser && wishes.back == Self.byUser)
  }

  @Test func `R11: a bounce after the session manager's pause leaves the pause`() {
    var harness = onHeadphones()
    harness.send(.pauseRequested(byProcess: "wireplumber"))
    harness.advance(.milliseconds(100))
    harness.plug("Headphone Jack", false)
    harness.advance(.milliseconds(50))
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Self.byUser && !harness.engine.isAudible)
  }

  @Test func `R11, R18: a device that a session manager paused for before it was gone counts as lost`() {
    var harness = LossRuleTests.launched(on: LossRuleTests.ways[4])
    harness.send(.pauseRequested(byProcess: "wireplumber"))
    harness.advance(.milliseconds(300))
    LossRuleTests.unplug(&harness, LossRuleTests.ways[4])
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Self.routeLost && harness.state.snapshot.resumesUntil != nil)
  }

  @Test func `R23: with MPRIS or the command switched off, no program's pause is obeyed`() {
    for change: (inout SessionSettings) -> Void in [
      { $0.disabledSources = [.mpris] }, { $0.disabledCommands = [.pause] },
    ] {
      var harness = onHeadphones(change)
      harness.send(.pauseRequested(byProcess: "wireplumber"))
      #expect(harness.answers == [.commandFailed] && harness.state.wish.goal == .play)
    }
  }
}
