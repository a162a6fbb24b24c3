import PlayerCore
import Testing

/// What is set for single routes (R12, R20, R21, R32), and what BlueZ says of a loss (R3).
@Suite struct RoutePolicyTests {
  private static let headphones = RouteID("headphones:PCH")
  private static let speaker = RouteID("speaker:PCH")

  private static func lost(_ change: (inout SessionSettings) -> Void) -> CoreHarness {
    var settings = SessionSettings()
    change(&settings)
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    return harness
  }

  @Test(arguments: [headphones, speaker]) func `R12: on-unplug of the route that is lost counts`(id: RouteID) {
    let harness = Self.lost { $0.onUnplugs = [id: .continue] }
    #expect(harness.engine.sounds == (id == Self.headphones))
    #expect(Self.lost { ($0.onUnplug, $0.onUnplugs) = (.stop, [Self.headphones: .pause]) }.state.status == .paused)
  }

  @Test(arguments: [OnPlug.resume, .nothing]) func `R12: on-plug of the route that comes back counts`(way: OnPlug) {
    var harness = Self.lost { settings in
      settings.onPlug = way == .resume ? .nothing : .resume
      settings.onPlugs = [Self.headphones: way]
    }
    harness.plug("Headphone Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.engine.sounds == (way == .resume))
  }

  @Test(arguments: [Level(percent: 20), nil]) func `R20: each speaker has its own level after a loss`(level: Level?) {
    let harness = Self.lost { settings in
      settings.onUnplug = .continue
      settings.publicDefault = Level(percent: 55)
      settings.speakerLevels = [Self.speaker: level]
    }
    #expect(harness.heard.last?.gain == (level ?? Level(percent: 55)).gain)
  }

  @Test func `R21: each route has its own first level, and none goes beyond its cap`() {
    var settings = SessionSettings()
    settings.defaults = [Self.headphones: Level(percent: 30), Self.speaker: Level(percent: 90)]
    settings.maximums = [Self.speaker: Level(percent: 40)]
    settings.speakerLevel = nil
    var harness = LossRuleTests.onHeadphones(settings: settings)
    #expect(harness.state.snapshot.level == Level(percent: 30))
    harness.plug("Headphone Jack", false)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.level == Level(percent: 40))
  }

  @Test(arguments: [Duration.seconds(5), nil]) func `R32: each route is let go after its own time`(time: Duration?) {
    var settings = SessionSettings()
    settings.releaseAfters = [Self.headphones: time]
    var harness = LossRuleTests.onHeadphones(settings: settings)
    harness.command(.pause)
    harness.advance(.seconds(4))
    #expect(harness.engine.isOpen)
    harness.advance(.seconds(60))
    #expect(harness.engine.isOpen == (time == nil))
  }

  @Test func `R34: several cards' headphones at once go by what is set for one of them`() {
    var settings = SessionSettings()
    settings.defaults = [RouteID("headphones:DOCK"): Level(percent: 25)]
    let route = Route(
      port: .headphones, id: RouteID("headphones:PCH+headphones:DOCK"), name: "both", privacy: .wearerOnly)
    #expect(VolumeBook().level(of: route, under: settings) == Level(percent: 25))
  }

  struct Loss: Sendable, CustomTestStringConvertible {
    var reason: BluetoothFacts.Loss?
    /// When BlueZ says so, in milliseconds after the transport has gone.
    var toldAfter: Int
    var returnsAfter: Int
    var resumes: Bool

    var testDescription: String {
      "\(reason?.rawValue ?? "unknown") after \(toldAfter) ms, back after \(returnsAfter) s"
    }
  }

  static let losses = [0, 200, 2_100].flatMap { told in
    [
      Loss(reason: .timedOut, toldAfter: told, returnsAfter: 590, resumes: true),
      Loss(reason: .timedOut, toldAfter: told, returnsAfter: 610, resumes: false),
      Loss(reason: .byDevice, toldAfter: told, returnsAfter: 5, resumes: false),
      Loss(reason: .byComputer, toldAfter: told, returnsAfter: 5, resumes: false),
      Loss(reason: nil, toldAfter: told, returnsAfter: 50, resumes: true),
      Loss(reason: nil, toldAfter: told, returnsAfter: 70, resumes: false),
    ]
  }

  @Test(arguments: losses) func `R3: Bluetooth resumes if whoever wears it walked off`(loss: Loss) {
    var harness = LossRuleTests.launched(on: LossRuleTests.ways.last!)
    let facts = harness.facts
    harness.facts.bluetooth[0].isReachable = false
    if loss.toldAfter == 0 { harness.facts.bluetooth[0].loss = loss.reason }
    harness.facts.output = .card(CardIndex(0))
    harness.publish()
    harness.advance(.milliseconds(loss.toldAfter))
    harness.facts.bluetooth[0].loss = loss.reason
    harness.publish()
    harness.advance(.seconds(1))
    let mayResume = loss.reason == nil || loss.reason == .timedOut
    #expect((harness.state.snapshot.resumesUntil != nil) == mayResume)
    harness.advance(.seconds(loss.returnsAfter - 1) - .milliseconds(loss.toldAfter))
    harness.facts = facts
    harness.publish()
    harness.advance(.seconds(2))
    #expect(harness.engine.sounds == loss.resumes)
    #expect(loss.resumes || harness.state.wish == Wish(.pause, because: .routeLost))
  }

  @Test func `R3: walked off during a call, the long window starts when that ends`() {
    var harness = LossRuleTests.launched(on: LossRuleTests.ways.last!)
    let facts = harness.facts
    harness.send(.holdBegan(.interruption))
    harness.facts.bluetooth[0].isReachable = false
    harness.facts.output = .card(CardIndex(0))
    harness.publish()
    harness.advance(.seconds(2))
    harness.facts.bluetooth[0].loss = .timedOut
    harness.publish()
    harness.advance(.seconds(900))
    harness.send(.holdEnded(.interruption, shouldResume: true))
    harness.advance(.seconds(590))
    harness.facts = facts
    harness.publish()
    harness.advance(.seconds(2))
    #expect(harness.engine.sounds)
  }
}
