import Foundation
import TestSupport
import Testing

/// The built player, commanded by the built `cans-ctl`.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct ControlTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha", artist: "A")
    try home.song("2.flac", title: "Beta")
  }

  private func playing() throws -> Player {
    let player = try Player(in: home)
    try player.plays("Alpha")
    return player
  }

  /// Runs `cans ctl` with these words to its end.
  @discardableResult
  private func ctl(_ words: String...) throws -> (status: Int32?, output: String, errors: String) {
    let child = try ChildProcess([BuiltProgram.path, "ctl"] + words, environment: home.environment)
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.output, child.errors)
  }

  /// The state as `status --json` tells it.
  private func state() throws -> [String: Any] {
    let data = Data(try ctl("status", "--json").output.utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `transport, with --wait until it is so`() throws {
    let player = try playing()
    #expect(try ctl("pause", "--wait") == (0, "", ""))
    #expect(try state()["status"] as? String == "paused" && state()["silent"] as? Bool == true)
    try player.isNow("paused")
    #expect(try ctl("play", "--wait") == (0, "", ""))
    let playhead = try state()["playhead"] as? [String: Any]
    #expect(playhead?["advances"] as? Bool == true)
    #expect(try ctl("seek", "1:40", "--wait") == (0, "", ""))
    #expect(try #require(try state()["position"] as? Double) >= 100)
    #expect(try ctl("next", "--wait") == (0, "", ""))
    try player.plays("Beta")
    #expect(
      try ctl("next", "--json") == (
        10, "{\"error\":{\"code\":\"noSuchContent\",\"message\":\"there is no such track\"}}\n", ""
      ))
    #expect(try ctl("stop", "--wait") == (0, "", ""))
    try player.isNow("stopped")
    #expect(try ctl("seek", "+5") == (11, "", "cans-ctl: nothing is playing that this could act on\n"))
    #expect(try ctl("quit") == (0, "", ""))
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    #expect(try ctl("status") == (3, "", "cans-ctl: no player is running\n"))
  }

  @Test func `the state in words`() throws {
    let player = try playing()
    #expect(try ctl("pause", "--wait").status == 0)
    #expect(try ctl("seek", "1:40", "--wait").status == 0)
    let status = try ctl("status")
    #expect(status.status == 0 && status.errors.isEmpty)
    let lines = status.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5 && lines.first == "Alpha – A" && lines.last == "", "\(lines)")
    #expect(lines.dropFirst().first == "paused  1:40 / 3:20  track 1 of 2")
    let watcher = try ChildProcess([BuiltProgram.controlPath, "watch"], environment: home.environment)
    #expect(watcher.wait(atMost: Player.limit) { $0.output.hasPrefix("paused  1:40 / 3:20  Alpha – A  Speaker") })
    let routes = try ctl("route", "list").output
    #expect(routes.hasPrefix("▶ ") && routes.contains("Speaker"), "\(routes)")
    #expect(try ctl("route", "list", "--json").output.hasPrefix(#"{"routes":[{"id":"#))
    try player.quit()
    #expect(watcher.exitStatus(within: Player.limit) == 0)
  }

  @Test func `the timeline tells what happened and why, by its newest entries, and outlives the player`() throws {
    let player = try playing()
    try ctl("pause", "--wait")
    try ctl("simulate", "headphones")
    try player.sees("headphones in use") { $0.routeRow.contains("Headphones") }
    let (status, output, errors) = try ctl("log")
    #expect(status == 0 && errors == "")
    #expect(output.contains("command line: pause (R23, R36)\n") && output.contains("plugged in; nothing played"))
    #expect(!output.contains("Alpha") && !output.contains(".flac"))
    let last = try ctl("log", "1").output
    #expect(last.split(separator: "\n").count == 1 && output.hasSuffix(last))
    let json = try ctl("log", "--json", "2").output.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(json.count == 2 && json.allSatisfy { $0?["sentence"] is String && $0?["rules"] is [String] })
    #expect(try ctl("log", "0").status == 2)
    let follower = try ChildProcess([BuiltProgram.path, "ctl", "log", "-f", "1"], environment: home.environment)
    #expect(follower.wait(atMost: Player.limit) { _ in follower.output == last })
    try ctl("next")
    #expect(follower.wait(atMost: Player.limit) { _ in follower.output.contains("command line: next track – track 2") })
    try player.type("t")
    try player.sees("command line: next track – track 2")
    try player.type("tq")
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    #expect(follower.exitStatus(within: Player.limit) == 0)
    #expect(try ctl("log") == (3, "", "cans-ctl: no player is running\n"))
    let second = try playing()
    #expect(try ctl("log").output.hasPrefix(output))
    try second.quit()
  }

  @Test func `a unit's timeline goes to the journal, unless its standard error goes elsewhere`() throws {
    for (name, isJournal) in [("journal", true), ("elsewhere", false)] {
      let file = try home.write("", to: name)
      let script = #"JOURNAL_STREAM=$(stat -c %d:%i "$1") exec "$2" daemon --simulate "$3" 2>>"$4""#
      let player = try ChildProcess(
        ["sh", "-c", script, "sh", file, BuiltProgram.path, home.path + "/Music", isJournal ? file : file + "-not"],
        environment: home.environment)
      #expect(player.wait(atMost: Player.limit) { _ in (try? ctl("pause").status) == 0 })
      try ctl("quit")
      #expect(player.exitStatus(within: Player.limit) == 0)
      #expect(home.text(of: name).contains("<6>command line: pause (R23, R36)\n") == isJournal)
      #expect(!home.text(of: name + "-not").contains("<6>"))
    }
  }

  @Test func `what cannot be done or told in full is no success`() throws {
    let player = try playing()
    let added = try ctl("queue", "add", home.path + "/Music/2.flac", home.path + "/Music/not-there.flac")
    #expect(added.status == 1 && added.errors.contains("not-there.flac"), "\(added)")
    let queue = try state()["queue"] as? [String: Any]
    #expect(queue?["count"] as? Int == 3)
    let full = try ChildProcess(
      ["sh", "-c", "exec \"$0\" ctl status >/dev/full", BuiltProgram.path], environment: home.environment)
    #expect(full.exitStatus(within: Player.limit) == 1)
    #expect(
      full.wait(atMost: .seconds(1)) { _ in full.errors == "cans-ctl: standard output: No space left on device\n" })
    try player.quit()
  }

  @Test func `level, modes and the simulated hardware`() throws {
    let player = try playing()
    try ctl("volume", "40")
    try player.hears(on: "Speaker", "vol 40 %")
    try ctl("volume", "+5")
    try ctl("mute", "on")
    #expect(try state()["level"] as? Int == 45 && state()["muted"] as? Bool == true)
    try ctl("repeat", "all")
    try ctl("shuffle", "on")
    try ctl("category", "ambient")
    let state = try state()
    #expect(state["repeat"] as? String == "all" && state["shuffle"] as? Bool == true)
    #expect(state["category"] as? String == "ambient")
    try ctl("simulate", "headphones")
    try player.sees("headphones in use") { $0.routeRow.contains("Headphones") }
    try player.quit()
  }

  @Test func `an interruption, and its end`() throws {
    let player = try playing()
    #expect(try ctl("interrupt", "begin", "--wait") == (0, "", ""))
    #expect(try state()["holds"] as? [String] == ["interruption"])
    #expect(try ctl("interrupt", "end", "--resume", "--wait") == (0, "", ""))
    try player.isNow("playing")
    try player.quit()
  }

  @Test func `the queue, with names that are no text`() throws {
    let player = try playing()
    let name = home.path + "/Music/\u{FFFD}.flac"
    try FileManager.default.copyItem(atPath: home.path + "/Music/2.flac", toPath: name)
    // As bytes that are not UTF-8.
    let odd = Array((home.path + "/Music/").utf8) + [0xFF, 0xFE] + Array(".flac\0".utf8)
    _ = odd.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { rename(name, $0.baseAddress!) }
    }
    try home.song("3.flac", title: "Gamma")
    #expect(try ctl("queue", "add", "--next", home.path + "/Music").status == 0)
    #expect(try state()["queue"] as? [String: Any] != nil)
    let list = try ctl("queue", "list").output.split(separator: "\n").map(String.init)
    #expect(list.count == 6)
    #expect(list[0].hasPrefix("▶1  Alpha – A  3:20"))
    let lines = try ctl("queue", "list", "--json").output
    #expect(lines.contains("\"hex\":\"2f"))
    #expect(try ctl("queue", "move", "1", "3").status == 0)
    #expect(try ctl("queue", "list").output.split(separator: "\n")[2].hasPrefix("▶"))
    #expect(try ctl("queue", "remove", "1", "2").status == 0)
    #expect(try ctl("queue", "remove", "9") == (10, "", "cans-ctl: there is no track 9: the queue has 4\n"))
    #expect(try ctl("queue", "play", "4", "--wait").status == 0)
    try player.plays("Beta")
    #expect(try ctl("queue", "add", home.path + "/none").status == 10)
    #expect(try ctl("queue", "clear").status == 0)
    #expect(try ctl("queue", "list") == (0, "", ""))
    try player.quit()
  }

  @Test func `watching, until the player ends`() throws {
    let player = try playing()
    let watcher = try ChildProcess([BuiltProgram.controlPath, "watch", "--json"], environment: home.environment)
    #expect(watcher.wait(atMost: Player.limit) { $0.output.contains("\"changes\"") })
    try ctl("repeat", "one")
    #expect(watcher.wait(atMost: Player.limit) { $0.output.contains("\"repeat\":\"one\"") })
    try player.quit()
    #expect(watcher.exitStatus(within: Player.limit) == 0)
    for line in watcher.output.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test func `without a player, and words that mean nothing`() throws {
    #expect(try ctl("play") == (3, "", "cans-ctl: no player is running\n"))
    #expect(try ctl("play", "--json").status == 3)
    #expect(try ctl("dance").status == 2)
    #expect(try ctl("--help").output.hasPrefix("cans ctl – "))
    #expect(try ctl("seek", "--help").output.contains("1:30"))
  }

  @Test func `what comes too late is told`() throws {
    let player = try playing()
    player.signal(SIGSTOP)
    #expect(try ctl("status", "--timeout", "0.2") == (4, "", "cans-ctl: it has taken too long\n"))
    player.signal(SIGCONT)
    #expect(try ctl("status").status == 0)
    try player.quit()
  }
}
