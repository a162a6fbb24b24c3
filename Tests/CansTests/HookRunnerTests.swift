import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import PlayerCore
@testable import cans

/// The user's programs, whatever they do.
@MainActor
struct HookRunnerTests {
  private let folder: String = {
    var template = Array("/tmp/cans-hooks-XXXXXX".utf8CString)
    return String(cString: mkdtemp(&template))
  }()

  private static let long = Duration.seconds(30)

  private func call(_ command: String, _ hook: Hook = .pause, _ variables: [String: String] = [:]) -> HookCall {
    HookCall(
      hook: hook, command: "cd \(folder); " + command,
      variables: variables.map { HookCall.Variable(name: $0.key, value: Array($0.value.utf8)) })
  }

  private func limits(time: Duration = long, atEnd: Duration = long) -> HookThread.Limits {
    HookThread.Limits(time: time, timeAtEnd: atEnd)
  }

  /// Waits for the next report.
  private func next(_ runner: HookRunner) throws -> HookReport {
    let descriptor = try #require(runner.descriptor)
    try #require(waitUntilReadable(descriptor, milliseconds: 30_000))
    return try #require(runner.takeReports().first)
  }

  private func run(_ command: String, _ limits: HookThread.Limits? = nil) throws -> HookReport {
    let runner = HookRunner(limits: limits ?? self.limits())
    runner.run(call(command))
    defer { _ = runner.finish() }
    return try next(runner)
  }

  private func text(_ report: HookReport) -> String { String(decoding: report.output, as: UTF8.self) }
  private func file(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  @Test func `it finds facts in its environment, byte for byte, beside what is there`() throws {
    let runner = HookRunner(limits: limits())
    let title = "It's $HOME;\n\"x\" `id`"
    runner.run(call(#"printf '%s|%s' "$CANS_TITLE" "${PATH:+path}""#, .track, ["CANS_TITLE": title]))
    #expect(try text(next(runner)) == title + "|path")
    #expect(runner.finish().isEmpty)
  }

  @Test func `it inherits no descriptor, no blocked or ignored signal, no terminal, and nothing to read`() throws {
    let event = EventDescriptor()
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let report = try run(
      #"ls -l /proc/$$/fd; grep -E 'Sig(Blk|Ign)' /proc/self/status; cut -d' ' -f7 /proc/self/stat; cat"#)
    withExtendedLifetime(event) {}
    let said = text(report)
    // The C library's own signals, 32 and 33, are its own affair.
    let ignored = said.split(separator: "\n").filter { $0.hasPrefix("SigIgn:\t") }.compactMap {
      UInt64($0.dropFirst(8), radix: 16)
    }
    #expect(said.contains("0 -> /dev/null") && !said.contains("anon_inode") && !said.contains("socket:"))
    #expect(
      said.contains("SigBlk:\t0000000000000000") && ignored.count == 1 && ignored.allSatisfy { $0 & 0x7FFF_FFFF == 0 })
    #expect(said.hasSuffix("\n0\n") && report.ending == .exited(0))
  }

  @Test func `one that crashes, or is not there, is told with what it wrote`() throws {
    #expect(try run("kill -SEGV $$").ending == .signalled(SIGSEGV))
    let missing = try run("no-such-program")
    #expect(missing.ending == .exited(127) && text(missing).contains("no-such-program"))
    #expect(try run("exit 3").ending == .exited(3))
  }

  @Test func `one that takes too long is killed with all that it has started`() throws {
    let report = try run("sleep 1000 & echo $! >child; wait; echo late >late", limits(time: .milliseconds(300)))
    #expect(report.ending == .tookTooLong)
    let child = try #require(Int32(file("child").filter(\.isNumber)))
    // Whoever adopts it may take a moment to notice.
    #expect(waits(atMost: .seconds(30)) { Self.isGone(child) })
    #expect(file("late").isEmpty)
  }

  @Test func `children that keep its pipe hold up nothing, and live on`() throws {
    let runner = HookRunner(limits: limits(time: .milliseconds(800)))
    let began = ContinuousClock.now
    runner.run(call("sleep 1000 & echo $! >child; echo done"))
    let report = try next(runner)
    #expect(report == HookReport(.pause, .exited(0), output: Array("done\n".utf8)))
    #expect(ContinuousClock.now - began < .seconds(20))
    let child = try #require(Int32(file("child").filter(\.isNumber)))
    // Nor do they once their time would be over: the thread sees another program through after that.
    runner.run(call("sleep 10"))
    #expect(try next(runner).ending == .tookTooLong)
    #expect(!Self.isGone(child))
    #expect(runner.finish().isEmpty)
    kill(child, SIGKILL)
  }

  @Test func `of a flood a little is read, and the program is told to stop`() throws {
    let report = try run("yes; exit 3")
    #expect(report.isFlood && report.output.count == 1_000 && report.output.starts(with: Array("y\ny\n".utf8)))
    // Of what was read the shell knows nothing; `yes` has been ended, and said no more than that.
    #expect(report.ending == .exited(3))
    let deaf = try run("trap '' PIPE; while :; do echo y; done 2>&-", limits(time: .milliseconds(300)))
    #expect(deaf.isFlood && deaf.ending == .tookTooLong)
  }

  @Test func `one at a time for each hook, and of those that wait the newest`() throws {
    let runner = HookRunner(limits: limits())
    runner.run(call("while [ ! -e go ]; do sleep 0.01; done; echo first >>order"))
    for number in 2...5 { runner.run(call("echo \(number) >>order")) }
    // Another hook waits for none of them.
    runner.run(call("echo other", .track))
    #expect(try next(runner) == HookReport(.track, .exited(0), output: Array("other\n".utf8)))
    try Data().write(to: URL(filePath: "\(folder)/go"))
    #expect(try next(runner).hook == .pause)
    #expect(waits(atMost: .seconds(30)) { file("order") == "first\n5\n" }, "\(file("order"))")
    _ = runner.finish()
    #expect(file("order") == "first\n5\n")
  }

  @Test func `at the end those that run have a moment, what waits is not begun, and nothing is left`() throws {
    let runner = HookRunner(limits: limits(atEnd: .milliseconds(500)))
    runner.run(call("echo $$ >pid; exec sleep 1000", .play))
    runner.run(call("echo waited >waited", .play))
    #expect(waits(atMost: .seconds(30)) { file("pid").hasSuffix("\n") })
    runner.run(call("sleep 0.1; echo made it", .pause))
    let reports = runner.finish()
    #expect(reports.first == HookReport(.pause, .exited(0), output: Array("made it\n".utf8)))
    #expect(reports.last == HookReport(.play, .interrupted) && reports.count == 2)
    #expect(file("waited").isEmpty)
    #expect(Self.isGone(try #require(Int32(file("pid").filter(\.isNumber)))))
  }

  @Test func `nothing is waited for where nothing was run`() {
    let runner = HookRunner()
    #expect(runner.descriptor == nil && runner.finish().isEmpty)
  }

  /// Whether no such process runs; a zombie does not.
  private static func isGone(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return text.contains(") Z ")
  }
}
