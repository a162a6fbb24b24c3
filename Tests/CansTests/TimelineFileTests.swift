import Foundation
import LinuxSystem
import PlayerCore
import Testing

@testable import cans

/// The timeline from one run to the next.
@MainActor
struct TimelineFileTests {
  private let folder: FilePath = {
    var template = Array("/tmp/cans-timeline-XXXXXX".utf8CString)
    return FilePath(String(cString: mkdtemp(&template)))
  }()

  private var path: FilePath { folder.appending(FilePath("state/cans/timeline.log")) }

  private func text(_ ending: String = "") -> String {
    (try? String(contentsOfFile: path.text + ending, encoding: .utf8)) ?? ""
  }

  private func entry(_ number: Int) -> TimelineEntry {
    TimelineEntry(kind: .decision, rules: [number % 37 + 1], sentence: "entry \(number)")
  }

  private func opened() throws -> (file: TimelineFile?, records: [TimelineRecord], problem: String?) {
    var (records, problem): ([TimelineRecord], String?) = ([], nil)
    let file = try TimelineFile(path: path, reading: &records, problem: &problem)
    return (file, records, problem)
  }

  private func append(_ numbers: Range<Int>) throws {
    let file = try #require(try opened().file)
    for number in numbers { try file.append([TimelineRecord(number: 9, time: Int64(number), entry: entry(number))]) }
  }

  private func sentences(_ records: [TimelineRecord]) -> [String] { records.map(\.entry.sentence) }

  @Test func `entries come back as they were, from a file that is the user's alone`() throws {
    try append(0..<3)
    let (_, records, problem) = try opened()
    #expect(records == (0..<3).map { TimelineRecord(number: 0, time: Int64($0), entry: entry($0)) } && problem == nil)
    var status = stat()
    #expect(stat(path.text, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `a full file goes on as the one before, and a thousand entries are always there`() throws {
    try append(0..<2_300)
    #expect(text().split(separator: "\n").count == 300 && text(".1").split(separator: "\n").count == 1_000)
    let (file, records, _) = try opened()
    #expect(sentences(records) == (1_000..<2_300).map { "entry \($0)" })
    // In one piece, too.
    try file?.append((0..<2_500).map { TimelineRecord(number: 1, time: 0, entry: entry($0)) })
    #expect(text().split(separator: "\n").count == 800 && text(".1").split(separator: "\n").count == 1_000)
  }

  @Test func `a last line that was not finished is told once, and spoils no other`() throws {
    try append(0..<2)
    let whole = text()
    try String(whole.dropLast(20)).write(toFile: path.text, atomically: false, encoding: .utf8)
    let (file, records, problem) = try opened()
    #expect(sentences(records) == ["entry 0"])
    #expect(problem == "a part of the timeline could not be read: see \(path.text)*.damaged*")
    #expect(text(".damaged") == String(whole.dropLast(20)), "nothing is lost silently")
    try file?.append([TimelineRecord(number: 1, time: 5, entry: entry(5))])
    _ = consume file
    let again = try opened()
    #expect(sentences(again.records) == ["entry 0", "entry 5"] && again.problem == nil)
  }

  @Test func `lines that mean nothing are passed over`() throws {
    try append(0..<1)
    try (text() + "\0\u{1}{]\nnothing\n" + text()).write(toFile: path.text, atomically: false, encoding: .utf8)
    let (_, records, problem) = try opened()
    #expect(records.count == 2 && problem?.hasPrefix("2 parts ") == true)
  }

  @Test func `a file that is none of ours is put aside, and the timeline goes on`() throws {
    try append(0..<1)
    let strange = String(repeating: "x", count: 2 << 20)
    try strange.write(toFile: path.text, atomically: false, encoding: .utf8)
    let (file, records, problem) = try opened()
    #expect(records == [] && problem != nil && text(".damaged") == strange)
    try file?.append([TimelineRecord(number: 1, time: 5, entry: entry(5))])
    _ = consume file
    #expect(try sentences(opened().records) == ["entry 5"])
  }

  @Test func `two players do not write the same file`() throws {
    let first = try opened()
    #expect(first.file != nil)
    #expect(try opened().file == nil)
    withExtendedLifetime(first.file) {}
  }

  @Test func `a keeper has what earlier runs left, and numbers of its own`() throws {
    try append(0..<2)
    let keeper = TimelineKeeper(path: path)
    keeper.record(entry(7), at: .now)
    let descriptor = try #require(keeper.descriptor)
    #expect(waitUntilReadable(descriptor, milliseconds: 20_000))
    #expect(keeper.process() == [] && keeper.isComplete)
    #expect(keeper.book.records.map(\.number) == [-1, 0, 1])
    #expect(sentences(keeper.book.records) == ["entry 0", "entry 1", "entry 7"])
    #expect(abs(keeper.book.records[2].time - WallClock.now) < 60_000)
    #expect(keeper.finish() == [])
    #expect(text().split(separator: "\n").count == 3)
  }

  @Test func `where nothing can be kept that is told, and the timeline is there for this run`() throws {
    try FileManager.default.createDirectory(atPath: path.text, withIntermediateDirectories: true)
    let keeper = TimelineKeeper(path: path)
    keeper.record(entry(1), at: .now)
    #expect(waitUntilReadable(try #require(keeper.descriptor), milliseconds: 20_000))
    let problems = keeper.process()
    #expect(problems.count == 1 && problems[0].hasPrefix("the timeline is not kept: "))
    #expect(keeper.isComplete && keeper.book.records.count == 1)
    #expect(keeper.finish() == [])
  }
}
