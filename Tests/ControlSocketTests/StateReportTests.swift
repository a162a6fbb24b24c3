import PlayerCore
import Testing

@testable import ControlSocket

/// The state as `cans ctl status --json` and `cans ctl route list --json` print it.
@Suite struct StateReportTests {
  @Test(arguments: 0..<100 as Range<UInt64>) func `it is the state, with times in seconds`(seed: UInt64) throws {
    var random = Random(seed: seed)
    var snapshot = random.snapshot()
    snapshot.playhead = Playhead(
      frame: FrameCount(96_024), at: MonotonicTime(nanoseconds: 7), rate: SampleRate(48_000), advances: false)
    let state = StateLine(snapshot)
    let report = try JSON.object(state.report(at: snapshot.playhead.at))
    #expect(try StateLine.reading(.object(report)) == state)
    #expect(try report.read("position", JSON.number) == 2)
    #expect(try (report.readIfThere("length", JSON.number) == nil) == (state.entry?.facts.duration == nil))
    let routes = try JSON.object(state.reportOfRoutes).read("routes", JSON.list(of: RouteSummary.reading))
    #expect(routes == snapshot.routes)
  }

  @Test func `a length that is known`() throws {
    var snapshot = Snapshot()
    let format = AudioFormat(
      rate: SampleRate(8_000), layout: ChannelLayout(channels: 1), encoding: .integer(bits: 16))
    let facts = TrackFacts(format: format, length: FrameCount(12_000))
    snapshot.queue = [QueueEntry(id: QueueEntryID(1), path: FilePath("/a"), facts: facts)]
    snapshot.current = QueueEntryID(1)
    let report = try JSON.object(StateLine(snapshot).report(at: snapshot.playhead.at))
    #expect(try report.read("length", JSON.number) == 1.5 && report.read("position", JSON.number) == 0)
  }
}
