import Testing

@testable import PlayerCore

/// When the user's programs are run, and what they are told.
@Suite struct HookTests {
  private static let jack = "Headphone Jack"

  /// It plays on headphones, and every hook has a command.
  private func playing(_ change: (inout SessionSettings) -> Void = { _ in }) -> CoreHarness {
    TimelineRuleTests.playing { settings in
      for hook in Hook.allCases { settings.hooks[hook] = "run \(hook.rawValue)" }
      change(&settings)
    }
  }

  /// The calls that `happens` leads to, each as what happened and why.
  private func calls(in harness: inout CoreHarness, of happens: (inout CoreHarness) -> Void) -> [String] {
    let before = harness.calls.count
    happens(&harness)
    return harness.calls.dropFirst(before).map { "\($0["EVENT"]) \($0["REASON"])" }
  }

  @Test func `R1, R3: the loss of headphones and their return are told, with reasons, rules and routes`() throws {
    var harness = playing()
    harness.advance(.seconds(2))
    let lost = calls(in: &harness) { $0.pull() }
    #expect(lost == ["route-change oldDeviceUnavailable", "pause routeLost"])
    let change = try #require(harness.calls.dropLast().last)
    #expect(change.call.hook == .routeChange && change.call.command == "run on-route-change")
    #expect(change["PREVIOUS_ROUTE"] == "headphones:PCH" && change["PREVIOUS_ROUTE_PRIVATE"] == "yes")
    #expect(change["ROUTE"] == "speaker:PCH" && change["ROUTE_PRIVATE"] == "no" && change["LEVEL"] == "70")
    #expect(change["ROUTE_NAME"] == "Speaker – HDA Intel" && change["ROUTE_PORT"] == "builtInSpeaker")
    #expect(change["RULES"].split(separator: " ").contains("R1") && change["TEXT"].contains("unplugged; paused"))
    let pause = try #require(harness.calls.last)
    #expect(pause["STATE"] == "paused" && pause["PATH"] == "/music/1.flac" && pause["TRACK"] == "1")
    #expect(pause["POSITION"].hasPrefix("5") && pause["MUTED"] == "no" && pause["PREVIOUS_ROUTE"] == "")
    let back = calls(in: &harness) { $0.insert() }
    #expect(back == ["route-change newDeviceAvailable", "play routeLost"])
  }

  @Test func `R9: a contact that bounces runs nothing`() {
    var harness = playing()
    let said = calls(in: &harness) {
      $0.plug(Self.jack, false)
      $0.advance(.milliseconds(50))
      $0.plug(Self.jack, true)
      $0.advance(.seconds(1))
    }
    #expect(said.isEmpty)
  }

  @Test func `R14, R15: an interruption begins, silences, ends, and lets play`() {
    var harness = playing()
    let began = calls(in: &harness) { $0.send(.holdBegan(.interruption)) }
    #expect(began == ["interruption-began command", "pause interruption"])
    let ended = calls(in: &harness) { $0.send(.holdEnded(.interruption, shouldResume: true)) }
    #expect(ended == ["interruption-ended command", "play interruption"])
  }

  @Test func `the user's word, the end of the queue and the player's end are reasons`() {
    var harness = playing()
    #expect(calls(in: &harness) { $0.command(.pause) } == ["pause user"])
    #expect(calls(in: &harness) { $0.command(.pause) } == [])
    #expect(calls(in: &harness) { $0.command(.play) } == ["play user"])
    #expect(calls(in: &harness) { $0.send(.leaving(.asked)) } == ["pause quit"])
  }

  @Test func `a track is told when it is heard, once, and not before its title may be known`() throws {
    var harness = playing()
    #expect(harness.calls.map { $0["EVENT"] } == ["play", "track"])
    let jumped = calls(in: &harness) { $0.command(.nextTrack) }
    #expect(jumped.isEmpty)
    let id = try #require(harness.state.current)
    let titled = calls(in: &harness) {
      $0.advance(.milliseconds(100))
      $0.send(.trackRead(id, TrackFacts(title: "Night\u{0} Train", artist: "The Cans", album: "Demo")))
    }
    #expect(titled == ["track "])
    let call = try #require(harness.calls.last)
    #expect(call["TITLE"] == "Night Train" && call["ARTIST"] == "The Cans" && call["ALBUM"] == "Demo")
    let again = calls(in: &harness) {
      $0.command(.pause)
      $0.command(.play)
      $0.command(.skip(.seconds(1)))
      $0.advance(.seconds(1))
    }
    #expect(again == ["pause user", "play user"])
    // One that has no title waits no longer than a moment.
    let untitled = calls(in: &harness) {
      $0.command(.nextTrack)
      $0.advance(.seconds(1))
    }
    #expect(untitled == ["track "] && harness.calls.last?["TRACK"] == "3")
  }

  @Test func `without a command nothing is run, and every call has the same names`() {
    var harness = playing { $0.hooks[.pause] = nil }
    let said = calls(in: &harness) {
      $0.command(.pause)
      $0.pull()
    }
    #expect(said == ["route-change oldDeviceUnavailable"])
    let names = Set(harness.calls.map { $0.call.variables.map(\.name) })
    #expect(names.count == 1 && harness.calls.count > 2)
    var plain = TimelineRuleTests.playing()
    plain.pull()
    #expect(plain.calls.isEmpty)
  }

  @Test func `what fails or has something to say is told in the timeline, on one line, and not again and again`() {
    var harness = playing()
    let before = harness.timeline.count
    harness.send(.hookEnded(HookReport(.play, .exited(0))))
    #expect(harness.timeline.count == before)
    let said = HookReport(.track, .exited(127), output: Array("sh: 1: nope:\nnot found\u{1B}\n".utf8))
    harness.send(.hookEnded(said))
    harness.send(.hookEnded(said))
    harness.send(.hookEnded(HookReport(.pause, .tookTooLong)))
    let much = Array(repeating: UInt8(ascii: "y"), count: 1_000)
    harness.send(.hookEnded(HookReport(.pause, .signalled(13), output: much, isFlood: true)))
    let told = harness.timeline.dropFirst(before).map(\.sentence)
    #expect(told.count == 3)
    #expect(told.first == "on-track ended with status 127; says: sh: 1: nope: | not found")
    #expect(told.dropFirst().first == "on-pause took too long and was killed")
    let flood = told.last ?? ""
    #expect(flood.hasPrefix("on-pause was ended by signal 13; wrote more than is read; says: yyy"))
    #expect(flood.unicodeScalars.count <= 401)
  }

  @Test(arguments: [(0, "0"), (83_250, "83.25"), (-500, "-0.5"), (4_001, "4.001"), (60_000, "60")])
  func `seconds are told to the millisecond`(milliseconds: Int, text: String) {
    #expect(Duration.milliseconds(milliseconds).decimalText == text)
  }
}

/// A call with its variables, by their names without "CANS_".
private struct Told {
  var call: HookCall

  subscript(_ name: String) -> String {
    let found = call.variables.first { $0.name == "CANS_" + name }
    return found.map { String(decoding: $0.value, as: UTF8.self) } ?? "there is no \(name)"
  }
}

extension CoreHarness {
  fileprivate var calls: [Told] {
    effects.compactMap { if case .runHook(let call) = $0 { Told(call: call) } else { nil } }
  }
}
