import TestSupport
import Testing

extension SoundLabTests {
  /// The switches of jacks and telephones, from the kernel's input devices to what is said and heard.
  struct SwitchTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `what a jack's switch says is told from the start, at every change, and after events were lost`() throws
    {
      try lab.prepare(.hda)
      _ = try Listener.timeline(lab, .hda, ["plug"])
      let monitor = try Listener.monitor(lab, card: .hda, "--raw")
      defer { monitor.terminate() }
      /// The last state told of the headphones' switch.
      func isOn(_ output: String) -> Bool? {
        let line = output.split(separator: "\n").last { $0.contains(#""source":"switches""#) }
        guard let line, let start = line.firstRange(of: #""device":"HDA Intel Headphone","card":0,"kind":"headphones""#)
        else { return nil }
        return line[start.upperBound...].hasPrefix(#","isOn":true"#)
      }
      #expect(monitor.wait(atMost: .seconds(30)) { isOn($0.output) == true }, "\(monitor.output)\(monitor.errors)")
      _ = try Listener.timeline(lab, .hda, ["unplug"])
      #expect(monitor.wait(atMost: .seconds(30)) { isOn($0.output) == false }, "\(monitor.output)")
      // The kernel keeps 64 events, of which each plug makes two.
      try lab.run(["sh", "-c", "kill -STOP $(pgrep -f '[c]ans monitor')"])
      _ = try Listener.timeline(lab, .hda, Array(repeating: ["plug", "unplug"], count: 60).flatMap(\.self) + ["plug"])
      try lab.run(["sh", "-c", "kill -CONT $(pgrep -f '[c]ans monitor')"])
      #expect(monitor.wait(atMost: .seconds(30)) { isOn($0.output) == true }, "\(monitor.output)")
      #expect(monitor.errors == "")
    }

    @Test func `R29: the mute switch of a telephone silences ambient music, and lets it go on`() throws {
      let player = try ButtonPlayer(lab, settings: #"category = "ambient""#)
      let telephone = try MadeDevice(lab, .telephone)
      try player.waitUntilOpen(telephone.node)
      #expect(try player.perform(["wait:300", "status"]).last?.state == "RUNNING")
      try telephone.flipMuteSwitch()
      try player.sees("silence") { $0.text.contains("the mute switch is on") }
      #expect(try player.perform(["wait:300", "status"]).last?.state != "RUNNING")
      try telephone.flipMuteSwitch()
      try player.perform(["await:RUNNING"])
      try player.sees("playing") { $0.plays("one") }
      // A switch that is gone silences nothing.
      try telephone.flipMuteSwitch()
      try player.sees("silence again") { $0.text.contains("the mute switch is on") }
      telephone.unplug()
      try player.perform(["await:RUNNING"])
      try player.quit()
    }
  }
}
