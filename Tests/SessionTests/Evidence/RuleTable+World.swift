import PlayerCore
import Testing

extension RuleTable {
  /// A machine with headphones in it.
  static let worn = Recorded.still("unplug-plug")
  /// A machine with a loudspeaker only.
  static let speaker = Recorded.still("plug-unplug")
  private static let other = "org.mpris.MediaPlayer2.other"

  /// R14–R16, R37: other programs.
  static let interruptions: [RuleEvidence] = [
    RuleEvidence(
      [14, 15], "pw-reserve takes the card with a higher priority, and gives it back", worn,
      with: [(.fixture("reservation"), at: 0)],
      hears: [.heard(0, 555, .headphones, 60), .heard(3_002, nil, .headphones, 60)]
    ) {
      #expect($0.world.effects.contains(.answerReservation(granted: true)))
      #expect($0.world.effects.contains(.engine(.release)), "whoever interrupts gets the device")
    },
    RuleEvidence(
      [14, 15], "a call at PulseAudio", .fixture("pulseaudio-phone"), output: .unnamed,
      hears: [.heard(0, 320, .builtInSpeaker, 70), .heard(320, 1_489, .virtual, 70), .heard(3_931, nil, .virtual, 70)]),
    RuleEvidence(
      [14, 15], "another MPRIS player plays, pauses, plays and stops", worn, with: [(.fixture("other-player"), at: 0)],
      hears: [
        .heard(0, 1_579, .headphones, 60), .heard(3_561, 5_609, .headphones, 60), .heard(7_617, nil, .headphones, 60),
      ], settings: .with { $0.yieldsToPlayers = true }),
    RuleEvidence(
      [14, 15], "cans-ctl interrupts and lets it go on, interrupts and does not", worn,
      with: [(.fixture("ctl-interrupt"), at: 0)],
      hears: [.heard(0, 541, .headphones, 60), .heard(2_531, 4_567, .headphones, 60)]
    ) { #expect($0.world.state.wish.goal == .pause && $0.world.state.holds.isEmpty) },
    RuleEvidence(
      [16], "a notification sounds at PulseAudio", .fixture("pulseaudio-event"), output: .unnamed,
      hears: [.heard(0, 312, .builtInSpeaker, 70), .heard(312, nil, .virtual, 70)]),
    RuleEvidence(
      [37], "another MPRIS player plays when playerctl starts this one", worn,
      with: [(.fixture("other-player"), at: 0), (.fixture("playerctl-pause"), at: 1_200)], until: 5_000,
      hears: [.heard(0, 1_780, .headphones, 60), .heard(2_767, 4_836, .headphones, 60)],
      settings: .with { $0.interruptsOthers = true }
    ) {
      let orders = $0.world.effects.filter { $0 == .pausePlayers([other]) || $0 == .resumePlayers([other]) }
      #expect(orders == [.pausePlayers([other]), .resumePlayers([other])])
    },
  ]

  /// R17, R18, R28, R29, R32: the machine itself.
  static let machine: [RuleEvidence] = [
    RuleEvidence(
      [17, 10], "login1 announces a sleep, and its end", worn, with: [(.fixture("login-sleep"), at: 0)],
      hears: [.heard(0, 550, .headphones, 60), .heard(3_025, nil, .headphones, 60)]
    ) {
      let orders = $0.world.effects.filter { [.delaySleep, .allowSleep, .engine(.release)].contains($0) }
      #expect(orders == [.delaySleep, .engine(.release), .allowSleep, .delaySleep])
    },
    RuleEvidence(
      [17], "the same on a loudspeaker: nobody asked for music in the room", speaker,
      with: [(.fixture("login-sleep"), at: 0)], hears: [.heard(0, 550, .builtInSpeaker, 70)]
    ) { #expect($0.world.state.wish.goal == .pause) },
    RuleEvidence(
      [18], "PulseAudio (a null sink) is killed: writing fails with EIO; play works again",
      .fixture("pulseaudio-killed"), output: .unnamed, until: 5_000, deeds: [.at(3_000, .play)],
      hears: [
        .heard(0, 18, .builtInSpeaker, 70), .heard(18, 1_037, .virtual, 70),
        .heard(3_000, nil, .builtInSpeaker, 70, frame: 4_017),
      ]),
    RuleEvidence(
      [18], "PulseAudio is killed: writing fails with EIO; play works again", .trace("pulseaudio-crash"),
      output: .unnamed, until: 15_000, deeds: [.at(12_000, .play)],
      hears: [
        .heard(0, 3_307, .builtInSpeaker, 70), .heard(3_307, 3_353, .builtInSpeaker, 60),
        .heard(3_353, 5_427, .headphones, 60),
        .heard(12_000, nil, .headphones, 60, frame: 5_403),
      ]),
    RuleEvidence(
      [28], "the device is stuck when playerctl pauses: answered at once", worn,
      with: [(.fixture("playerctl-pause"), at: 0)], until: 1_500,
      deeds: [
        .at(540) { $0.world.stuck = [.output] },
        .at(640) {
          #expect($0.world.answers == [.success] && $0.world.state.status == .paused)
          $0.world.stuck = []
        },
      ], hears: [.heard(0, 670, .headphones, 60)]),
    RuleEvidence(
      [29], "a mute switch, and soloAmbient", .fixture("mute-switch"),
      hears: [.heard(0, 530, .builtInSpeaker, 70), .heard(2_504, nil, .builtInSpeaker, 70)],
      settings: .with { $0.category = .soloAmbient }
    ) { #expect($0.world.state.wish == Wish(.play, because: .user)) },
    RuleEvidence(
      [29], "a mute switch, and playback", .fixture("mute-switch"), hears: [.heard(0, nil, .builtInSpeaker, 70)]),
    RuleEvidence(
      [29, 30], "cans record, whose microphone goes: playerctl pauses nothing meanwhile", worn,
      with: [(.fixture("ctl-record"), at: 0), (.fixture("playerctl-pause"), at: 0)], until: 5_600,
      hears: [.heard(0, nil, .headphones, 60)]
    ) {
      #expect($0.reasons == [.categoryChange, .noSuitableRouteForCategory])
      #expect($0.world.answers.count > 3 && $0.world.answers.allSatisfy { $0 == .commandFailed })
    },
    RuleEvidence(
      [32, 23], "cans-ctl pauses for longer than release-after, and plays", worn,
      with: [(.fixture("ctl-commands"), at: 0)], until: 2_500,
      deeds: [
        .at(880) { #expect(!$0.world.effects.contains(.engine(.release))) },
        .at(940) { #expect($0.world.effects.contains(.engine(.release))) },
      ], hears: [.heard(0, 535, .headphones, 60), .heard(1_513, nil, .headphones, 60)],
      settings: .with { $0.releaseAfter = .milliseconds(385) }),
  ]

  /// R19–R22, R35: levels.
  static let levels: [RuleEvidence] = [
    RuleEvidence(
      [19], "each route at its own level", .jacks("unplug-plug"),
      volume: ["headphones:Intel": 40, "speaker:Intel": 80],
      hears: [
        .heard(0, 502, .headphones, 40), .heard(902, 4_502, .builtInSpeaker, 80), .heard(4_502, nil, .headphones, 40),
      ],
      settings: .with {
        $0.onUnplug = .continue
        $0.speakerLevel = nil
      }),
    RuleEvidence(
      [20], "after a loss the speaker starts at 70 %, whatever was remembered", .jacks("unplug-plug"),
      with: [(.fixture("playerctl-stop"), at: 500)],
      volume: ["headphones:Intel": 90, "speaker:Intel": 95], until: 4_000,
      hears: [.heard(0, 502, .headphones, 90), .heard(2_039, nil, .builtInSpeaker, 70, frame: 0)]),
    RuleEvidence(
      [21, 23], "playerctl wants it quieter, and as loud as can be: the cap holds", worn,
      with: [(.fixture("playerctl-volume"), at: 0)], volume: ["headphones:Intel": 100],
      hears: [
        .heard(0, 521, .headphones, 50), .heard(521, 1_536, .headphones, 30), .heard(1_536, nil, .headphones, 50),
      ], settings: .with { $0.maximum = Level(percent: 50) }),
    RuleEvidence(
      [21], "routes never heard before", .jacks("plug-unplug"), until: 2_900,
      hears: [.heard(0, 502, .builtInSpeaker, 70), .heard(502, nil, .headphones, 60)]),
    RuleEvidence(
      [22, 36], "playerctl changes the volume: ramps of 5 to 30 ms", worn,
      with: [(.fixture("playerctl-volume"), at: 0)],
      hears: [
        .heard(0, 521, .headphones, 60), .heard(521, 1_536, .headphones, 30), .heard(1_536, nil, .headphones, 100),
      ]
    ) { run in
      for time in [521, 1_536] {
        let gains = run.world.sounds(from: run.start + .milliseconds(time), for: .milliseconds(100)).map(\.gain)
        let steps = zip(gains, gains.dropFirst()).filter { abs($0 - $1) > 1e-6 }
        #expect(steps.count >= 5 && steps.count <= 30)
      }
    },
    RuleEvidence(
      [35], "the headset's own mute button, and volume up", worn, with: [(.fixture("buttons-mute"), at: 0)],
      hears: [.heard(0, 540, .headphones, 60), .heard(4_274, nil, .headphones, 65, frame: 7_284)]),
    RuleEvidence(
      [35], "muted by cans-ctl: out, in, and still muted until it is turned up", .jacks("unplug-plug"),
      with: [(.fixture("ctl-mute"), at: 0)], until: 9_000,
      hears: [.heard(0, 376, .headphones, 60), .heard(6_866, nil, .headphones, 65, frame: 5_376)]),
  ]
}
