import Foundation
import TestSupport
import Testing

/// `cans monitor` on the simulated hardware, driven by lines on its standard input.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct MonitorTests {
  private let home: Home

  init() throws { home = try Home() }

  private func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(
      [BuiltProgram.path, "monitor", "--simulate"] + arguments, environment: home.environment)
  }

  /// The `index`th line of its output, or of those with `part` in them, or without it, as soon as it is there.
  private func line(
    _ index: Int, of child: ChildProcess, with part: String? = nil, without other: String? = nil
  ) throws -> String {
    // What follows the last line feed is no line yet.
    func lines() -> [Substring] {
      child.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().filter { line in
        (part.map { line.contains($0) } ?? true) && !(other.map { line.contains($0) } ?? false)
      }
    }
    guard child.wait(atMost: Player.limit, until: { _ in lines().count > index }) else {
      throw RunError("no line \(index): \(child.output)\(child.errors)")
    }
    return String(lines()[index])
  }

  /// The parts of a line of JSON that are the same in every run.
  private func change(_ line: String) throws -> [String] {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["time"] is Int)
    func route(_ key: String) -> String { (object[key] as? [String: Any])?["id"] as? String ?? "-" }
    let reason = (object["reason"] as? Int).map { String($0) } ?? "-"
    return [object["event"] as? String ?? "-", reason, route("previous"), route("current")]
  }

  @Test func `every plug is one line of JSON`() throws {
    let child = try start("--json")
    let (speaker, headphones) = ("speaker:Simulated", "headphones:Simulated")
    let (usb, bluetooth) = ("usb:usb-simulated", "bluetooth:00:00:5E:00:53:01")
    #expect(try change(line(0, of: child)) == ["route", "-", "-", speaker])
    let steps = [
      ("headphones", "1", speaker, headphones), ("headphones", "2", headphones, speaker),
      ("headset", "1", speaker, headphones), ("headset", "2", headphones, speaker),
      ("usbHeadset", "1", speaker, usb), ("usbHeadset", "2", usb, speaker),
      ("bluetoothHeadset", "1", speaker, bluetooth), ("bluetoothHeadset", "2", bluetooth, speaker),
    ]
    for (index, step) in steps.enumerated() {
      try child.type(step.0 + "\n")
      let told = try line(index + 1, of: child, without: "\"microphone")
      #expect(try change(told) == ["routeChange", step.1, step.2, step.3])
    }
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 0)
    #expect(child.errors == "")
  }

  @Test func `R30: a headset's microphone that arrives or leaves is told, by jack and by USB`() throws {
    let child = try start("--json")
    _ = try line(0, of: child)
    // R10: what is there in the time after the start is no event.
    try child.type("headphones\n")
    _ = try line(1, of: child)
    for (index, step) in [
      ("headset", "microphoneArrived", "headsetMic:Simulated"), ("headset", "microphoneLeft", "headsetMic:Simulated"),
      ("usbHeadset", "microphoneArrived", "usbMic:usb-simulated"),
      ("usbHeadset", "microphoneLeft", "usbMic:usb-simulated"),
    ].enumerated() {
      try child.type(step.0 + "\n")
      let told = try line(index, of: child, with: "\"microphone")
      #expect(told.contains(#""event":"\#(step.1)""#) && told.contains(#""id":"\#(step.2)""#), "\(told)")
      #expect(told.hasSuffix(#""rules":["R30"]}"#))
    }
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 0)
  }

  @Test func `a chattering jack is no change, and the text is for people`() throws {
    let child = try start()
    #expect(try line(0, of: child) == "now: Speaker – Simulated Sound")
    try child.type("headphones\n")
    #expect(
      try line(1, of: child)
        == "Speaker – Simulated Sound → Headphones – Simulated Sound: plugged in; "
        + "music moves there, or goes on where it waited for it (R3, R6)")
    try child.type("chatter\nnonsense\n")
    // Its contact is whole again long before the plug that is pulled next is believed.
    #expect(child.wait(atMost: Player.limit) { $0.errors.contains("\"nonsense\" is none of headphones, headset, ") })
    #expect(!child.wait(atMost: .milliseconds(1500)) { $0.output.split(separator: "\n").count > 2 })
    try child.type("headphones\n")
    #expect(
      try line(2, of: child)
        == "Headphones – Simulated Sound → Speaker – Simulated Sound: unplugged; music pauses (R1)")
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 0)
  }

  @Test func `what the sources say is a line for each of them, and again for each that changes`() throws {
    let child = try start("--raw")
    let names = ["output", "cards", "server", "bluetooth", "switches", "players"]
    for (index, name) in names.enumerated() { #expect(try line(index, of: child).hasPrefix("\(name): ")) }
    #expect(try line(1, of: child).contains("Headphone Jack out"))
    try child.type("headphones\n")
    #expect(try line(6, of: child).hasPrefix("cards: 0 Simulated Sound (builtIn, Simulated): "))
    #expect(try line(6, of: child).contains("Headphone Jack in"))
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 0)
    #expect(child.output.split(separator: "\n").count == 7 && child.errors == "")
  }

  @Test func `what the sources say is JSON, too`() throws {
    let child = try start("--raw", "--json")
    for index in 0..<6 { _ = try line(index, of: child) }
    try child.type("bluetoothHeadset\n")
    func facts(_ index: Int) throws -> (String?, Any?) {
      let text = try line(index, of: child)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(object["event"] as? String == "facts" && object["time"] is Int)
      return (object["source"] as? String, object["facts"])
    }
    let (source, output) = try facts(6)
    #expect(source == "output" && (output as? [String: String])?["bluetooth"] == "00:00:5E:00:53:01")
    let (next, devices) = try facts(7)
    #expect(next == "bluetooth" && ((devices as? [[String: Any]])?.first?["isReachable"] as? Bool) == true)
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 0)
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func `a sound server is one of the sources, before and after it has died`() throws {
    let server = try PulseServer()
    var environment = home.environment
    environment["PULSE_SERVER"] = server.address
    let child = try ChildProcess([BuiltProgram.path, "monitor", "--simulate", "--raw"], environment: environment)
    #expect(try line(2, of: child).hasPrefix("server: pulseaudio; 0"))
    try server.control("set-default-sink", "two")
    #expect(try line(6, of: child).contains("1* two (virtual)"))
    let stream = try server.play(to: "two", role: "phone")
    #expect(
      child.wait(atMost: Player.limit) { $0.output.contains("stream 0 (pacat, phone) to 1") }, "\(child.output)")
    stream.terminate()
    server.kill()
    #expect(child.wait(atMost: Player.limit) { $0.output.hasSuffix("\nserver: none\n") }, "\(child.output)")
    try server.start()
    #expect(
      child.wait(atMost: Player.limit) { $0.output.split(separator: "\n").last?.contains("pulseaudio; 0") == true })
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 0)
    #expect(child.errors == "")
  }

  @Test func `it goes on without input and ends when nobody reads any more`() throws {
    let deaf = try start("--json")
    _ = try line(0, of: deaf)
    deaf.closeInput()
    #expect(!deaf.wait(atMost: .milliseconds(300)) { _ in false } && deaf.exitStatus(within: .zero) == nil)
    deaf.terminate()
    #expect(deaf.exitStatus(within: Player.limit) == 0)

    let script = #""$0" monitor --simulate --json | head -n 1"#
    let piped = try ChildProcess(["sh", "-c", script, BuiltProgram.path], environment: home.environment)
    #expect(piped.exitStatus(within: Player.limit) == 0)
    _ = piped.wait(atMost: .zero) { _ in true }
    #expect(piped.output.split(separator: "\n").count == 1)
  }
}
