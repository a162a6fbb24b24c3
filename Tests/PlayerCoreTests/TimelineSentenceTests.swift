import Testing

@testable import PlayerCore

/// What the timeline tells beside the rules: that it tells it, and that it is true.
@Suite struct TimelineSentenceTests {
  /// What `happens` adds to the timeline.
  private func told(in harness: inout CoreHarness, _ happens: (inout CoreHarness) -> Void) -> [String] {
    let before = harness.timeline.count
    happens(&harness)
    return harness.timeline.dropFirst(before).map(\.sentence)
  }

  private func paused(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    var harness = TimelineRuleTests.playing(change)
    harness.command(.pause)
    return harness
  }

  @Test func `the end of the queue`() {
    var harness = TimelineRuleTests.playing()
    let said = told(in: &harness) { $0.advance(.seconds(3_600)) }
    #expect(said == ["the queue is at its end"])
  }

  @Test func `a track that cannot be played, the current one or the next`() {
    var harness = CoreHarness()
    harness.engine.files[FilePath("/music/2.flac")] = FakeEngine.File(failure: "no FLAC")
    harness.launch()
    #expect(harness.timeline.contains { $0.sentence == "track 2 is passed over: no FLAC" })
    let said = told(in: &harness) {
      $0.command(.playEntry($0.state.queue.entries[1].id))
      $0.advance(.seconds(1))
    }
    #expect(said.contains("track 2 is passed over: no FLAC"), "\(said)")
  }

  @Test func `a track that breaks off`() {
    var harness = CoreHarness()
    harness.engine.files[FilePath("/music/1.flac")] = FakeEngine.File(breaksAt: FrameCount(48_000 * 4))
    harness.launch()
    let said = told(in: &harness) { $0.advance(.seconds(5)) }
    #expect(said == ["track 1 ends early: damaged"])
  }

  @Test func `a track that is damaged and plays on`() {
    var harness = TimelineRuleTests.playing()
    let said = told(in: &harness) {
      let next = $0.state.queue.entries[1].id
      $0.send(.engineReported(.trackDamaged(Generation(1), next, reason: "the file is damaged at 0:07")))
    }
    #expect(said == ["track 2: the file is damaged at 0:07"])
    #expect(harness.state.snapshot.message?.hasSuffix(": the file is damaged at 0:07") == true)
    #expect(harness.state.status == .playing)
  }

  @Test(arguments: [
    (Leaving.asked, "the player was asked to end"), (.signal(15), "the player ends by signal 15"),
    (.done, "the player ends, as there is nothing more to play"),
    (.terminalLost, "the player ends, as its terminal is gone"), (.failed, "the player ends, as it cannot go on"),
  ])
  func `the player's end, and why`(why: Leaving, sentence: String) {
    var harness = TimelineRuleTests.playing()
    #expect(told(in: &harness) { $0.send(.leaving(why)) } == [sentence])
  }

  @Test func `R29, R16: where nothing plays nothing goes on`() {
    var ambient = paused { $0.category = .ambient }
    let interrupted = told(in: &ambient) { $0.send(.holdBegan(.interruption)) }
    #expect(interrupted == ["something else is to be heard; nothing plays"])
    ambient.command(.play)
    ambient.advance(.seconds(11))
    let played = told(in: &ambient) { $0.send(.holdBegan(.interruption)) }
    #expect(played == ["something else is to be heard: the music goes on, as ambient does not yield"])

    var notified = InterruptionRuleTests.playing()
    notified.command(.pause)
    #expect(told(in: &notified) { $0.call("event") } == ["a notification sounds; nothing plays"])

    var switched = paused()
    let muted = told(in: &switched) {
      $0.facts.switches = [SwitchFacts(device: "Phone", card: nil, kind: .mute, isOn: true)]
      $0.publish()
    }
    #expect(muted == ["the mute switch is on; nothing plays"])

    var yielding = paused()
    let held = told(in: &yielding) { $0.send(.holdBegan(.interruption)) }
    #expect(held == ["something else is to be heard; nothing plays"])
  }

  @Test func `R9: contact that is back after a pause by hand plays nothing on`() {
    var harness = TimelineRuleTests.playing()
    let said = told(in: &harness) {
      $0.plug("Headphone Jack", false)
      $0.command(.pause)
      $0.advance(.milliseconds(50))
      $0.plug("Headphone Jack", true)
      $0.advance(.seconds(1))
    }
    #expect(said.last == "Headphones – HDA Intel: contact is back (it bounced once); nothing plays", "\(said)")
  }

  @Test func `a seek to a part of a second`() {
    var harness = TimelineRuleTests.playing()
    let said = told(in: &harness) {
      $0.command(.changePlaybackPosition(.milliseconds(3_250)))
      $0.advance(.seconds(2))
      $0.command(.pause)
      $0.command(.skip(.milliseconds(-500)))
      $0.advance(.seconds(2))
    }
    #expect(said.first == "keyboard: go to a time – at 3.25 s")
    #expect(said.last?.hasPrefix("keyboard: back by 0.5 s – at 4.") == true, "\(said)")
  }
}
