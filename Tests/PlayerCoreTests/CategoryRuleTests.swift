import Testing

@testable import PlayerCore

/// What the player is used for, and the mute switch (R29).
@Suite struct CategoryRuleTests {
  static func playing(_ category: PlayerCore.Category) -> CoreHarness {
    var settings = SessionSettings()
    settings.category = category
    return LossRuleTests.onHeadphones(settings: settings)
  }

  private static func setMuteSwitch(_ harness: inout CoreHarness, _ isOn: Bool) {
    harness.facts.switches = [SwitchFacts(device: "Phone", card: nil, kind: .mute, isOn: isOn)]
    harness.publish()
  }

  @Test(arguments: PlayerCore.Category.allCases)
  func `R29: the mute switch silences what obeys it, and music is none of that`(category: PlayerCore.Category) {
    var harness = Self.playing(category)
    Self.setMuteSwitch(&harness, true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds == (category == .playback))
    #expect(harness.state.status == (category == .playback ? .playing : .paused))
    let place = harness.heard.last!.frames.upperBound
    harness.command(.play)
    harness.advance(.seconds(2_000))
    #expect(harness.engine.sounds == (category == .playback) || harness.state.wish.cause == .endOfQueue)
    guard category != .playback else { return }
    Self.setMuteSwitch(&harness, false)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds && harness.heard.last!.frames.lowerBound == place)
  }

  @Test func `R29, R15: muted, paused by the user, and on again: it stays paused`() {
    var harness = Self.playing(.ambient)
    Self.setMuteSwitch(&harness, true)
    harness.command(.pause)
    Self.setMuteSwitch(&harness, false)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .user) && harness.state.holds.isEmpty)
  }

  @Test func `R29: another switch, or one that is off, says nothing`() {
    var harness = Self.playing(.ambient)
    Self.setMuteSwitch(&harness, false)
    harness.facts.switches.append(SwitchFacts(device: "HDA", card: CardIndex(0), kind: .headphones, isOn: true))
    harness.publish()
    #expect(harness.engine.sounds)
  }

  @Test func `R29: a change of category is reported, and the switch counts from then on`() {
    var harness = Self.playing(.playback)
    Self.setMuteSwitch(&harness, true)
    harness.command(.changeCategory(.ambient))
    let route = harness.state.routes.settled
    #expect(harness.announced == [RouteChange(reason: .categoryChange, previous: route, current: route)])
    harness.advance(.seconds(1))
    #expect(!harness.engine.sounds)
    harness.command(.changeCategory(.playback))
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds)
    harness.command(.changeCategory(.playback))
    #expect(harness.announced.count == 2)
  }
}
