import PlayerCore
import Testing

@Suite struct ResamplerMissingTests {
  @Test func `a rate that cannot be had is said, and playback goes on`() {
    var harness = CoreHarness()
    harness.launch()
    let phase = harness.state.phase
    harness.send(.engineReported(.resamplerMissing(wanted: SampleRate(96_000))))
    #expect(
      harness.state.snapshot.message
        == "rate = 96000 needs libsoxr (apt install libsoxr0): files play at their own rates")
    #expect(harness.state.phase == phase && harness.engine.sounds)
    harness.advance(.seconds(9))
    #expect(harness.state.snapshot.message == nil)
  }
}
