import TestSupport
import Testing

extension SoundLabTests {
  /// Headset buttons and media keys, from the kernel's input devices to the sound card.
  struct ButtonTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `the only button of a headset plays, pauses, skips and winds`() throws {
      let player = try ButtonPlayer(lab)
      try player.perform(["input:add:headset", "wait:1000"])
      try player.press("media:--device=headset", shows: "paused", "a single press pauses at once")
      try player.press("media:--device=headset", plays: "one", "and plays")
      try player.press("media:--device=headset:--times=2", plays: "two", "two go on to the next track")
      // In guest's time, for later than three seconds into a track three presses go to its own start.
      try player.perform([
        "key:playpause:--device=headset:--times=2", "wait:1200", "key:media:--device=headset:--times=3",
        "wait:900",
      ])
      try player.sees("three go back") { $0.plays("two") }
      let before = try player.seconds()
      // The second press is held: fast forward, a step at once and one each half second.
      try player.perform(["key:media:--device=headset:--hold=40", "key:media:--device=headset:--hold=1900", "wait:900"])
      try player.sees("fast forward") { $0.plays("two") && $0.elapsed ?? 0 >= before + 15 }
      let there = try player.seconds()
      try player.perform([
        "key:media:--device=headset:--hold=40", "key:media:--device=headset:--hold=40",
        "key:media:--device=headset:--hold=1500",
      ])
      try player.sees("rewind") { $0.plays("two") && $0.elapsed ?? 1_000 < there }
      try player.quit()
    }

    @Test func `R24: a Bluetooth headset that is switched off never starts music`() throws {
      let player = try ButtonPlayer(lab)
      try player.perform(["input:add:avrcp", "wait:2500"])
      try player.press("pause", shows: "paused: by the headset", "R27")
      try player.press("play", plays: "one", "R27")
      // A bud out, a bud in; next; and off, as headsets say it: more than once.
      try player.press("next", plays: "two", "at once")
      try player.press("pause", shows: "paused: by the headset", "R27")
      let statuses = try player.perform(
        (0..<3).flatMap { _ in ["key:pause", "wait:300", "status"] } + ["input:remove:avrcp", "wait:2500", "status"])
      #expect(statuses.allSatisfy { $0.state != "RUNNING" }, "\(statuses)")
      // Its last word may be PLAY, which starts the music, as it does when a bud is put in; but not for a headset
      // that is gone.
      try player.perform([
        "input:add:avrcp", "wait:2500", "key:play", "await:RUNNING", "input:remove:avrcp", "wait:1000",
      ])
      try player.sees("paused again") { $0.text.contains("paused") }
      let status = try player.perform(["wait:2000", "status"]).last
      #expect(status?.state != "RUNNING")
      try player.quit()
    }

    @Test func `R25: what a desktop says over MPRIS of a press acts once with it`() throws {
      try lab.run([SoundLab.home + "/servers/dbus", "up"])
      defer { _ = try? lab.run([SoundLab.home + "/servers/dbus", "down"]) }
      let player = try ButtonPlayer(lab, environment: ["DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/0/bus"])
      try player.perform(["input:add:headset", "input:add:avrcp", "wait:2500", "mpris:Ping"])
      let key = "key:playpause:--device=headset:--hold=30"
      func both(_ first: String, _ second: String, then status: [String]) throws -> Listener.Step {
        let steps = try player.timed(["mpris:Ping", first, second] + status)
        #expect(steps[2].time - steps[1].time < 0.190, "the machine is too slow to tell")
        return steps[steps.count - 1]
      }
      let rest = ["wait:1200", "status"]
      #expect(try both(key, "mpris:PlayPause", then: rest).state != "RUNNING", "one pause")
      #expect(try both(key, "mpris:PlayPause", then: rest).state == "RUNNING", "one play")
      #expect(try both("mpris:PlayPause", key, then: rest).state != "RUNNING", "one pause, the desktop first")
      #expect(try both("mpris:PlayPause", key, then: rest).state == "RUNNING", "one play, the desktop first")
      #expect(try both("key:next", "mpris:Next", then: rest).state == "RUNNING")
      try player.sees("one track on") { $0.plays("two") }
      // Two presses, each with its command, are two for the grammar.
      try player.perform([key, "mpris:PlayPause", "wait:60", key, "mpris:PlayPause"] + rest)
      try player.sees("the next track") { $0.plays("three") }
      #expect(try both("key:pause", "mpris:PlayPause", then: rest).state != "RUNNING")
      #expect(try both("key:pause", "mpris:PlayPause", then: rest).state != "RUNNING", "R24")
      #expect(try both("mpris:PlayPause", "key:pause", then: rest).state != "RUNNING", "R24")
      try player.quit()
    }

    @Test func `a keyboard is opened only with media-keys = all, and then hears media keys alone`() throws {
      let headsets = try ButtonPlayer(lab)
      try headsets.perform(["input:add:headset", "wait:1000"])
      let keyboard = try MadeDevice(lab, .keyboard)
      let opened = try headsets.opensDevices()
      #expect(opened.contains("HDA Intel PCH Headset"), "\(opened)")
      #expect(
        opened.allSatisfy { $0.hasPrefix("HDA Intel ") }, "jacks, and neither this keyboard nor the machine's own")
      try keyboard.pressPlayPause()
      let status = try headsets.perform(["wait:1000", "status"]).last
      #expect(status?.state == "RUNNING")
      try headsets.quit()
      keyboard.unplug()

      let all = try ButtonPlayer(lab, settings: #"media-keys = "all""#)
      try all.perform(["wait:1000"])
      let plugged = try MadeDevice(lab, .keyboard)
      try all.waitUntilOpen(plugged.node)
      try plugged.pressPlayPause()
      try all.sees("paused") { $0.text.contains("paused") }
      let before = try all.wakeUps()
      for _ in 0..<5 { try plugged.typeAlphabet() }
      #expect(try all.wakeUps() == before, "typing does not even wake the thread that listens")
      try plugged.pressPlayPause()
      try all.sees("playing") { $0.plays("one") }
      plugged.unplug()
      try all.perform(["wait:500", "status"])
      try all.quit()
    }

    @Test func `the udev rule gives headsets' buttons, and no keyboard, to the seat`() throws {
      let rule = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Resources/udev"
      let keyboard = try MadeDevice(lab, .keyboard)
      defer { keyboard.unplug() }
      _ = try Listener.timeline(lab, .hda, ["input:add:avrcp", "input:add:headset"])
      let script = """
        mkdir -p /run/udev/rules.d && cp '\(rule)'/*.rules /run/udev/rules.d/ || exit
        '\(SoundLab.home)/servers/udev' up >/dev/null 2>&1
        udevadm control --reload && udevadm trigger --settle --subsystem-match=input --action=change
        for device in /sys/class/input/event*; do
          tags=$(udevadm info --query=property --property=CURRENT_TAGS --value "$device")
          case $tags in *:uaccess:*) cat "$device/device/name" ;; esac
        done
        '\(SoundLab.home)/servers/udev' down >/dev/null 2>&1
        """
      let names = try lab.run(["sh", "-c", script], within: .seconds(120)).split(separator: "\n")
      #expect(names.contains("AirPods (AVRCP)"), "\(names)")
      #expect(names.contains { $0.hasPrefix("HDA Intel ") }, "jacks are below their card: \(names)")
      #expect(!names.contains { $0.contains("eyboard") }, "\(names)")
      // Made by a program, not by the card, it could be anything.
      #expect(!names.contains("HDA Intel PCH Headset"), "\(names)")
    }
  }
}
