import AudioEngine
import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@Suite struct OutputThreadTests {
  /// Who runs this decides whether the system allows it; what is reported has to be true in either case.
  @Test func `the output thread reports whether it goes before ordinary ones`() throws {
    let engine = Engine(output: FakeOutput(clock: { .now }), opener: FakeFiles([]).opener, realTimePriority: 1)
    defer { engine.shutDown() }
    #expect(waitUntilReadable(engine.reportsDescriptor, milliseconds: 10_000))
    guard case .outputThreadStarted(let thread, let priority) = try #require(engine.takeReports().first) else {
      Issue.record("something else is reported first")
      return
    }
    #expect(thread != RealTimeScheduling.currentThread)
    let resetOnFork: Int32 = 0x4000_0000
    let policy = sched_getscheduler(thread)
    #expect(policy >= 0)
    #expect((policy & ~resetOnFork == SCHED_FIFO) == (priority == 1))
    #expect((policy & resetOnFork != 0) == (priority == 1))
  }

  @Test func `without an order the output thread stays an ordinary one`() {
    let engine = Engine(output: FakeOutput(clock: { .now }), opener: FakeFiles([]).opener)
    engine.shutDown()
    #expect(engine.takeReports() == [])
  }
}
