import Foundation
import TestSupport
import Testing

/// `cans settings`: what is in effect, and where it comes from.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct SettingsCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: [String]) throws -> (status: Int32?, output: String, errors: String) {
    let child = try ChildProcess([BuiltProgram.path, "settings"] + arguments, environment: home.environment)
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.output, child.errors)
  }

  @Test func `defaults, file and command line are told apart`() throws {
    try home.write("on-plug = \"nothing\"\n\n[snag]\nloss-limit = 1\n", to: "config/cans/settings.toml")
    let text = try run(["--device", "hw:7"])
    #expect(text.status == 0 && text.errors == "")
    for line in [
      "device = \"hw:7\"  # command line", "on-plug = \"nothing\"  # settings.toml:1",
      "loss-limit = 1  # settings.toml:4",
      "on-unplug = \"pause\"  # default",
    ] { #expect(text.output.contains("\n\(line)\n")) }
    let json = try run(["--json", "-d", "hw:7"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["file"] as? String == home.path + "/config/cans/settings.toml")
    let settings = try #require(object["settings"] as? [String: [String: Any]])
    #expect(settings["device"]?["value"] as? String == "hw:7")
    #expect(settings["device"]?["origin"] as? String == "commandLine")
    #expect(settings["snag.loss-limit"]?["line"] as? Int == 4)
    #expect(settings["snag.loss-settles"]?["value"] as? Double == 0.4)
    #expect(settings["snag.loss-settles"]?["origin"] as? String == "default")
  }

  @Test func `what is printed can be redirected into a settings file`() throws {
    try home.write("resume-fade = 0.25\n[max-volume-of]\n\"usb:a b\" = 3\n", to: "config/cans/settings.toml")
    let before = try run([])
    try home.write(before.output, to: "config/cans/settings.toml")
    let after = try run([])
    #expect(after.status == 0 && after.errors == "")
    func values(_ text: String) -> [Substring] { text.split(separator: "\n").map { $0.prefix { $0 != "#" } } }
    #expect(values(after.output) == values(before.output) && before.output.contains("\n\"usb:a b\" = 3  #"))
  }

  @Test func `mistakes are told on standard error and by the exit status`() throws {
    try home.write("on-plgu = 1\nmax-volume = 130\n", to: "config/cans/settings.toml")
    let wrong = try run([])
    #expect(wrong.status == 1)
    #expect(
      wrong.errors == """
        cans: settings.toml:1: unknown setting "on-plgu"; did you mean "on-plug"?
        cans: settings.toml:2: max-volume must be a percentage from 0 to 100 (30 % used)

        """)
    #expect(wrong.output.contains("\nmax-volume = 30  # settings.toml:2\n"))
    try home.write("device = \"x\"\nmax-volume = = 3\n", to: "config/cans/settings.toml")
    let broken = try run([])
    #expect(broken.status == 1 && broken.errors.hasPrefix("cans: settings.toml:2: "))
    #expect(broken.output.contains("device = \"x\"  # settings.toml:1\n"))
    #expect(broken.output.contains("\nmax-volume = 3  # settings.toml:2\n"))
  }

  @Test func `nobody who reads on is no failure, a disk that is full is one`() throws {
    for (command, expected) in [
      (#""$1" settings | head -n 1 > /dev/null; "$1" --help | true; echo done >&2"#, "done\n"),
      (#""$1" settings > /dev/full; echo "$?" >&2"#, "cans: write to standard output: No space left on device\n1\n"),
      (#""$1" play --help > /dev/full; echo "$?" >&2"#, "cans: write to standard output: No space left on device\n1\n"),
    ] {
      let child = try ChildProcess(["sh", "-c", command, "sh", BuiltProgram.path], environment: home.environment)
      #expect(child.exitStatus(within: Player.limit) == 0)
      _ = child.wait(atMost: .zero) { _ in true }
      #expect(child.errors == expected)
    }
  }
}
