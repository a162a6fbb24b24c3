import PlayerCore
import Testing

/// Edges that come in bursts, and those that come when the program starts.
@Suite struct SnagRuleTests {
  static let jack = "Headphone Jack"

  struct Chatter: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Milliseconds at which the contact changes, beginning with an unplug.
    var edges: [Int]
    /// When the loss is confirmed; nil: it never is.
    var lostAt: Int64?
    /// When the sound goes on; nil: it does not.
    var resumesAt: Int64?
    var bounces = 0
  }

  static let chatter = [
    Chatter(testDescription: "out", edges: [0], lostAt: 400),
    Chatter(testDescription: "a bounce of 1 ms", edges: [0, 1], resumesAt: 61, bounces: 1),
    Chatter(testDescription: "a snag of 300 ms", edges: [0, 300], resumesAt: 360, bounces: 1),
    Chatter(testDescription: "a snag of 399 ms", edges: [0, 399], resumesAt: 459, bounces: 1),
    Chatter(testDescription: "bounces, then holds", edges: [0, 20, 40, 60, 80, 100], resumesAt: 160, bounces: 3),
    Chatter(testDescription: "bounces, then out", edges: [0, 20, 40, 60, 80], lostAt: 480),
    Chatter(testDescription: "contact for 59 ms is none", edges: [0, 10, 69], lostAt: 469),
    Chatter(
      testDescription: "chatter without an end is lost after 2 s",
      edges: Array(stride(from: 0, through: 2_400, by: 50)), lostAt: 2_000),
    Chatter(
      testDescription: "the limit falls into a contact", edges: [0] + Array(stride(from: 40, through: 1_960, by: 40)),
      lostAt: 2_000),
  ]

  @Test(arguments: chatter) func `R9: the first edge silences, and time tells a snag from a loss`(row: Chatter) {
    var harness = LossRuleTests.onHeadphones()
    let began = harness.milliseconds
    let before = harness.heard.count
    let frame = harness.heard.last!.frames.upperBound
    var plugged = true
    for edge in row.edges {
      harness.advance(to: CoreHarness.start + .milliseconds(began + Int64(edge)))
      plugged.toggle()
      harness.plug(SnagRuleTests.jack, plugged)
      if edge == 0 {
        #expect(!harness.engine.isAudible)
        #expect(harness.state.holds == [.snag])
        #expect(harness.state.status == .playing, "a snag is shown as playing")
      }
    }
    harness.advance(.milliseconds(450))
    let after = harness.heard.dropFirst(before)
    #expect(
      after.first?.frames.lowerBound == (row.resumesAt == nil ? nil : frame), "not a frame is skipped or repeated")
    #expect(after.first.map { ($0.from - CoreHarness.start).wholeNanoseconds / 1_000_000 - began } == row.resumesAt)
    #expect(harness.announced.isEmpty == (row.lostAt == nil))
    let bounces = harness.effects.compactMap { if case .noteBounces(let count) = $0 { count } else { nil } }
    #expect(bounces == (row.resumesAt == nil ? [] : [row.bounces]))
    #expect((harness.state.wish == Wish(.pause, because: .routeLost)) == (row.lostAt != nil))
    if let lostAt = row.lostAt, let confirmed = harness.confirmations.first {
      #expect(confirmed - began == lostAt)
    }
  }

  @Test func `R9: a loss is confirmed at the limit even when the loop comes late`() {
    var harness = LossRuleTests.onHeadphones()
    harness.play(
      stride(from: 0, through: 1_980, by: 45).enumerated().map { JackEdge($1, SnagRuleTests.jack, $0 % 2 == 1) })
    if harness.factualRoute.port != .headphones { harness.plug(SnagRuleTests.jack, true) }
    harness.skip(.milliseconds(90))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R9: a plug-in must be stable for 500 ms before R3 acts`() {
    var harness = LossRuleTests.onHeadphones()
    harness.plug(SnagRuleTests.jack, false)
    harness.advance(.seconds(3))
    let heard = harness.heard
    harness.play([0, 400, 500, 900, 950].enumerated().map { JackEdge($1, SnagRuleTests.jack, $0 % 2 == 0) })
    #expect(harness.heard == heard)
    harness.advance(.milliseconds(499))
    #expect(harness.heard == heard)
    harness.advance(.milliseconds(2))
    #expect(harness.engine.sounds)
  }

  @Test func `R9: what the user does in a snag decides how it ends`() {
    var harness = LossRuleTests.onHeadphones()
    harness.plug(SnagRuleTests.jack, false)
    harness.advance(.milliseconds(100))
    harness.command(.play)
    #expect(!harness.engine.isAudible, "silence comes before the last command")
    harness.command(.pause)
    harness.plug(SnagRuleTests.jack, true)
    harness.advance(.seconds(1))
    #expect(harness.state.wish == Wish(.pause, because: .user))
    #expect(harness.state.holds.isEmpty)
    #expect(!harness.engine.isAudible)
  }

  @Test func `R9: an unplug within the fade-out of a pause cuts the fade`() {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.pause)
    #expect(harness.engine.isAudible)
    harness.advance(.milliseconds(5))
    harness.plug(SnagRuleTests.jack, false)
    #expect(!harness.engine.isAudible)
    harness.advance(.seconds(1))
    #expect(harness.frame == harness.heard.last!.frames.upperBound)
    #expect(harness.state.phase == .silent)
  }

  @Test func `R10: the first stable state is the state, not an event`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.launch()
    #expect(harness.announced.isEmpty)
    #expect(harness.heard.map(\.route.port) == [.headphones])
    #expect(harness.heard.map(\.gain) == [Level(percent: 60).gain])
  }

  @Test func `R10: after the start a loss silences at once and needs 400 ms of stability`() {
    var harness = CoreHarness(jacks: [("Headphone Jack", true)])
    harness.launch(quietTimeOver: false)
    harness.advance(.milliseconds(100))
    harness.plug(SnagRuleTests.jack, false)
    #expect(!harness.engine.isAudible)
    // Chatter that would be a loss after 2 s at any other time.
    harness.play(stride(from: 40, to: 2_600, by: 40).enumerated().map { JackEdge($1, SnagRuleTests.jack, $0 % 2 == 0) })
    #expect(harness.announced.isEmpty)
    #expect(harness.factualRoute.port == .builtInSpeaker)
    harness.advance(.milliseconds(401))
    #expect(harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R10: after the start a gain causes nothing before the flapping is over`() {
    var harness = CoreHarness()
    harness.launch(quietTimeOver: false)
    harness.advance(.milliseconds(300))
    harness.plug(SnagRuleTests.jack, true)
    harness.advance(.milliseconds(1_600))
    #expect(harness.announced.isEmpty)
    #expect(harness.engine.sounds)
    harness.advance(.milliseconds(200))
    #expect(harness.announced.map(\.reason) == [.newDeviceAvailable])
  }

  @Test func `R10: playback that starts in a flap starts on what is there`() {
    var harness = CoreHarness(
      jacks: [("Headphone Jack", true)], volume: VolumeBook(levels: [RouteID("headphones:PCH"): .full]))
    harness.publish()
    harness.send(.deviceProbed(.card(CardIndex(0))))
    harness.plug(SnagRuleTests.jack, false)
    harness.send(.launched([QueueItem(path: FilePath("/1"))], plays: true))
    harness.advance(.milliseconds(100))
    #expect(harness.heard.map(\.gain) == [Level(percent: 70).gain], "R19: never at another route's level")
    harness.advance(.seconds(3))
    #expect(harness.state.wish == Wish(.play, because: .user))
  }
}
