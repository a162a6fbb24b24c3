import PlayerCore

/// The rows.
extension RouteTableTests {
  private static let plugged: [(String, Bool?)] = [
    ("Headphone Jack", true), ("Headset Mic Jack", false), ("Line Out Jack", false),
  ]
  private static let unplugged: [(String, Bool?)] = [
    ("Headphone Jack", false), ("Headset Mic Jack", false), ("Line Out Jack", false),
  ]
  private static let hw = OutputFacts.card(CardIndex(0))

  /// The card on the board, by its jacks, behind a server or not.
  private static func board(
    _ jacks: [(String, Bool?)], _ sinks: [SinkFacts] = [], ours: UInt32?? = nil, switches: [SwitchFacts] = [],
    others: [CardFacts] = [], bluetooth: [BluetoothFacts] = [], speakerStaysOn: Bool = false
  ) -> Facts {
    Facts(
      cards: [LabMachine.hda(jacks, speakerStaysOn: speakerStaysOn)] + others, bluetooth: bluetooth,
      server: sinks.isEmpty ? nil : LabMachine.server(sinks, ours: ours), switches: switches)
  }

  static let hardware = [
    Row(.card, "nothing plugged", board(unplugged), device: hw, id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(.card, "headphones", board(plugged), device: hw, id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .card, "headset", board([("Headphone Jack", true), ("Headset Mic Jack", true)]), device: hw,
      id: "headphones:PCH", port: .headset, .wearerOnly),
    Row(
      .card, "the speaker stays on", board(plugged, speakerStaysOn: true), device: hw, id: "headphones:PCH",
      port: .headphones, .everybody),
    Row(
      .card, "a server has the speaker on", board(plugged, [LabMachine.onSpeakerByHand]), device: hw,
      id: "headphones:PCH", port: .headphones, .everybody),
    Row(
      .card, "a server does not know of the plug yet", board(plugged, [LabMachine.onSpeaker]), device: hw,
      id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .card, "line out", board([("Line Out Jack", true)]), device: hw, id: "lineOut:PCH", port: .lineOut, .everybody),
    Row(
      .card, "a phantom jack", board([("Headphone Phantom Jack", true)]), device: hw, id: "speaker:PCH",
      port: .builtInSpeaker, .everybody),
  ]

  static let switches = [
    Row(
      .switches, "on, with the jack", board(plugged, switches: [LabMachine.headphoneSwitch(true)]), device: hw,
      id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .switches, "off before the jack is", board(plugged, switches: [LabMachine.headphoneSwitch(false)]), device: hw,
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .switches, "on after the jack has gone", board(unplugged, switches: [LabMachine.headphoneSwitch(true)]),
      device: hw, id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .switches, "on, no jack can be read",
      board([("Headphone Jack", nil)], switches: [LabMachine.headphoneSwitch(true)]), device: hw,
      id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .switches, "off, there is no jack", board([], switches: [LabMachine.headphoneSwitch(false)]), device: hw,
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .switches, "of no card that the kernel names", board([], switches: [LabMachine.headphoneSwitch(true, card: nil)]),
      device: hw, id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .switches, "of another card", board([], switches: [LabMachine.headphoneSwitch(true, card: 1)]), device: hw,
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .switches, "headphones and microphone of one jack",
      board(
        [],
        switches: [SwitchFacts.Kind.headphones, .microphone, .anything].map {
          SwitchFacts(device: "Jack", card: CardIndex(0), kind: $0, isOn: true)
        }), device: hw, id: "headphones:PCH", port: .headset, .wearerOnly),
    Row(
      .switches, "no plug at all",
      board(
        [],
        switches: [
          SwitchFacts(device: "Jack", card: CardIndex(0), kind: .headphones, isOn: true),
          SwitchFacts(device: "Jack", card: CardIndex(0), kind: .anything, isOn: false),
        ]), device: hw, id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .switches, "line out",
      board([], switches: [SwitchFacts(device: "Line Out", card: CardIndex(0), kind: .lineOut, isOn: true)]),
      device: hw, id: "lineOut:PCH", port: .lineOut, .everybody),
    Row(
      .switches, "off, behind a server that has not noticed",
      board([], [LabMachine.onHeadphones], switches: [LabMachine.headphoneSwitch(false)]), id: "speaker:PCH",
      port: .builtInSpeaker, .everybody),
  ]

  static let pulseAudio = [
    Row(
      .pulseAudio, "speaker", board(unplugged, [LabMachine.onSpeaker], ours: 0), id: "speaker:PCH",
      port: .builtInSpeaker, .everybody),
    Row(
      .pulseAudio, "headphones", board(plugged, [LabMachine.onHeadphones], ours: 0), id: "headphones:PCH",
      port: .headphones, .wearerOnly),
    Row(
      .pulseAudio, "headset", board([("Headphone Jack", true), ("Headset Mic Jack", true)], [LabMachine.onHeadphones]),
      id: "headphones:PCH", port: .headset, .wearerOnly),
    Row(
      .pulseAudio, "speaker by hand", board(plugged, [LabMachine.onSpeakerByHand], ours: 0), id: "speaker:PCH",
      port: .builtInSpeaker, .everybody),
    Row(
      .pulseAudio, "the jack is ahead of the port, out", board(unplugged, [LabMachine.onHeadphones], ours: 0),
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .pulseAudio, "the jack is ahead of the port, in", board(plugged, [LabMachine.onSpeaker], ours: 0),
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .pulseAudio, "the port is ahead of the jack, out", board(plugged, [LabMachine.onSpeaker], ours: 0),
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .pulseAudio, "our stream is on another sink than the default one",
      board(plugged, [LabMachine.onHeadphones, LabMachine.usbSink()], ours: 1, others: [LabMachine.usb]),
      id: "usb:S123", port: .usbAudio, .unknown),
    Row(
      .pulseAudio, "no stream: the default sink",
      board(plugged, [LabMachine.usbSink(), LabMachine.onHeadphones], others: [LabMachine.usb]), id: "usb:S123",
      port: .usbAudio, .unknown),
    Row(
      .pulseAudio, "a phantom jack, and the server senses nothing",
      board(
        [("Headphone Phantom Jack", true)],
        [LabMachine.hdaSink([("h", .headphones, .unknown), ("s", .builtInSpeaker, .unknown)])]), id: "headphones:PCH",
      port: .headphones, .unknown),
    Row(
      .pulseAudio, "one port for everything", board(plugged, [LabMachine.hdaSink([("analog-output", nil, .unknown)])]),
      id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .pulseAudio, "line out", board([("Line Out Jack", true)], [LabMachine.hdaSink([("l", .lineOut, .yes)])]),
      id: "lineOut:PCH", port: .lineOut, .everybody),
    Row(
      .pulseAudio, "line out, pulled",
      board([("Line Out Jack", false), ("Headphone Jack", false)], [LabMachine.hdaSink([("l", .lineOut, .yes)])]),
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
  ]

  static let pipeWire = [
    Row(
      .pipeWire, "about to switch", board(plugged, [LabMachine.aboutToSwitch], ours: 0), id: "speaker:PCH",
      port: .builtInSpeaker, .everybody),
    Row(
      .pipeWire, "the server alone knows that the plug is out", board(plugged, [LabMachine.aboutToLeave], ours: 0),
      id: "speaker:PCH", port: .builtInSpeaker, .everybody),
    Row(
      .pipeWire, "the stream has no sink", board(plugged, [LabMachine.onHeadphones], ours: .some(nil)),
      id: "headphones:PCH", port: .headphones, .wearerOnly),
    Row(
      .pipeWire, "just started", board(plugged, [LabMachine.stopgap], ours: 34), id: "none", port: .none, .unknown),
  ]

  static let blueZ = [
    Row(
      .blueZ, "a headset",
      board(plugged, [LabMachine.bluetoothSink(), LabMachine.onHeadphones], bluetooth: [LabMachine.buds]),
      id: "bluetooth:00:AA:01:01:00:01", port: .bluetoothA2DP, .wearerOnly),
    Row(
      .blueZ, "BlueZ says nothing", board(unplugged, [LabMachine.bluetoothSink()]), id: "bluetooth:00:AA:01:01:00:01",
      port: .bluetoothA2DP, .wearerOnly),
    Row(
      .blueZ, "its transport has gone, the sink is listed",
      board(
        unplugged, [LabMachine.bluetoothSink(), LabMachine.onSpeaker], ours: 58,
        bluetooth: [BluetoothFacts(address: LabMachine.address, name: "Buds", isReachable: false)]), id: "speaker:PCH",
      port: .builtInSpeaker, .everybody),
    Row(
      .blueZ, "hands-free",
      board(unplugged, [LabMachine.bluetoothSink(port: .bluetoothHFP)], bluetooth: [LabMachine.buds]),
      id: "bluetooth:00:AA:01:01:00:01", port: .bluetoothHFP, .wearerOnly),
    Row(
      .blueZ, "LE audio",
      board(
        unplugged, [LabMachine.bluetoothSink()],
        bluetooth: [BluetoothFacts(address: LabMachine.address, name: "Buds", port: .bluetoothLE)]),
      id: "bluetooth:00:AA:01:01:00:01", port: .bluetoothLE, .wearerOnly),
    Row(
      .blueZ, "a loudspeaker", board(unplugged, [LabMachine.bluetoothSink(formFactor: "speaker")]),
      id: "bluetooth:00:AA:01:01:00:01", port: .bluetoothA2DP, .everybody),
    Row(
      .blueZ, "without a server", Facts(bluetooth: [LabMachine.buds]), device: .bluetooth(address: LabMachine.address),
      id: "bluetooth:00:AA:01:01:00:01", port: .bluetoothA2DP, .wearerOnly),
  ]

  static let usb = [
    Row(
      .usb, "itself", Facts(cards: [LabMachine.usb]), device: .card(CardIndex(1)), id: "usb:S123", port: .usbAudio,
      .unknown),
    Row(
      .usb, "behind a server", board(plugged, [LabMachine.usbSink()], others: [LabMachine.usb]), id: "usb:S123",
      port: .usbAudio, .unknown),
    Row(
      .usb, "a headset by its microphone", board(plugged, [LabMachine.usbSink()], others: [LabMachine.usbHeadset]),
      id: "usb:S123", port: .usbHeadset, .wearerOnly),
    Row(
      .usb, "a headset by its shape",
      board(plugged, [LabMachine.usbSink(formFactor: "headset")], others: [LabMachine.usb]),
      id: "usb:S123", port: .usbHeadset, .wearerOnly),
    Row(
      .usb, "a loudspeaker with a microphone",
      board(plugged, [LabMachine.usbSink(formFactor: "speaker")], others: [LabMachine.usbHeadset]), id: "usb:S123",
      port: .usbAudio, .everybody),
    Row(
      .usb, "a dock with a jack of its own",
      board(
        unplugged, [LabMachine.usbSink(port: .headphones)],
        others: [
          CardFacts(
            index: CardIndex(1), stableID: "Dock", name: "Dock", bus: .usb,
            jacks: [JackFacts(name: "Headphone Jack", plugged: true)])
        ]), id: "headphones:Dock", port: .headphones, .wearerOnly),
  ]

  private static let display = CardFacts(
    index: CardIndex(0), stableID: "HDMI", name: "Graphics",
    jacks: [
      JackFacts(name: "HDMI/DP,pcm=3 Jack", plugged: true), JackFacts(name: "HDMI/DP,pcm=7 Jack", plugged: false),
    ])

  static let elsewhere = [
    Row(
      .made, "a display",
      Facts(cards: [display], server: LabMachine.server([LabMachine.hdaSink([("hdmi-output-0", .hdmi, .yes)])])),
      id: "hdmi:HDMI", port: .hdmi, .everybody),
    Row(
      .made, "a display of the card on the board, switched off",
      board(unplugged, [LabMachine.hdaSink([("hdmi-output-0", .hdmi, .no)])]), id: "speaker:PCH", port: .builtInSpeaker,
      .everybody),
    Row(
      .made, "another machine", board(plugged, [LabMachine.networkSink]), id: "network:tunnel.kitchen", port: .network,
      .everybody),
    Row(
      .made, "a sink that sounds nowhere", board(unplugged, [LabMachine.nullSink]), id: "virtual:null", port: .virtual,
      .unknown),
    Row(
      .made, "a filter before headphones, perhaps (R34)", board(plugged, [LabMachine.nullSink]), id: "headphones:PCH",
      port: .headphones, .unknown),
    Row(.made, "a server without sinks", Facts(server: ServerFacts(name: "x")), id: "none", port: .none, .unknown),
  ]

  /// No card can be read.
  static let containers = [
    Row(
      .pulseAudio, "in a container, speaker", Facts(server: LabMachine.server([LabMachine.onSpeaker])),
      id: "speaker:alsa_output.pci-0000_00_02.0.analog-stereo", port: .builtInSpeaker, .everybody),
    Row(
      .pulseAudio, "in a container, headphones", Facts(server: LabMachine.server([LabMachine.onHeadphones])),
      id: "headphones:alsa_output.pci-0000_00_02.0.analog-stereo", port: .headphones, .wearerOnly),
    Row(
      .pipeWire, "in a container, headphones going", Facts(server: LabMachine.server([LabMachine.aboutToLeave])),
      id: "speaker:alsa_output.pci-0000_00_02.0.analog-stereo", port: .builtInSpeaker, .everybody),
    Row(
      .usb, "in a container", Facts(server: LabMachine.server([LabMachine.usbSink()])),
      id: "usb:alsa_output.usb-QEMU_QEMU_USB_Audio_1-0000_00_03.0-1-00.analog-stereo", port: .usbAudio, .unknown),
    Row(
      .usb, "in a container, a headset", Facts(server: LabMachine.server([LabMachine.usbSink(formFactor: "headset")])),
      id: "usb:alsa_output.usb-QEMU_QEMU_USB_Audio_1-0000_00_03.0-1-00.analog-stereo", port: .usbHeadset, .wearerOnly),
  ]
}
