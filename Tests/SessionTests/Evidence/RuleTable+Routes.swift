import PlayerCore
import Testing

extension RuleTable {
  /// Headphones are there at the start, are out after 0.5 s, and in again after 4.5 s.
  private static let unplugPlug = Recorded.jacks("unplug-plug")
  /// They are in after 0.5 s, and out after 3 s.
  private static let plugUnplug = Recorded.jacks("plug-unplug")
  private static let lost = Wish(.pause, because: .routeLost)

  /// R1, R2, R7, R9, R12, R13, R33, R34: what goes.
  static let losses: [RuleEvidence] = [
    RuleEvidence(
      [1], "the plug is pulled", unplugPlug, until: 4_000, hears: [.heard(0, 502, .headphones, 60)]
    ) {
      #expect($0.world.state.wish == lost && $0.reasons == [.oldDeviceUnavailable])
      #expect($0.world.device.queuedAtDrop == 0, "all is taken back before the drop")
      #expect($0.world.state.snapshot.playhead.frame.value == Int64($0.world.sounds.last!.frame + 1))
    },
    RuleEvidence(
      [1, 6], "headphones in and out behind PulseAudio", .trace("pulseaudio-jack"), output: .unnamed,
      hears: [
        .heard(0, 5_284, .builtInSpeaker, 70), .heard(5_284, 5_333, .builtInSpeaker, 60),
        .heard(5_333, 8_736, .headphones, 60),
      ]
    ) { #expect($0.world.state.wish == lost && $0.reasons == [.newDeviceAvailable, .oldDeviceUnavailable]) },
    RuleEvidence(
      [1, 6], "headphones in and out behind PipeWire", .trace("pipewire-jack"), output: .unnamed,
      hears: [
        .heard(0, 5_476, .builtInSpeaker, 70), .heard(5_476, 5_718, .builtInSpeaker, 60),
        .heard(5_718, 9_101, .headphones, 60),
      ]
    ) { #expect($0.world.state.wish == lost && $0.reasons == [.newDeviceAvailable, .oldDeviceUnavailable]) },
    RuleEvidence(
      [1], "a USB card comes behind PulseAudio, takes the sound, and is pulled", .trace("pulseaudio-usb"),
      output: .unnamed, hears: [.heard(0, 6_740, .builtInSpeaker, 70), .heard(6_740, 13_315, .usbAudio, 70)]
    ) {
      #expect($0.world.state.wish == lost && $0.reasons == [.newDeviceAvailable, .oldDeviceUnavailable])
      #expect($0.world.effects.contains(.discardStream), "what the server has rendered is not to be heard either")
    },
    RuleEvidence(
      [2], "the plug is pulled while paused, and is back", unplugPlug, deeds: [.at(100, .pause)],
      hears: [.heard(0, 130, .headphones, 60)]
    ) {
      #expect($0.reasons == [.oldDeviceUnavailable, .newDeviceAvailable])
      #expect($0.world.state.wish == Wish(.pause, because: .user))
    },
    RuleEvidence(
      [7], "the line out beside the headphones goes and comes", .jacks("line-out"), until: 4_900,
      hears: [.heard(0, 502, .lineOut, 70), .heard(502, nil, .headphones, 60)]
    ) { #expect($0.reasons == [.newDeviceAvailable]) },
    RuleEvidence(
      [7, 8], "PipeWire leaves a new USB card alone until it is chosen by hand", .trace("pipewire-usb"),
      output: .unnamed, until: 13_800,
      hears: [.heard(0, 10_525, .builtInSpeaker, 70), .heard(10_525, nil, .usbAudio, 70)]
    ) { #expect($0.reasons == [.override]) },
    RuleEvidence(
      [9], "a plug that loses contact for a moment", .jacks("bounce-back"),
      hears: [.heard(0, 502, .headphones, 60), .heard(686, nil, .headphones, 60)]
    ) {
      #expect($0.reasons.isEmpty && $0.world.effects.contains(.noteBounces(3)))
    },
    RuleEvidence(
      [9], "a plug that bounces on its way out", .jacks("bounce-out"), hears: [.heard(0, 502, .headphones, 60)]
    ) { #expect($0.reasons == [.oldDeviceUnavailable] && $0.world.state.wish == lost) },
    RuleEvidence(
      [12, 20], "on-unplug = continue", unplugPlug,
      hears: [
        .heard(0, 502, .headphones, 60), .heard(902, 4_502, .builtInSpeaker, 70),
        .heard(4_502, nil, .headphones, 60),
      ], settings: .with { $0.onUnplug = .continue }
    ) { #expect($0.reasons == [.oldDeviceUnavailable, .newDeviceAvailable]) },
    RuleEvidence(
      [12], "on-unplug = stop, and on-plug counts for nothing then", unplugPlug,
      hears: [.heard(0, 502, .headphones, 60)], settings: .with { $0.onUnplug = .stop }
    ) { #expect($0.world.state.wish == Wish(.stop, because: .routeLost)) },
    RuleEvidence(
      [13], "private listening: on-unplug = continue counts for nothing, and playerctl's play is refused", unplugPlug,
      with: [(.fixture("playerctl-stop"), at: 500)], until: 4_000, hears: [.heard(0, 502, .headphones, 60)],
      settings: .with {
        $0.onUnplug = .continue
        $0.listensPrivately = true
      }
    ) { #expect($0.world.answers == [.success, .deviceNotFound]) },
    RuleEvidence(
      [33], "the plug is pulled a millisecond after playerctl has sought", unplugPlug,
      with: [(.fixture("playerctl-seek"), at: -57)], until: 1_400, hears: [.heard(0, 502, .headphones, 60)]
    ) { #expect($0.world.state.wish == lost) },
    RuleEvidence(
      [33, 17], "the plug is pulled while the machine sleeps, and is back when it is awake", unplugPlug,
      with: [(.fixture("login-sleep"), at: -100)],
      hears: [.heard(0, 450, .headphones, 60), .heard(5_002, nil, .headphones, 60)]
    ) { #expect($0.world.state.wish == Wish(.play, because: .routeLost)) },
    RuleEvidence(
      [34], "a headset whose microphone loses contact first", .jacks("headset"),
      hears: [
        .heard(0, 502, .headset, 60), .heard(502, 507, .headphones, 60), .heard(4_042, nil, .headset, 60),
      ]
    ) { #expect($0.world.state.wish.goal == .play) },
    RuleEvidence(
      [30], "a headset is pulled, and is back: so is its microphone, each told once", .jacks("headset"),
      hears: [
        .heard(0, 502, .headset, 60), .heard(502, 507, .headphones, 60), .heard(4_042, nil, .headset, 60),
      ]
    ) { run in
      let told = run.world.effects.compactMap { effect -> String? in
        guard case .announceMicrophone(let change) = effect else { return nil }
        return change.text
      }
      let name = "Headset Mic – HDA Intel"
      #expect(told == ["microphone has gone: \(name)", "microphone is there: \(name)"])
    },
  ]

  /// R3–R5, R10, R11: what comes back.
  static let returns: [RuleEvidence] = [
    RuleEvidence(
      [3], "the plug is pulled, and is back", unplugPlug,
      hears: [.heard(0, 502, .headphones, 60), .heard(5_002, nil, .headphones, 60)]
    ) { #expect($0.reasons == [.oldDeviceUnavailable, .newDeviceAvailable]) },
    RuleEvidence(
      [1, 3], "a Bluetooth headset (BlueZ 5.66, PipeWire) connects, goes, is back after 7 s, and is disconnected",
      .trace("pipewire-bluetooth"), output: .unnamed,
      hears: [
        .heard(0, 5_807, .builtInSpeaker, 70), .heard(5_807, 13_143, .bluetoothA2DP, 60),
        .heard(21_687, 28_687, .bluetoothA2DP, 60),
      ]
    ) { #expect($0.world.state.wish == lost && $0.reasons.count == 4) },
    RuleEvidence(
      [3], "a Bluetooth headset is switched off: its return resumes nothing", .trace("bluez-mock-switched-off"),
      output: .bluetooth(address: "AC:DE:48:00:11:22"), plays: false, deeds: [.at(320, .play)],
      hears: [.heard(320, 912, .bluetoothA2DP, 60)]
    ) { #expect($0.world.state.snapshot.resumesUntil == nil && $0.world.state.wish == lost) },
    RuleEvidence(
      [4], "playerctl seeks and skips between loss and return", unplugPlug,
      with: [(.fixture("playerctl-seek"), at: 500)], hears: [.heard(0, 502, .headphones, 60)]
    ) { #expect($0.reasons.count == 2 && $0.world.state.wish.goal == .pause) },
    RuleEvidence(
      [4, 20], "cans-ctl plays on the speaker between loss and return: the sound moves back", unplugPlug,
      with: [(.fixture("ctl-commands"), at: 500)], until: 6_500,
      hears: [
        .heard(0, 502, .headphones, 60), .heard(2_013, 3_059, .builtInSpeaker, 70),
      ]
    ),
    RuleEvidence([5], "plugged in, just launched", plugUnplug, plays: false, hears: []) {
      #expect($0.reasons == [.newDeviceAvailable, .oldDeviceUnavailable])
    },
    RuleEvidence(
      [5], "plugged in, paused by playerctl", plugUnplug, with: [(.fixture("session-manager-pause"), at: -200)],
      hears: [.heard(0, 350, .builtInSpeaker, 70)]),
    RuleEvidence(
      [10], "the plug is pulled 0.7 s after the start, and is back", unplugPlug, quietTime: 200,
      hears: [.heard(0, 502, .headphones, 60), .heard(5_002, nil, .headphones, 60)]
    ) { #expect($0.reasons == [.oldDeviceUnavailable, .newDeviceAvailable], "no event for what was there") },
    RuleEvidence(
      [10], "plugged in 0.7 s after the start: nothing louder before two seconds are over", plugUnplug,
      volume: ["headphones:Intel": 100], quietTime: 200, until: 2_900,
      hears: [
        .heard(0, 502, .builtInSpeaker, 70), .heard(502, 1_800, .headphones, 70), .heard(1_800, nil, .headphones, 100),
      ]
    ),
    RuleEvidence(
      [11], "WirePlumber pauses because of the same loss, 0.1 s after it", unplugPlug,
      with: [(.fixture("session-manager-pause"), at: 80)],
      hears: [.heard(0, 502, .headphones, 60), .heard(5_002, nil, .headphones, 60)]
    ) { #expect($0.world.answers == [.success]) },
    RuleEvidence(
      [11], "WirePlumber pauses because of the same loss, 0.3 s before the jack says so", unplugPlug,
      with: [(.fixture("session-manager-pause"), at: -320)],
      hears: [.heard(0, 230, .headphones, 60), .heard(5_002, nil, .headphones, 60)]),
  ]

  /// R1, R3: the same things in the sound lab, as cans' own monitors saw them.
  static let seenInLab: [RuleEvidence] = [
    RuleEvidence(
      [1, 3], "headphones out and in, no server", .monitor("monitor-alsa-wired"),
      hears: [.heard(4_638, 9_593, .headphones, 60), .heard(13_542, nil, .headphones, 60)]),
    RuleEvidence(
      [1, 3], "a USB card pulled and back, no server", .monitor("monitor-alsa-usb"), output: .card(CardIndex(1)),
      hears: [.heard(2_866, 8_852, .usbAudio, 70), .heard(15_307, nil, .usbAudio, 70)]),
    RuleEvidence(
      [1, 3], "headphones out and in, PulseAudio", .monitor("monitor-pulseaudio-wired"), output: .unnamed,
      hears: [.heard(4_748, 11_693, .headphones, 60), .heard(15_721, nil, .headphones, 60)]),
    RuleEvidence(
      [1, 3], "a USB card pulled and back, PulseAudio", .monitor("monitor-pulseaudio-usb"), output: .unnamed,
      hears: [.heard(9_930, 16_894, .usbAudio, 70), .heard(24_416, nil, .usbAudio, 70)]),
    RuleEvidence(
      [1, 3], "headphones out and in, PipeWire", .monitor("monitor-pipewire-wired"), output: .unnamed,
      hears: [.heard(4_981, 11_870, .headphones, 60), .heard(16_116, nil, .headphones, 60)]),
    RuleEvidence(
      [1, 3], "a USB card pulled and back, PipeWire", .monitor("monitor-pipewire-usb"), output: .unnamed,
      hears: [.heard(10_249, 17_239, .usbAudio, 70), .heard(25_144, nil, .usbAudio, 70)]),
    RuleEvidence(
      [1, 3], "a Bluetooth headset disconnects and is back, PipeWire", .monitor("monitor-pipewire-bluetooth"),
      output: .unnamed,
      hears: [.heard(9_487, 18_242, .bluetoothA2DP, 60), .heard(30_035, nil, .bluetoothA2DP, 60)]),
  ]

  /// R6, R8: what is plugged or chosen.
  static let choices: [RuleEvidence] = [
    RuleEvidence(
      [6, 1], "plugged in at a lower level, and out", plugUnplug, volume: ["headphones:Intel": 20],
      hears: [.heard(0, 502, .builtInSpeaker, 70), .heard(502, 3_002, .headphones, 20)]),
    RuleEvidence(
      [8], "pactl moves the stream to another sink, and back", .fixture("pulseaudio-moved"), output: .unnamed,
      hears: [.heard(0, 303, .builtInSpeaker, 70), .heard(303, nil, .virtual, 70)]
    ) {
      #expect($0.reasons == [.unknown, .override, .override], "where the sound goes was not known at the start")
      #expect($0.world.state.wish == Wish(.play, because: .user))
    },
    RuleEvidence(
      [8], "port and default sink chosen by hand in PulseAudio", .trace("pulseaudio-by-hand"), output: .unnamed,
      until: 22_700,
      hears: [
        .heard(0, 4_325, .builtInSpeaker, 70), .heard(4_325, 4_369, .builtInSpeaker, 60),
        .heard(4_369, 6_554, .headphones, 60),
        .heard(6_554, 7_054, .builtInSpeaker, 60), .heard(7_054, 8_710, .builtInSpeaker, 70),
        .heard(8_710, 12_490, .headphones, 60),
        .heard(12_490, 12_990, .usbAudio, 60), .heard(12_990, 17_901, .usbAudio, 70),
        .heard(17_901, nil, .headphones, 60),
      ]
    ) {
      #expect($0.reasons == [.newDeviceAvailable, .override, .override, .newDeviceAvailable, .override])
      #expect($0.world.state.wish == Wish(.play, because: .user))
    },
    RuleEvidence(
      [31], "headphones beside the line out, out, and the line out goes", .jacks("line-out"),
      hears: [.heard(0, 502, .lineOut, 70), .heard(502, 5_002, .headphones, 60)]
    ) {
      let chain = $0.world.announced
      #expect(chain.map(\.current.port) == [.headphones, .lineOut, .builtInSpeaker])
      for (one, next) in zip(chain, chain.dropFirst()) { #expect(one.current == next.previous) }
      #expect($0.world.state.snapshot.status == .paused && $0.world.state.snapshot.lostRoute?.port == .headphones)
    },
  ]
}
