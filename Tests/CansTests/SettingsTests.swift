import PlayerCore
import Testing

@testable import cans

@MainActor
struct SettingsTests {
  private func read(_ text: String) -> Settings { Settings(text: text, name: "settings.toml") }

  @Test func `an empty file gives the defaults`() {
    let settings = read("")
    #expect(settings.session == SessionSettings())
    #expect(settings.device == "default")
    #expect(settings.problems.isEmpty)
  }

  @Test func `every key is read`() {
    let settings = read(
      """
      device = "hw:1,0"
      on-unplug = "continue"
      on-plug = "nothing"
      resume-window = 60
      resume-fade = 0.5
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
      """)
    var expected = SessionSettings()
    expected.onUnplug = .continue
    expected.onPlug = .nothing
    expected.resumeWindow = .seconds(60)
    expected.resumeFade = .milliseconds(500)
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
    #expect(settings.problems.isEmpty)
    #expect(settings.session == expected)
    #expect(settings.device == "hw:1,0")
  }

  @Test(arguments: [
    (
      "on-unplug = \"stop it\"",
      "settings.toml:1: on-unplug must be \"pause\", \"continue\" or \"stop\" (default used)"
    ),
    ("\n\nmax-volume = 130", "settings.toml:3: max-volume must be a percentage from 0 to 100 (default used)"),
    (
      "release-after = 0",
      "settings.toml:1: release-after must be seconds from 1 to 86400, or \"never\" (default used)"
    ),
    ("resume-window = nan", "settings.toml:1: resume-window must be seconds from 0 to 86400 (default used)"),
    ("[snag]\nloss = 1", "settings.toml:2: unknown setting \"snag.loss\""),
    ("colour = \"blue\"", "settings.toml:1: unknown setting \"colour\""),
    (
      "[max-volume-of]\n\"speaker:PCH\" = true",
      "settings.toml:2: max-volume-of.speaker:PCH must be a percentage from 0 to 100 (default used)"
    ),
  ])
  func `a mistake names its line and what is allowed, and changes nothing`(text: String, problem: String) {
    let settings = read(text)
    #expect(settings.problems == [problem])
    #expect(settings.session == SessionSettings())
  }

  @Test func `a file that is no TOML names the line`() throws {
    let settings = read("device = \"hw:0\"\non-plug = = 3\n")
    #expect(settings.session == SessionSettings())
    let problem = try #require(settings.problems.first)
    #expect(problem.hasPrefix("settings.toml:2: "))
    #expect(settings.problems.count == 1)
  }
}
