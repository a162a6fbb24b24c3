import PlayerCore
import Testing

@Suite struct RealTimeTests {
  @Test func `what the system allows needs nobody else`() {
    var state = PlayerState()
    let report = EngineReport.outputThreadStarted(thread: 7, priority: 10)
    #expect(reduce(&state, .engineReported(report), at: CoreHarness.start) == [])
    #expect(state.snapshot.realTime == .allowed(priority: 10))
  }

  @Test func `what it does not allow is asked of rtkit, whose answer is shown`() {
    var state = PlayerState()
    let report = EngineReport.outputThreadStarted(thread: 7, priority: nil)
    #expect(reduce(&state, .engineReported(report), at: CoreHarness.start) == [.requestRealTime(thread: 7)])
    #expect(state.snapshot.realTime == .unknown)
    let refusal = RealTime.refused("RLIMIT_RTPRIO is 0 and rtkit is not running")
    #expect(reduce(&state, .realTimeAnswered(refusal), at: CoreHarness.start) == [])
    #expect(state.snapshot.realTime == refusal)
    #expect(refusal.text == "no (RLIMIT_RTPRIO is 0 and rtkit is not running)")
  }
}
