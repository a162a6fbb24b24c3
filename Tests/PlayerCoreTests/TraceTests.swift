import PlayerCore
import TestSupport
import Testing

/// What real drivers, sound servers and BlueZ delivered while things were plugged, pulled and chosen, told to a player
/// that plays.
@Suite struct TraceTests {
  private static let traces = TraceFolder.all

  /// Every change of route that happened, in order: its reason and what it led to. A trace that is not here has none.
  private static func changes(_ name: String) -> [String] {
    let (server, scenario) = name.firstMatch(of: #/^(pulseaudio|pipewire|bluez-mock)-(?:tcg-|two-jacks-)?(.*)$/#)
      .map { ($0.1, $0.2) }!
    let usb = "usb:0000:00:03.0-1"
    let (plug, pull) = ("newDeviceAvailable headphones:PCH", "oldDeviceUnavailable speaker:PCH")
    switch scenario {
    case "jack", "crash": return [plug, pull]
    case "headset":
      // Its microphone comes while the plug is not settled yet, and goes first: with PulseAudio so shortly before the
      // plug that it is the same event.
      return [plug] + (server == "pulseaudio" ? [] : ["routeConfigurationChange headphones:PCH"]) + [pull]
    case "bounce": return [plug, pull, plug, pull]
    // WirePlumber leaves a new card alone until it is chosen.
    case "usb": return [server == "pulseaudio" ? "newDeviceAvailable \(usb)" : "override \(usb)", pull]
    case "usb-again": return ["newDeviceAvailable \(usb)", pull]
    case "usb-over-headphones":
      return [plug, "newDeviceAvailable \(usb)", "oldDeviceUnavailable headphones:PCH", pull]
    case "by-hand":
      return [
        plug, "override speaker:PCH", "override headphones:PCH", "newDeviceAvailable \(usb)",
        "override headphones:PCH", pull,
      ]
    case "bluetooth":
      let headset = "newDeviceAvailable bluetooth:00:AA:01:01:00:01"
      return [headset, pull, headset, pull]
    default: return []
    }
  }

  private static let ofServers = traces.filter { !$0.name.hasPrefix("bluez-mock") }

  @Test(arguments: ofServers) func `R10, R31: every physical event is reported once, with its reason`(trace: Trace) {
    let run = TraceRun(trace)
    #expect(run.changes == TraceTests.changes(trace.name))
    #expect(run.harness.announced.allSatisfy { $0.bounces == 0 })
    let alone = settledChanges(of: trace).map { "\($0.reason) \($0.current.id.text)" }
    #expect(alone == TraceTests.changes(trace.name), "without any playback")
  }

  @Test(arguments: ofServers.filter { $0.name.hasSuffix("headset") })
  func `R30: a headset is one with its microphone`(trace: Trace) throws {
    let plug = try #require(TraceRun(trace).harness.announced.first)
    #expect(plug.current.port == .headset)
  }

  @Test(arguments: ofServers) func `R1, R3, R7, R8: a loss pauses, a return plays on, nothing else does`(trace: Trace) {
    let run = TraceRun(trace)
    let isLost = run.changes.last?.hasPrefix("oldDevice") ?? false
    #expect(run.harness.state.wish == (isLost ? Wish(.pause, because: .routeLost) : Wish(.play, because: .user)))
    // Headphones and the Bluetooth headset come back within their time, the USB card does not.
    let returns = trace.name.hasSuffix("bounce") || trace.name.hasSuffix("bluetooth") ? 1 : 0
    #expect(run.returns == returns)
    // Softly, in one piece: the route did not change again.
    #expect(run.harness.heard.count { $0.fadeIn == .milliseconds(300) } >= returns)
  }

  private static let mocks = traces.filter { $0.name.hasPrefix("bluez-mock") }
  private static let headset = OutputFacts.bluetooth(address: "AC:DE:48:00:11:22")

  /// Played without a server, to the headset itself, from when its transport is there.
  @Test(arguments: mocks) func `R1: a headset whose transport goes is lost, once, whoever says why`(trace: Trace) throws
  {
    let connected = try #require(trace.moments.firstIndex { $0.facts.bluetooth.first?.isReachable == true })
    let run = TraceRun(trace, device: TraceTests.headset, playsFrom: connected)
    switch trace.name {
    case "bluez-mock-connect":
      #expect(run.changes.isEmpty && run.harness.engine.sounds)
    case "bluez-mock-no-reason", "bluez-mock-walked-off":
      // It is back after 0.3 s: a snag.
      #expect(run.changes.isEmpty && run.harness.engine.sounds)
      #expect(run.harness.effects.contains(.noteBounces(1)))
    default:
      #expect(run.changes == ["oldDeviceUnavailable none"])
      #expect(run.harness.state.wish == Wish(.pause, because: .routeLost))
      let reason = try #require(run.harness.facts.bluetooth.first?.loss)
      #expect(reason == (trace.name == "bluez-mock-disconnected-here" ? .byComputer : .byDevice))
    }
    let leaves = try #require(trace.moments.firstIndex { $0.facts.bluetooth.first?.isReachable == true })
    let loss = trace.moments[leaves...].first { $0.facts.bluetooth.first?.isReachable == false }
    if let loss { #expect(run.moment(after: loss.time)?.isAudible == false, "silent with the transport's end") }
  }

  /// What takes away the route that is played to, in each scenario.
  private static let losses = [
    "jack": "labctl jack headphone unplug", "headset": "labctl jack headphone unplug",
    "bounce": "labctl jack headphone unplug", "crash": "labctl jack headphone unplug",
    "by-hand": "labctl jack headphone unplug", "usb": "labctl usb unplug", "usb-again": "labctl usb unplug",
    "usb-over-headphones": "labctl usb unplug", "bluetooth": "headset disconnect",
  ]

  @Test(arguments: ofServers) func `R1: silence comes with the first fact of any source that knows`(trace: Trace) throws
  {
    let scenario = trace.name.split(separator: "-").drop {
      ["pulseaudio", "pipewire", "tcg", "two", "jacks"].contains($0)
    }
    .joined(separator: "-")
    guard let command = TraceTests.losses[scenario] else { return }
    let run = TraceRun(trace)
    #expect(!trace.times(of: command).isEmpty)
    for time in trace.times(of: command) {
      let (moment, isAudible) = try #require(run.moment(after: time))
      #expect(moment.source != .server, "a jack, a card or BlueZ is ahead of the server")
      #expect(!isAudible, "\(moment.time)")
      #expect(moment.time - time < .milliseconds(80))
    }
  }
}
