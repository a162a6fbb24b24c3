import Testing

/// Every rule, from what a real source delivered to the frames that were heard.
@MainActor
@Suite struct RuleEvidenceTests {
  nonisolated private static let rows = RuleTable.all.filter(\.isHere)

  @Test(arguments: rows) func `what was recorded is heard as the rule says`(row: RuleEvidence) {
    let run = EvidenceRun(row)
    for problem in run.problems { Issue.record("\(problem)") }
    row.check(run)
  }

  @Test func `every rule has a row, or a reason to have none`() {
    let shown = Set(RuleTable.all.flatMap(\.rules))
    let missing = (1...37).filter { !shown.contains($0) && RuleTable.excepted[$0] == nil }
    #expect(missing == [])
    let anywhere = RuleTable.all.filter { if case .trace = $0.source { false } else { true } }
    #expect(shown == Set(anywhere.flatMap(\.rules)), "also where there is no folder of traces")
    #expect(shown.isDisjoint(with: RuleTable.excepted.keys))
  }

}
