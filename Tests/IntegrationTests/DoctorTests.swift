import Foundation
import LinuxSystem
import TestSupport
import Testing

/// `cans doctor` where one thing of the machine is broken.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct DoctorTests {
  private let home: Home

  init() throws { home = try Home() }

  /// What the program says, and how it ends.
  private struct Report {
    var isWell = false
    var lines: [[String: Any]] = []
    var status: Int32?
    var errors = ""

    func line(_ id: String, _ subject: String? = nil) -> [String: Any]? {
      lines.first { $0["id"] as? String == id && (subject == nil || $0["subject"] as? String == subject) }
    }

    /// "wrong: …"
    func text(_ id: String, _ subject: String? = nil) -> String {
      guard let line = line(id, subject) else { return "-" }
      return "\(line["verdict"] as? String ?? "-"): \(line["text"] as? String ?? "-")"
    }
  }

  /// Runs it with the home's environment, and these variables besides; an empty value takes one away.
  private func report(_ variables: [String: String] = [:], options: [String] = []) throws -> Report {
    let environment = home.environment.merging(variables) { $1 }.filter { !$0.value.isEmpty }
    let child = try ChildProcess([BuiltProgram.path, "doctor", "--json"] + options, environment: environment)
    child.closeInput()
    var report = Report()
    report.status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    report.errors = child.errors
    let object = try JSONSerialization.jsonObject(with: Data(child.output.utf8)) as? [String: Any]
    report.isWell = try #require(object?["ok"] as? Bool)
    report.lines = try #require(object?["lines"] as? [[String: Any]])
    return report
  }

  @Test func `every line has its parts, and the exit status says whether one is wrong`() throws {
    let report = try report()
    #expect(report.errors == "")
    for line in report.lines {
      #expect(["ok", "note", "wrong"].contains(line["verdict"] as? String ?? ""))
      #expect(line["section"] is String && (line["text"] as? String)?.isEmpty == false)
      #expect((line["advice"] is String) == (line["verdict"] as? String == "wrong"), "\(line)")
    }
    let isWell = !report.lines.contains { $0["verdict"] as? String == "wrong" }
    #expect(report.isWell == isWell && report.status == (isWell ? 0 : 1))
    for id in ["cards", "output", "player", "server", "user-bus", "system-bus", "sound-devices", "settings"] {
      #expect(report.line(id) != nil, "\(id)")
    }
  }

  @Test func `the settings file's mistakes are told with their lines, and standard error stays empty`() throws {
    #expect(try report().text("settings") == "note: no settings file: all defaults")
    try home.write("crossfade = 1\n", to: "config/cans/settings.toml")
    #expect(try report().text("settings").hasPrefix("ok: "))
    try home.write("\nmax-volum = 50\n", to: "config/cans/settings.toml")
    let wrong = try report()
    #expect(wrong.text("settings").hasPrefix("wrong: settings.toml:2: unknown setting \"max-volum\""))
    #expect(wrong.status == 1 && wrong.errors == "")
    try FileManager.default.removeItem(atPath: home.path + "/config/cans/settings.toml")
    try home.write("", to: "config/cans/settings.toml/file")
    #expect(try report().text("settings").contains("Is a directory"))
    try home.write("[levels]\nx = \"loud\"\n", to: "state/cans/volume.toml")
    #expect(try report().text("levels").hasPrefix("wrong: volume.toml:2: "))
  }

  @Test func `folders that are not to be had`() throws {
    #expect(try report().text("runtime-folder").hasPrefix("ok: \(home.path)/cans"))
    #expect(try report(["XDG_RUNTIME_DIR": ""]).text("runtime-folder").hasPrefix("note: XDG_RUNTIME_DIR is not set"))
    // Nobody makes the folder of a session but the session.
    let absent = try report(["XDG_RUNTIME_DIR": home.path + "/none"]).text("runtime-folder")
    #expect(absent.hasPrefix("wrong: ") && absent.contains("No such file"), "\(absent)")
    #expect(try report(["XDG_STATE_HOME": home.path + "/none/at/all"]).text("state-folder").contains("is made when"))
    let file = try home.write("", to: "file")
    let report = try report([
      "XDG_RUNTIME_DIR": file, "XDG_STATE_HOME": file, "XDG_CACHE_HOME": file + "/below",
    ])
    for id in ["runtime-folder", "state-folder", "cache-folder"] {
      #expect(report.text(id).hasPrefix("wrong: ") && report.text(id).contains("Not a directory"), "\(report.text(id))")
    }
    #expect(report.status == 1)
  }

  @Test(.enabled(if: ProcessEnvironment.canTest(with: "dbus-daemon")))
  func `buses that are not there, are, and hang`() throws {
    #expect(
      try report(["DBUS_SYSTEM_BUS_ADDRESS": ""]).text("user-bus").hasPrefix("note: your message bus is not here"))
    let nowhere = "unix:path=\(home.path)/no-bus"
    let absent = try report(["DBUS_SESSION_BUS_ADDRESS": nowhere])
    #expect(absent.text("user-bus").hasPrefix("wrong: your message bus is not where DBUS_SESSION_BUS_ADDRESS says"))
    #expect(absent.text("system-bus").hasPrefix("wrong: the machine's message bus is not where"))
    #expect(absent.line("bluetooth") == nil && absent.line("players") == nil)

    let bus = try PrivateBus()
    let addresses = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address]
    let there = try report(addresses)
    #expect(there.text("user-bus").hasPrefix("ok: ") && there.text("system-bus").hasPrefix("ok: "))
    #expect(there.text("bluetooth") == "note: no Bluetooth here (BlueZ is not running)")
    #expect(there.text("players") == "note: no other player is there")

    let process = try #require(bus.process)
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    let start = ContinuousClock.now
    let hanging = try report(addresses)
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(hanging.text("user-bus").hasPrefix("wrong: your message bus does not answer"))
    #expect(hanging.text("system-bus").hasPrefix("wrong: the machine's message bus does not answer"))
  }

  @Test func `a library that is missing, and what is lost without it`() throws {
    #expect(try report().text("library", "libsoxr").hasPrefix("ok: "))
    // What is no library stands in the place of one.
    try home.write("no library", to: "lib/libsoxr.so.0")
    try home.write("no library", to: "lib/libpulse.so.0")
    let report = try report(["LD_LIBRARY_PATH": home.path + "/lib"])
    #expect(report.text("library", "libsoxr").hasPrefix("wrong: libsoxr is missing: each track plays at its own rate"))
    #expect(report.line("library", "libsoxr")?["advice"] as? String == "sudo apt install libsoxr0")
    #expect(report.text("library", "libpulse").hasPrefix("wrong: "))
    #expect(report.text("server") == "note: not asked whether there is a sound server: libpulse is missing")
    #expect(report.text("library", "libsqlite3").hasPrefix("ok: ") && report.status == 1)
  }

  @Test func `a device that there is not`() throws {
    #expect(try report(options: ["--device", "hw:31,0"]).text("output") == "wrong: hw:31,0 is no device")
  }

  // MARK: The server

  private func server() throws -> (server: PulseServer, environment: [String: String]) {
    let server = try PulseServer()
    let configuration = try home.write("pcm.!default { type pulse }\nctl.!default { type pulse }\n", to: "asound.conf")
    return (
      server,
      ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:\(configuration)", "PULSE_SERVER": server.address]
    )
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func `a server that is there, hangs, and is gone`() throws {
    let (server, environment) = try server()
    let there = try report(environment)
    #expect(there.text("server").hasPrefix("ok: pulseaudio plays to "))
    #expect(there.text("output") == "ok: default belongs to no card, but to a sound server or a filter")
    server.stand(still: true)
    let start = ContinuousClock.now
    let hanging = try report(environment)
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(hanging.text("server") == "wrong: the sound server does not answer")
    #expect(hanging.text("output") == "wrong: default does not answer")
    #expect(hanging.text("library", "libsoxr").hasPrefix("ok: "), "nothing else is held up")
    server.stand(still: false)
    server.kill()
    #expect(try report(environment).text("server").hasPrefix("note: no sound server"))
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func `the stream of the player that runs is found at the server`() throws {
    let (server, environment) = try server()
    try home.song("1.flac", seconds: 60)
    let player = try Player(in: home, environment: environment, device: "default")
    try player.sees("▶ 1")
    var text = ""
    #expect(
      try waits(atMost: Player.limit) {
        text = try report(environment).text("stream")
        return text.hasPrefix("ok: the player's stream goes to ")
      }, "\(text)")
    try player.quit()
    _ = server
  }

  // MARK: The player

  @Test func `a player that runs, one that stands still, and a socket that is not its user's alone`() throws {
    #expect(try report().text("player") == "note: no player runs")
    try home.song("1.flac", seconds: 60)
    let player = try Player(in: home)
    try player.plays("1")
    let running = try report()
    #expect(
      running.text("player").hasPrefix(
        "note: a player runs (process \(player.terminal.process)): playing, on Speaker"),
      "\(running.text("player"))")
    #expect(running.text("player").hasSuffix("that device is simulated"))
    player.signal(SIGSTOP)
    #expect(try report().text("player") == "wrong: a player runs that does not answer")
    player.signal(SIGCONT)
    try player.quit()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path + "/cans")
    #expect(try report().text("player").hasPrefix("wrong: the player cannot be reached: "))
  }

  // MARK: The terminal

  /// What is written to a terminal of this size.
  private func shown(_ variables: [String: String] = [:], columns: Int = 200) throws -> String {
    let environment = home.environment.merging(variables) { $1 }.filter { !$0.value.isEmpty }
    let terminal = try Pseudoterminal(
      [BuiltProgram.path, "doctor"], environment: environment, rows: 100, columns: columns)
    _ = terminal.exitStatus(within: Player.limit)
    return String(decoding: terminal.transcript, as: UTF8.self)
  }

  @Test func `colours are for terminals that have them, unless NO_COLOR is set`() throws {
    #expect(try shown().contains("\u{1B}[32mok\u{1B}[0m"))
    let plain = try shown(["NO_COLOR": "1"])
    #expect(!plain.contains("\u{1B}") && plain.contains("no colours: NO_COLOR is set"))
    #expect(try !shown(["TERM": "vt100"]).contains("\u{1B}"))
    #expect(try !home.run(["doctor"]).output.contains("\u{1B}"), "into a pipe")
  }

  @Test func `a terminal that is not known, too small, or not for Unicode`() throws {
    #expect(try shown(["TERM": "nonsense"]).contains("TERM is \"nonsense\", which terminfo does not know"))
    #expect(try shown(columns: 30).contains("30 columns, 100 rows: too few for the screen"))
    #expect(try shown().contains("200 columns, 100 rows"))
    #expect(try shown(["LANG": "C"]).contains("no Unicode (C)"))
    #expect(try report(["TERM": ""]).text("terminal").hasPrefix("note: "), "into a pipe nothing is to be mended")
  }

  // MARK: The leak test

  @Test func `pulled, the simulated headphones are silent at once, and nothing is written afterwards`() throws {
    try home.write("[levels]\n\"headphones:Simulated\" = 20\n", to: "state/cans/volume.toml")
    let levels = home.text(of: "state/cans/volume.toml")
    let run = try home.run(["doctor", "--leak", "--simulate", "--json"])
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    func number(_ key: String) throws -> Double { try #require(object[key] as? NSNumber).doubleValue }
    #expect(object["ok"] as? Bool == true && object["simulated"] as? Bool == true)
    #expect(object["route"] as? String == "headphones:Simulated")
    let milliseconds = try number("milliseconds")
    #expect(milliseconds > 0 && milliseconds < 1_000)
    // What was heard after the event is what fits into the time: the position is the simulated device's own.
    let heard = try number("framesHeard") / number("rate") * 1_000
    #expect(abs(heard - milliseconds) < 10, "\(run.output)")
    #expect(try number("framesAfterSilence") == 0)
    // The device had 400 ms at most, of which next to nothing was heard.
    #expect(try (1_000...20_000).contains(number("framesTakenBack")))
    #expect(home.text(of: "state/cans/volume.toml") == levels, "it keeps no level")
  }

  @Test func `people read it, and --simulate is for nothing else`() throws {
    let run = try home.run(["doctor", "--leak", "--simulate"])
    #expect(run.output.hasPrefix("pulled: Headphones – Simulated Sound (simulated, 48000 Hz)\nsilence: "))
    #expect(run.output.hasSuffix("\nno leak\n"))
    let alone = try home.run(["doctor", "--simulate"])
    #expect(alone.status == 2 && alone.errors == "cans: --simulate is for --leak\n")
  }

  @Test func `it ends at once by Ctrl-C, and tells of a device that there is not`() throws {
    let child = try ChildProcess(
      [BuiltProgram.path, "doctor", "--leak", "--simulate"], environment: home.environment)
    // The engine's threads are there, so it is under way.
    #expect(
      waits(atMost: Player.limit) {
        let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.process)/task")
        return (threads?.count ?? 0) > 2
      })
    kill(child.process, SIGINT)
    let start = ContinuousClock.now
    #expect(child.exitStatus(within: Player.limit) == 128 + SIGINT)
    #expect(ContinuousClock.now - start < .seconds(2) && child.output == "")
    let nothing = try home.run(["doctor", "--leak", "--device", "hw:31,0"])
    #expect(nothing.status == 1 && nothing.errors.contains("there is no sound device \"hw:31,0\""))
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func `behind a server that stands still it plays nothing, and says so`() throws {
    let (server, environment) = try server()
    server.stand(still: true)
    defer { server.stand(still: false) }
    let child = try ChildProcess(
      [BuiltProgram.path, "doctor", "--leak", "--device", "default"],
      environment: home.environment.merging(environment) { $1 })
    #expect(child.exitStatus(within: Player.limit) == 1)
    _ = child.wait(atMost: .zero) { _ in true }
    #expect(child.errors == "cans: default does not answer; cans doctor tells more\n")
  }
}
