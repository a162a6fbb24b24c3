import PlayerCore
import Testing

extension RuleTable {
  /// R23–R27, R36: commands and buttons.
  static let commands: [RuleEvidence] = [
    RuleEvidence(
      [23, 24, 36], "playerctl pauses, plays twice, pauses twice, toggles twice", worn,
      with: [(.fixture("playerctl-pause"), at: 0)],
      hears: [
        .heard(0, 579, .headphones, 60), .heard(1_567, 3_636, .headphones, 60), .heard(5_875, 6_922, .headphones, 60),
      ]
    ) { #expect($0.world.answers.allSatisfy { $0 == .success } && $0.world.answers.count == 7) },
    RuleEvidence(
      [23], "remote.mpris = off", worn, with: [(.fixture("playerctl-pause"), at: 0)],
      hears: [.heard(0, nil, .headphones, 60)], settings: .with { $0.disabledSources = [.mpris] }
    ) { #expect($0.world.answers.allSatisfy { $0 == .commandFailed }) },
    RuleEvidence(
      [36, 23], "playerctl seeks, skips and goes back", worn, with: [(.fixture("playerctl-seek"), at: 0)],
      hears: [
        .heard(0, 579, .headphones, 60), .heard(579, 1_612, .headphones, 60, frame: 8_558),
        .heard(1_612, 2_654, .headphones, 60, frame: 20_000), .heard(2_654, 3_894, .headphones, 60, track: 2, frame: 0),
        .heard(3_894, nil, .headphones, 60, frame: 0),
      ]),
    RuleEvidence(
      [25], "a press of the cable's button, and the desktop's PlayPause for it", worn,
      with: [(.fixture("buttons-cable"), at: 0), (.fixture("playerctl-toggle"), at: 20)], until: 3_000,
      hears: [.heard(0, 530, .headphones, 60)]),
    RuleEvidence(
      [25], "the same, the desktop first", worn,
      with: [(.fixture("buttons-cable"), at: 0), (.fixture("playerctl-toggle"), at: -100)], until: 3_000,
      hears: [.heard(0, 445, .headphones, 60)]),
    RuleEvidence(
      [26], "the cable's button: once, twice, three times", worn, with: [(.fixture("buttons-cable"), at: 0)],
      deeds: [.at(2_000, .play)],
      hears: [
        .heard(0, 530, .headphones, 60), .heard(2_000, 3_275, .headphones, 60),
        .heard(3_783, 6_457, .headphones, 60, track: 2, frame: 0), .heard(6_857, nil, .headphones, 60, frame: 0),
      ]),
    RuleEvidence(
      [27, 24], "buds over AVRCP: out, in, next, and put away", worn, with: [(.fixture("buttons-avrcp"), at: 0)],
      deeds: [.at(600) { #expect($0.world.state.wish == Wish(.pause, because: .headset)) }],
      hears: [
        .heard(0, 530, .headphones, 60), .heard(3_903, 7_866, .headphones, 60),
        .heard(7_866, 18_900, .headphones, 60, track: 2, frame: 0),
      ]
    ) { #expect($0.world.state.wish.goal == .pause) },
  ]
}
