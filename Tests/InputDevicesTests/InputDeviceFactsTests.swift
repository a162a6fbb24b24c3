import PlayerCore
import Testing

@testable import InputDevices

/// Which devices are listened to, by what the kernel says of them to everybody.
@Suite struct InputDeviceFactsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var facts: InputDeviceFacts
    var kind: PressDevice.Kind?
    /// Whether it is opened with `media-keys = "headsets"`.
    var isHeadset = false
    var testDescription: String { facts.name }
  }

  static let letters = Set(KeyCode.letters)
  static let keyboard = letters.union(1...127)
  static let headset: Set<UInt16> = [114, 115, 164, 582]
  /// What BlueZ gives every headset: digits and F keys, no letters.
  static let avrcp = Set<UInt16>(2...11).union([
    28, 59, 103, 105, 106, 108, 113, 114, 115, 163, 165, 166, 168, 200, 201, 208,
  ])

  static let rows = [
    Row(
      facts: InputDeviceFacts(
        name: "HDA Intel PCH Headset", phys: "ALSA", isOfSoundCard: true, keys: headset), kind: .cable,
      isHeadset: true),
    Row(
      facts: InputDeviceFacts(name: "sof-hda-dsp Headphone Mic", isOfSoundCard: true, keys: [226]), kind: .cable,
      isHeadset: true),
    Row(facts: InputDeviceFacts(name: "rt5682 jack", phys: "ALSA", keys: headset), kind: .cable, isHeadset: true),
    Row(
      facts: InputDeviceFacts(name: "HDA Intel PCH Headset", isVirtual: true, keys: headset), kind: .cable,
      isHeadset: true),
    // A jack that only says whether something is plugged.
    Row(facts: InputDeviceFacts(name: "HDA Intel PCH Headphone", phys: "ALSA", isOfSoundCard: true, keys: [])),
    Row(
      facts: InputDeviceFacts(
        name: "Logitech USB Headset Consumer Control", bus: .usb, phys: "usb-0000:00:14.0-2/input3",
        isOfUSBSound: true, keys: [113, 114, 115, 164]), kind: .cable, isHeadset: true),
    Row(
      facts: InputDeviceFacts(name: "USB Keyboard Consumer Control", bus: .usb, keys: [113, 114, 115, 164]),
      kind: .keyboard),
    Row(
      facts: InputDeviceFacts(name: "Buds (AVRCP)", bus: .bluetooth, isVirtual: true, keys: avrcp), kind: .avrcp,
      isHeadset: true),
    Row(facts: InputDeviceFacts(name: "(AVRCP)", bus: .bluetooth, isVirtual: true, keys: avrcp), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "Buds", bus: .bluetooth, isVirtual: true, keys: avrcp), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "Pen (AVRCP)", bus: .bluetooth, keys: [164]), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "Disk (AVRCP)", bus: .usb, isVirtual: true, keys: [164]), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "AT Translated Set 2 keyboard", bus: .other, keys: keyboard), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "Intel HID events", bus: .other, keys: [164]), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "Evil Headset", bus: .usb, keys: [164]), kind: .keyboard),
    Row(facts: InputDeviceFacts(name: "Power Button", bus: .other, keys: [116])),
    Row(facts: InputDeviceFacts(name: "Mouse", bus: .usb, keys: [272, 273])),
    // A keyboard without media keys, whose Pause/Break is none.
    Row(facts: InputDeviceFacts(name: "Old keyboard", bus: .other, keys: letters.union([119]))),
  ]

  @Test(arguments: rows) func `the kind of a device, and whether it is listened to`(row: Row) {
    #expect(row.facts.kind == row.kind)
    #expect(row.facts.isListenedTo(under: .headsets) == row.isHeadset)
    #expect(row.facts.isListenedTo(under: .all) == (row.kind != nil))
    #expect(!row.facts.isListenedTo(under: .off))
  }

  struct SwitchRow: Sendable, CustomTestStringConvertible {
    var facts: InputDeviceFacts
    var kinds: Set<SwitchFacts.Kind>
    var testDescription: String { facts.name }

    init(
      _ name: String, _ switches: Set<UInt16>, bus: InputDeviceFacts.Bus = .none, card: Int? = nil,
      keys: Set<UInt16> = [], _ kinds: Set<SwitchFacts.Kind>
    ) {
      facts = InputDeviceFacts(name: name, bus: bus, card: card.map(CardIndex.init), keys: keys, switches: switches)
      self.kinds = kinds
    }
  }

  static let switchRows = [
    SwitchRow("HDA Intel PCH Headphone", [2], card: 0, [.headphones]),
    SwitchRow("HDA Intel PCH Mic", [4], card: 0, [.microphone]),
    SwitchRow("HDA Intel PCH Line Out", [6], card: 0, [.lineOut]),
    SwitchRow("a display's plug", [6, 8], card: 1, []),
    SwitchRow("sof-rt5682 Headset Jack", [2, 4, 7], card: 0, keys: headset, [.headphones, .microphone, .anything]),
    SwitchRow("gpio-keys of a telephone", [2, 14], bus: .other, keys: [116], [.headphones, .mute]),
    SwitchRow("lid and tablet mode", [0, 1], bus: .other, []),
    SwitchRow("USB headset", [2, 14], bus: .usb, card: 1, [.headphones]),
    SwitchRow("gamepad with a headset jack, whose sound goes elsewhere", [2, 4], bus: .bluetooth, []),
    SwitchRow("the same on USB, which is no card here", [2, 4, 14], bus: .usb, []),
    SwitchRow("keyboard", [2, 4, 6, 7, 14], bus: .other, keys: keyboard, []),
    SwitchRow("one letter", [14], bus: .other, keys: [30], []),
  ]

  @Test(arguments: switchRows) func `the switches of a device that are followed`(row: SwitchRow) {
    #expect(Set(row.facts.soundSwitches.values) == row.kinds)
    #expect(row.facts.switches.isSuperset(of: row.facts.soundSwitches.keys))
  }

  @Test(arguments: rows, letters) func `one letter makes a keyboard of anything`(row: Row, letter: UInt16) {
    var facts = row.facts
    facts.keys.insert(letter)
    #expect(!facts.isListenedTo(under: .headsets))
    #expect(facts.kind == nil || facts.kind == .keyboard)
  }

  @Test func `only media keys are asked for, and Pause only where it is none of a terminal's`() {
    let keyboard = InputDeviceFacts(name: "K", keys: Self.keyboard.union([163, 164, 165, 240]))
    #expect(keyboard.mediaKeys == [113, 114, 115, 163, 164, 165])
    #expect(InputDeviceFacts(name: "R", keys: [119, 164]).mediaKeys == [119, 164])
  }

  @Test(
    arguments: [
      ("", []), ("0", []), ("1", [0]), ("8000000000000000 0", [127]), ("4 0 0 1", [0, 194]),
      ("1000000000 c000000000000 0", [114, 115, 164]), ("zzz", []), ("1 zzz 2", [1]),
    ] as [(String, Set<UInt16>)])
  func `capabilities are words of bits, the highest first`(text: String, bits: Set<UInt16>) {
    #expect(InputDeviceFacts.bits(text) == bits)
  }

  @Test func `a line that is far too long is cut`() {
    let bits = InputDeviceFacts.bits(String(repeating: "1 ", count: 100_000))
    #expect(bits.count == 16 && bits.max() == 960)
  }

  @Test func `the codes are those of the kernel's header`() throws {
    let header = try #require(HeaderConstants(of: "/usr/include/linux/input-event-codes.h"))
    let names: [String: PressKey] = [
      "KEY_MUTE": .mute, "KEY_VOLUMEDOWN": .volumeDown, "KEY_VOLUMEUP": .volumeUp, "KEY_PAUSE": .pause,
      "KEY_NEXTSONG": .next, "KEY_PLAYPAUSE": .playPause, "KEY_PREVIOUSSONG": .previous, "KEY_STOPCD": .stop,
      "KEY_REWIND": .rewind, "KEY_PLAYCD": .play, "KEY_PAUSECD": .pause, "KEY_PLAY": .play,
      "KEY_FASTFORWARD": .fastForward, "KEY_MEDIA": .media,
    ]
    var meanings: [UInt16: PressKey] = [:]
    for (name, key) in names { meanings[try #require(header.values[name], "\(name)")] = key }
    #expect(KeyCode.meanings == meanings)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { header.values["KEY_\($0)"] }
    #expect(Set(alphabet.compactMap(\.self)) == Self.letters && alphabet.count == 26)
    let switches: [String: SwitchFacts.Kind] = [
      "SW_HEADPHONE_INSERT": .headphones, "SW_MICROPHONE_INSERT": .microphone, "SW_LINEOUT_INSERT": .lineOut,
      "SW_JACK_PHYSICAL_INSERT": .anything, "SW_MUTE_DEVICE": .mute,
    ]
    var codes: [UInt16: SwitchFacts.Kind] = [:]
    for (name, kind) in switches { codes[try #require(header.values[name], "\(name)")] = kind }
    #expect(SwitchCode.meanings == codes && header.values["SW_VIDEOOUT_INSERT"] == SwitchCode.videoOut)
  }
}
