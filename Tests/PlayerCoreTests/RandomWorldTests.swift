import Glibc
import PlayerCore
import Testing

/// Thousands of runs in which things are plugged, pulled and chosen while a sound server runs, dies or stands still,
/// and every source is late in its own way. `CANS_SEQUENCES` asks for more.
@Suite struct RandomWorldTests {
  private static let blocks: UInt64 = 40
  private static let count = getenv("CANS_SEQUENCES").flatMap { UInt64(String(cString: $0)) } ?? 2_000

  @Test(arguments: 0..<blocks) func `R1 to R10: whoever says what when, no trace of a machine breaks an invariant`(
    block: UInt64
  ) {
    for seed in stride(from: block, to: RandomWorldTests.count, by: UInt64.Stride(RandomWorldTests.blocks)) {
      var run = WorldRun(seed: seed)
      run.go(events: 60)
      guard run.watch.violations.isEmpty else {
        Issue.record("seed \(seed): \(run.watch.violations.prefix(3))\n\(run.story)")
        return
      }
    }
  }
}
