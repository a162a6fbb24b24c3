import PlayerCore
import Testing

@testable import cans

@MainActor
struct RouteReportTests {
  private let headphones = Route(
    port: .headphones, id: RouteID("headphones:PCH"), name: "Headphones – \"HDA\"\u{7}", privacy: .wearerOnly)
  private let speaker = Route(
    port: .builtInSpeaker, id: RouteID("speaker:PCH"), name: "Speaker – HDA", privacy: .everybody)

  @Test func `a change is one line of JSON`() {
    let change = RouteChange(reason: .oldDeviceUnavailable, previous: headphones, current: speaker, bounces: 2)
    #expect(
      RouteReport.json(change, at: MonotonicTime(nanoseconds: 1_234_567_890))
        == #"{"event":"routeChange","time":1234,"reason":2,"reasonName":"oldDeviceUnavailable","#
        + #""previous":{"port":"headphones","id":"headphones:PCH","name":"Headphones – \"HDA\"\u0007","privacy":"wearerOnly"},"#
        + #""current":{"port":"builtInSpeaker","id":"speaker:PCH","name":"Speaker – HDA","privacy":"everybody"},"bounces":2,"rules":["R1","R9"]}"#
    )
  }

  @Test func `a change is one line for people`() {
    let change = RouteChange(reason: .newDeviceAvailable, previous: speaker, current: headphones)
    #expect(
      RouteReport.text(change).hasSuffix(": plugged in; music moves there, or goes on where it waited for it (R3, R6)"))
    for (bounces, words) in [(1, "once"), (2, "2 times")] {
      let change = RouteChange(reason: .newDeviceAvailable, previous: speaker, current: headphones, bounces: bounces)
      #expect(RouteReport.text(change).hasSuffix("(R3, R6, R9)"))
      #expect(RouteReport.text(change).contains(" (contact bounced \(words)); "))
    }
  }

  @Test func `R30: a microphone that arrives or leaves is one line of JSON, or for people`() {
    let microphone = Microphone(
      port: .headsetMic, id: "headsetMic:PCH", name: "Headset Mic – HDA\u{7}", card: CardIndex(0), isPlugged: true)
    let change = MicrophoneChange(microphone, isThere: true)
    #expect(
      RouteReport.json(change, at: MonotonicTime(nanoseconds: 1_234_567_890))
        == #"{"event":"microphoneArrived","time":1234,"microphone":{"port":"headsetMic","id":"headsetMic:PCH","#
        + #""name":"Headset Mic – HDA\u0007"},"rules":["R30"]}"#)
    #expect(RouteReport.text(change) == "microphone is there: Headset Mic – HDA\u{FFFD} (R30)")
    let left = MicrophoneChange(microphone, isThere: false)
    #expect(RouteReport.json(left, at: MonotonicTime(nanoseconds: 0)).contains(#""event":"microphoneLeft""#))
    #expect(RouteReport.text(left).hasPrefix("microphone has gone: "))
  }

  @Test func `what a name holds cannot steer a terminal`() {
    #expect("a\u{1B}[31m\u{202E}b\u{2028}\u{2067}".printable == "a\u{FFFD}[31m\u{FFFD}b⏎\u{FFFD}")
  }
}
