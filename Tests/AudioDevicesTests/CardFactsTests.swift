import PlayerCore
import Testing

@testable import AudioDevices

struct CardFactsTests {
  private func facts(_ controls: [WatchedControl]) -> CardFacts {
    var facts = CardFacts(index: CardIndex(0), stableID: "PCH", name: "HDA Intel PCH")
    facts.adopt(controls)
    return facts
  }

  private func control(_ role: ControlRole, _ name: String, _ isOn: Bool?, index: Int = 0) -> WatchedControl {
    WatchedControl(number: 1, role: role, name: name, index: index, isOn: isOn)
  }

  @Test(arguments: [
    ("Headphone Jack", ControlRole.jack), ("Headphones Jack", .jack), ("Front Headphone Jack", .jack),
    ("Headphone - Output Jack", .jack), ("HDMI/DP,pcm=3 Jack", .jack), ("Line Out Jack", .jack), ("Mic Jack", .jack),
    ("Speaker Phantom Jack", .jack), ("Headphone Phantom Jack", .jack),
    ("Jack Detection Mode", nil), ("Playback Channel Map", nil),
  ])
  func `a jack is known by its name`(name: String, role: ControlRole?) {
    #expect(ControlRole(interface: .card, name: name) == role)
    #expect(ControlRole(interface: .other, name: name) == nil)
  }

  @Test(arguments: [
    ("Auto-Mute Mode", ControlRole.autoMute), ("Speaker Playback Switch", .speakerSwitch),
    ("Bass Speaker Playback Switch", .speakerSwitch), ("Headphone Playback Switch", nil),
    ("Speaker Playback Volume", nil), ("Headphone Jack", nil),
  ])
  func `what keeps a speaker sounding is in the mixer`(name: String, role: ControlRole?) {
    #expect(ControlRole(interface: .mixer, name: name) == role)
  }

  @Test func `what is known better of a jack than its name tells counts`() {
    var line = control(.jack, "Line - Output Jack", true)
    #expect(facts([line]).jacks.map(\.kind) == [.other])
    line.kind = .lineOut
    #expect(facts([line]).jacks.map(\.kind) == [.lineOut])
    #expect(facts([line]).jacks.map(\.plugged) == [true])
  }

  @Test func `jacks keep the card's order and their index; phantoms sense nothing`() {
    let jacks = facts([
      control(.jack, "Mic Jack", false), control(.speakerSwitch, "Speaker Playback Switch", true),
      control(.jack, "Headphone Jack", true), control(.jack, "Headphone Jack", nil, index: 1),
      control(.jack, "Speaker Phantom Jack", true),
    ]).jacks
    #expect(jacks.map(\.name) == ["Mic Jack", "Headphone Jack", "Headphone Jack", "Speaker Phantom Jack"])
    #expect(jacks.map(\.index) == [0, 0, 1, 0])
    #expect(jacks.map(\.kind) == [.other, .headphones, .headphones, .other])
    #expect(jacks.map(\.plugged) == [false, true, nil, nil])
  }

  @Test func `a change of one control changes its own fact alone`() {
    var controls = [
      control(.autoMute, "Auto-Mute Mode", false), control(.jack, "Speaker Phantom Jack", nil),
      control(.jack, "Mic Jack", false), control(.speakerSwitch, "Speaker Playback Switch", true),
      control(.jack, "Headphone Jack", false),
    ]
    var changed = facts(controls)
    for (place, isOn) in [(4, true), (2, true), (0, true), (4, false), (3, false), (0, false), (1, true)] {
      controls[place].isOn = isOn
      changed.adopt(controls, changedAt: place)
      #expect(changed == facts(controls))
    }
  }

  @Test(
    arguments: [
      (nil, [true], false),
      (true, [true], false),
      (false, [true], true),
      (false, [false], false),
      (false, [false, true], true),
      (false, [nil], true),
      (false, [], true),
      (true, [], false),
    ] as [(Bool?, [Bool?], Bool)])
  func `the speaker stays on where nothing mutes it`(autoMute: Bool?, switches: [Bool?], staysOn: Bool) {
    var controls = switches.map { control(.speakerSwitch, "Speaker Playback Switch", $0) }
    if let autoMute { controls.append(control(.autoMute, "Auto-Mute Mode", autoMute)) }
    #expect(facts(controls).speakerStaysOn == staysOn)
  }

  @Test(arguments: [
    ("hw:0,0", "0"), ("plughw:1", "1"), ("hw:CARD=PCH,DEV=0", "PCH"), ("hdmi:CARD=NVidia,DEV=1", "NVidia"),
    ("hw:DEV=0,CARD=2", "2"), ("sysdefault:PCH", "PCH"), ("default", nil), ("pulse", nil), ("hw:", nil),
    ("plug:hw", nil), ("file:/tmp/x,raw", nil),
  ])
  func `a device's name may say its card`(name: String, card: String?) {
    #expect(cardNamed(in: name) == card)
  }

  @Test func `a device without a card belongs to none, and one that is missing is none`() {
    #expect(outputFacts(ofDevice: "null") == .unnamed)
    #expect(outputFacts(ofDevice: "no-such-device") == .none)
    #expect(outputFacts(ofDevice: "hw:31,0") == .none)
  }

  @Test func `a device that opens is no missing sound card`() {
    #expect(!isSoundCardMissing(device: "null"))
  }
}
