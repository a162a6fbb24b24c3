import Foundation
import PlayerCore
import TestSupport
import Testing

/// What people are told of all that was recorded. `CANS_WRITE_DOCUMENTS=1` writes the texts anew: read what changed.
@MainActor
@Suite struct TimelineTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// The rows of the table of rules whose recordings are here in any case.
  private static let rows = RuleTable.all.filter { if case .trace = $0.source { false } else { true } }

  /// Every trace of CANS_TRACES, to a player that plays when it begins.
  private static let traces = TraceFolder.all.map { trace in
    let output = trace.name.hasPrefix("bluez") ? OutputFacts.bluetooth(address: "AC:DE:48:00:11:22") : .unnamed
    return RuleEvidence([], "a trace", .trace(trace.name), output: output, hears: [])
  }

  @Test func `the timeline of the recorded sessions is as checked in`() throws {
    try compare(Self.rows, with: "timeline.txt")
  }

  @Test(.enabled(if: !TraceFolder.all.isEmpty)) func `the timeline of the traces is as checked in`() throws {
    try compare(Self.traces, with: "timeline-of-traces.txt")
  }

  /// What a row shows, and its timeline does not name: what was heard is the point.
  private static let silent: [String: Set<Int>] = [
    "a headset whose microphone loses contact first": [34],
    "headphones beside the line out, out, and the line out goes": [31],
    "the device is stuck when playerctl pauses: answered at once": [28],
  ]

  @Test func `every rule that a row shows is named in its timeline`() {
    for row in Self.rows {
      let named = Set(EvidenceRun(row).world.timeline.flatMap(\.entry.rules))
      let missing = Set(row.rules).subtracting(named).subtracting(Self.silent[row.story] ?? [])
      #expect(missing == [], "\(row.testDescription)")
    }
  }

  private func compare(_ rows: [RuleEvidence], with name: String) throws {
    let text = rows.map(Self.story).joined(separator: "\n")
    let file = Self.folder.appending(path: name)
    if ProcessEnvironment.variable("CANS_WRITE_DOCUMENTS") == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    for (line, other) in zip(text.split(separator: "\n"), written.split(separator: "\n")) where line != other {
      Issue.record("\(name): \"\(line)\" was \"\(other)\"")
      return
    }
    #expect(text == written)
  }

  /// What a person reads of a row, in milliseconds since the recording's start.
  private static func story(_ row: RuleEvidence) -> String {
    let run = EvidenceRun(row)
    let lines = run.world.timeline.map { at, entry in
      "\(Int(run.milliseconds(at).rounded())) \(entry.kind.rawValue): \(entry.text)\n"
    }
    return "# \(row.story), \(row.source.name)\n" + lines.joined()
  }
}
