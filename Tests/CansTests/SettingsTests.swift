import AudioDevices
import AudioEngine
import Foundation
import PlayerCore
import Testing

@testable import cans

@MainActor
struct SettingsTests {
  private func read(_ text: String) -> EffectiveSettings { EffectiveSettings(text: text, name: "settings.toml") }

  @Test func `an empty file gives the defaults`() {
    let settings = read("")
    #expect(settings.values.session == SessionSettings())
    #expect(settings.values.device == "default")
    #expect(settings.values.buffering == OutputBuffering())
    #expect(settings.values.dithers)
    #expect(settings.problems.isEmpty)
  }

  @Test func `every key is read`() {
    let settings = read(
      """
      device = "hw:1,0"
      rate = 96000
      crossfade = 2.5
      replaygain = "auto"
      replaygain-preamp = -1.5
      replaygain-preamp-untagged = -6
      replaygain-prevent-clipping = "off"
      buffer = 0.1
      period = 0.01
      dither = "off"
      on-unplug = "continue"
      on-plug = "nothing"
      resume-window = 60
      resume-fade = 0.5
      session-managers = "this that"
      release-after = "never"
      speaker-volume = "keep"
      default-private-volume = 40
      default-public-volume = 50
      max-volume = 90
      [max-volume-of]
      "headphones:PCH" = 80
      [snag]
      loss-settles = 0.3
      loss-limit = 1
      contact-holds = 0.05
      gain-settles = 0.4
      [remote]
      keyboard = "off"
      mpris = "off"
      [commands]
      stop = "off"
      toggle-play-pause = "off"
      """)
    var expected = SessionSettings()
    expected.crossfade = .milliseconds(2500)
    expected.replayGain.mode = .auto
    expected.replayGain.preamp = -1.5
    expected.replayGain.untaggedPreamp = -6
    expected.replayGain.preventsClipping = false
    expected.onUnplug = .continue
    expected.onPlug = .nothing
    expected.resumeWindow = .seconds(60)
    expected.resumeFade = .milliseconds(500)
    expected.sessionManagers = ["this", "that"]
    expected.releaseAfter = nil
    expected.speakerLevel = nil
    expected.privateDefault = Level(percent: 40)
    expected.publicDefault = Level(percent: 50)
    expected.maximum = Level(percent: 90)
    expected.maximums = [RouteID("headphones:PCH"): Level(percent: 80)]
    expected.lossSettles = .milliseconds(300)
    expected.lossLimit = .seconds(1)
    expected.contactHolds = .milliseconds(50)
    expected.gainSettles = .milliseconds(400)
    expected.disabledSources = [.keyboard, .mpris]
    expected.disabledCommands = [.stop, .togglePlayPause]
    #expect(settings.problems.isEmpty)
    #expect(settings.values.session == expected)
    #expect(settings.values.device == "hw:1,0")
    #expect(settings.values.rate == .fixed(SampleRate(96_000)))
    #expect(settings.values.buffering == OutputBuffering(buffer: .milliseconds(100), period: .milliseconds(10)))
    #expect(!settings.values.dithers)
  }

  @Test(arguments: [
    (
      "on-unplug = \"stop it\"",
      "settings.toml:1: on-unplug must be \"pause\", \"continue\" or \"stop\" (default used)"
    ),
    (
      "rate = 4000", "settings.toml:1: rate must be \"native\", or a rate from 8000 to 768000 Hz (default used)"
    ),
    ("replaygain-preamp = 16", "settings.toml:1: replaygain-preamp must be decibels from -15 to 15 (default used)"),
    (
      "\n\nspeaker-volume = 130",
      "settings.toml:3: speaker-volume must be a percentage from 0 to 100, or \"keep\" (default used)"
    ),
    (
      "release-after = 0",
      "settings.toml:1: release-after must be seconds from 1 to 86400, or \"never\" (default used)"
    ),
    ("resume-window = nan", "settings.toml:1: resume-window must be seconds from 0 to 86400 (default used)"),
    ("[snag]\nfriend = 1", "settings.toml:2: unknown setting \"snag.friend\""),
    ("colour = \"blue\"", "settings.toml:1: unknown setting \"colour\""),
  ])
  func `a mistake names its line and what is allowed, and changes nothing`(text: String, problem: String) {
    let settings = read(text)
    #expect(settings.problems == [problem])
    #expect(settings.values.session == SessionSettings())
  }

  @Test(arguments: ["device = \"hw:0\"\non-plug = = 3\n", "\n[!x]\n", "\n[ü]\n"])
  func `a file that is no TOML names the line`(text: String) throws {
    let settings = read(text)
    #expect(settings.values.session == SessionSettings())
    let problem = try #require(settings.problems.first)
    #expect(problem.hasPrefix("settings.toml:2: "))
    #expect(settings.problems.count == 1)
  }

  @Test(arguments: [
    ("on-plug = = 3\nmax-volume = 30\n[snag]\nloss-limit = 1", "line 1 ignored", 30),
    (
      "max-volume = 30\n[max-volume-of]\n\"usb:a\" = 20\n[snag\nloss-limit = 1\n[remote]\nx", "lines 4, 5, 7 ignored",
      30
    ),
    ("device = [\nmax-volume = 40", "line 1 ignored", 40), ("device = \"\"\"\nmax-volume = 40", "line 1 ignored", 40),
    ("\u{FEFF}x =\r\nmax-volume = 40\r\n", "line 1 ignored", 40),
    ("[snag]\nloss-limit = 1\n[snag]\ngain-settles = 1", "no line ignored", 100),
    (String(repeating: "!\n", count: 12), "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more ignored", 100),
  ])
  func `a broken line takes no other with it`(text: String, ignored: String, maximum: Int) {
    let settings = read(text)
    #expect(settings.problems.count == 1 && settings.problems[0].hasSuffix(" (\(ignored))"), "\(settings.problems)")
    #expect(settings.values.session.maximum == Level(percent: maximum))
  }

  @Test(arguments: [
    ("max-volume = 20 %", 20), ("max-volume = ", 30), ("[max-volume-of\n\"a\" = 20", 20),
    ("[max-volume-of]\n\"usb:a\" = 80\n\"usb:a\" = 20", 20), ("max-volume = 80\nmax-volume = 20", 20),
    ("device = \"x\nmax-volume = \"", 30), ("max-volume 20\n[max-volume-of]\n\"usb:a\" = 80", 20),
    ("max-volume = = 80", 30),
  ])
  func `a limit that cannot be read still protects`(text: String, maximum: Int) {
    let settings = read(text)
    let session = settings.values.session
    #expect(session.maximum == Level(percent: maximum))
    #expect(session.maximums.values.allSatisfy { $0 <= session.maximum })
    let told = settings.problems.last ?? ""
    #expect(told.hasSuffix("a max-volume that cannot be read: no route is louder than \(maximum) %"), "\(told)")
  }

  @Test(arguments: [
    ("max-volume = \"25\"", 25), ("max-volume = \"25 %\"", 25), ("max-volume = 130", 30), ("max-volume = -5", 5),
    ("max-volume = 20.5", 20), ("max-volume = \"20,5\"", 20), ("max-volume = 0.4", 0), ("max-volume = true", 30),
    ("max-volume = [12, 40]", 12), ("max-volume = 130 # not 13", 30), ("max-volume = \"99999999999999999999\"", 30),
    ("max-volume = [\n20]", 30),
  ])
  func `a limit with a wrong value is no louder than what was meant`(text: String, maximum: Int) {
    let settings = read(text)
    #expect(
      settings.problems == [
        "settings.toml:1: max-volume must be a percentage from 0 to 100 (\(maximum) % used)"
      ])
    #expect(settings.values.session.maximum == Level(percent: maximum))
    #expect(settings.origins == ["max-volume": .file(line: 1)])
    var others = settings.values.session
    others.maximum = .full
    #expect(others == SessionSettings())
  }

  @Test func `a wrong limit of one route is that route's, and right ones stay`() {
    let settings = read("max-volume = 90\n[max-volume-of]\n\"speaker:PCH\" = true\n\"usb:S1\" = 80")
    #expect(
      settings.problems == [
        "settings.toml:3: max-volume-of.speaker:PCH must be a percentage from 0 to 100 (30 % used)"
      ])
    let session = settings.values.session
    #expect(session.maximum == Level(percent: 90))
    #expect(
      session.maximums == [RouteID("speaker:PCH"): Level(percent: 30), RouteID("usb:S1"): Level(percent: 80)])
    #expect(settings.origins["max-volume-of.speaker:PCH"] == .file(line: 3))
  }

  @Test(arguments: [
    "[max-volume-of]\n\"usb:a\" = 80\n\"headphone:PCH\" = 20", "[max-volume-of]\n\"usb:a\" = 80\nPCH = 20",
    "[max-volume-of]\n\"usb:a\" = 80\n\"speaker:\" = 20", "[max-volume-of]\n\"usb:a\" = 80\n[x]\nMaxVolume = 20",
    "[max-volume-of]\n\"usb:a\" = 80\n[max-volumes]\n\"usb:b\" = 20",
  ])
  func `a limit for nothing that there is counts for every route without one of its own`(text: String) {
    let settings = read(text)
    #expect(settings.problems.count == 1)
    let told = settings.problems.first ?? ""
    #expect(told.hasSuffix(" (no route without a limit of its own is louder than 20 %)"), "\(told)")
    #expect(settings.values.session.maximum == Level(percent: 20))
    #expect(settings.values.session.maximums == [RouteID("usb:a"): Level(percent: 80)])
  }

  @Test func `R12, R20, R21, R32: what is set for single routes goes to these`() {
    let text = """
      [on-unplug-of]
      "lineOut:PCH" = "continue"
      [on-plug-of]
      "usb:S1" = "nothing"
      [speaker-volume-of]
      "speaker:PCH" = 40
      "speaker:DOCK" = "keep"
      [default-volume-of]
      "hdmi:TV" = 50
      [release-after-of]
      "bluetooth:00:11:22:33:44:55" = 5
      "usb:S1" = "never"
      """
    let settings = read(text)
    #expect(settings.problems == [])
    let session = settings.values.session
    #expect(session.onUnplugs == [RouteID("lineOut:PCH"): .continue])
    #expect(session.onPlugs == [RouteID("usb:S1"): .nothing])
    #expect(session.speakerLevels == [RouteID("speaker:PCH"): Level(percent: 40), RouteID("speaker:DOCK"): nil])
    #expect(session.defaults == [RouteID("hdmi:TV"): Level(percent: 50)])
    #expect(
      session.releaseAfters == [RouteID("bluetooth:00:11:22:33:44:55"): .seconds(5), RouteID("usb:S1"): nil])
    let again = read(SettingsText.effective(settings, file: "settings.toml"))
    #expect(again.values == settings.values && again.problems == [])
    #expect(read("[release-after-of]\n\"usb:S1\" = 0").problems.count == 1)
  }

  @Test func `an id that no route can have is told with those that can be`() {
    let problem = read("[max-volume-of]\n\"headphone:PCH\" = 20").problems.first ?? ""
    let expected =
      "settings.toml:2: max-volume-of.headphone:PCH: a route's id begins with headphones:, speaker:, lineOut:, hdmi:, "
      + "usb:, bluetooth:, network:, virtual: ("
    #expect(problem.hasPrefix(expected), "\(problem)")
  }

  @Test(arguments: [
    ("speaker-volume-of", "headphones:PCH", "40", "speaker:"),
    (
      "on-unplug-of", "speaker:PCH", "\"stop\"",
      "headphones:, lineOut:, hdmi:, usb:, bluetooth:, network:, virtual:"
    ),
    ("on-plug-of", "speaker:PCH", "\"nothing\"", "headphones:, lineOut:, hdmi:, usb:, bluetooth:, network:, virtual:"),
  ])
  func `what a route cannot have is told, and not kept`(table: String, id: String, value: String, kinds: String) {
    let settings = read("[\(table)]\n\"\(id)\" = \(value)")
    let expected = "settings.toml:2: \(table).\(id): only for routes whose ids begin with \(kinds)"
    #expect(settings.problems.count == 1 && settings.problems[0].hasPrefix(expected), "\(settings.problems)")
    #expect(settings.values == Settings())
  }

  @Test(arguments: [#"on-unplug-of = "pause""#, "release-after-of = []", "max-volume-of = 12"])
  func `a table that is written as a setting is told how to write it`(line: String) throws {
    let problems = EffectiveSettings(text: line, name: "settings.toml").problems
    let name = line.prefix { $0 != " " }
    #expect(problems.count == 1)
    #expect(problems[0].hasPrefix("settings.toml:1: \(name) has a line for each route: [\(name)], and below it "))
  }

  @Test func `a file that is there and cannot be read limits every route`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cans-settings-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = EffectiveSettings(contentsOf: FilePath(folder.path))
    #expect(settings.values.session.maximum == Level(percent: 30))
    #expect(settings.origins == ["max-volume": .unreadableFile])
    #expect(
      settings.problems == ["read \(folder.path): Is a directory; no route is louder than 30 %"])
    #expect(EffectiveSettings(contentsOf: FilePath(folder.path + "/none")).problems == [])
    // A link to nothing is a file that cannot be read; a text in UTF-16 has names that nobody finds.
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.appendingPathComponent("none"))
    let other = folder.appendingPathComponent("other")
    for coding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      try "max-volume = 20\n".write(to: other, atomically: true, encoding: coding)
      for file in [link, other] {
        let settings = EffectiveSettings(contentsOf: FilePath(file.path))
        #expect(settings.values.session.maximum == Level(percent: 30))
        #expect(settings.problems.contains { $0.contains("no route is louder than 30 %") })
      }
    }
  }

  @Test(arguments: [
    ("on-unplugg = 1", "on-unplug"), ("on-plgu = 1", "on-plug"), ("max_volume = 1", "max-volume"),
    ("loss-limit = 1", "snag.loss-limit"), ("[snag]\nmax-volume = 1", "max-volume"),
    ("[snags]\nloss-setles = 1", "snag.loss-settles"), ("[remote]\nkeybord = 1", "remote.keyboard"),
  ])
  func `an unknown key is told the one that is meant`(text: String, meant: String) throws {
    let problem = try #require(read(text).problems.first)
    #expect(problem.contains("; did you mean \"\(meant)\"?"), "\(problem)")
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abd", 1), ("abc", "acb", 1),
    ("abc", "xabc", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `an edit distance counts letters put in, left out, exchanged and swapped`(a: String, b: String, count: Int) {
    #expect(editDistance(a, b) == count)
    #expect(editDistance(b, a) == count)
  }

  @Test func `every key is in the table once, and what is printed is read again`() {
    let paths = Setting.all.map(\.path)
    #expect(Set(paths).count == paths.count)
    for setting in Setting.all {
      for entry in setting.entries(Settings()) {
        #expect(setting.covers(entry.path))
        var settings = Settings()
        #expect(setting.set(&settings, entry.path, entry.value) && settings == Settings(), "\(entry.path)")
      }
    }
    let changed = read(
      "resume-fade = 0.25\nspeaker-volume = \"keep\"\n[max-volume-of]\n\"usb:a \\\"b\\\"\" = 3\n\"usb:c\" = 4")
    #expect(changed.problems.isEmpty)
    let again = read(SettingsText.effective(changed, file: "settings.toml"))
    #expect(again.problems.isEmpty && again.values == changed.values)
  }

  @Test func `the settings in effect say where they come from`() {
    let settings = read("device = \"hw:0\"\n\n[snag]\nloss-limit = 1")
    #expect(settings.origins == ["device": .file(line: 1), "snag.loss-limit": .file(line: 4)])
    let lines = SettingsText.effective(settings, file: "settings.toml").split(separator: "\n")
    #expect(lines.contains("device = \"hw:0\"  # settings.toml:1"))
    #expect(lines.contains("on-unplug = \"pause\"  # default"))
    #expect(lines.contains("loss-limit = 1  # settings.toml:4"))
    #expect(lines.contains("loss-settles = 0.4  # default"))
  }

  @Test func `Resources has the file of all defaults, and it means just those`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Resources/settings.toml").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text == SettingsText.template, "to be made anew by: cans settings --template > Resources/settings.toml")
    #expect(read(text).origins.isEmpty && read(text).problems.isEmpty)
    // A line of prose has a space behind its mark.
    let active = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    let settings = read(active.joined(separator: "\n"))
    #expect(settings.problems == [])
    #expect(settings.values == Settings())
    let keys = Setting.all.flatMap { $0.entries(Settings()) }.map(\.path)
    #expect(Set(settings.origins.keys) == Set(keys))
  }

  @Test func `R12: what was chosen on the screen is told, and the file's word for that route wins`() {
    var chosen = RouteChoices()
    chosen.onUnplug = .stop
    chosen.releaseAfter = .some(nil)
    let (usb, headphones) = (RouteID("usb:SN1"), RouteID("headphones:PCH"))
    var settings = EffectiveSettings(
      text: "on-unplug = \"pause\"\n[on-unplug-of]\n\"headphones:PCH\" = \"continue\"\n", name: "settings.toml")
    settings.adopt([usb: chosen, headphones: chosen])
    #expect(settings.values.session.onUnplugs == [usb: .stop, headphones: .continue])
    #expect(settings.origins["on-unplug-of.usb:SN1"] == .screen)
    #expect(settings.origins["on-unplug-of.headphones:PCH"] == .file(line: 3))
    let text = SettingsText.effective(settings, file: "settings.toml")
    #expect(text.contains("\"usb:SN1\" = \"stop\"  # chosen on the screen\n"))
    #expect(text.contains("\"headphones:PCH\" = \"never\"  # chosen on the screen\n"))
    #expect(EffectiveSettings(text: text, name: "").values == settings.values, "a file that has the same effect")
  }
}
