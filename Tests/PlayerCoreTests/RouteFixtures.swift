import PlayerCore

/// The sound lab's machine as cards and servers describe it (the recorded traces have the originals).
enum LabMachine {
  static func hda(
    _ jacks: [(String, Bool?)] = [("Headphone Jack", false), ("Headset Mic Jack", false), ("Line Out Jack", false)],
    speakerStaysOn: Bool = false
  ) -> CardFacts {
    CardFacts(
      index: CardIndex(0), stableID: "PCH", name: "HDA Intel",
      jacks: jacks.map { JackFacts(name: $0.0, plugged: $0.1) },
      hasCapture: true, speakerStaysOn: speakerStaysOn)
  }

  static let usb = CardFacts(index: CardIndex(1), stableID: "S123", name: "QEMU USB Audio", bus: .usb)
  static let usbHeadset = CardFacts(
    index: CardIndex(1), stableID: "S123", name: "QEMU USB Audio", bus: .usb, hasCapture: true)
  static let address = "00:AA:01:01:00:01"
  static let buds = BluetoothFacts(address: address, name: "Buds")

  static func headphoneSwitch(_ isOn: Bool, card: Int? = 0) -> SwitchFacts {
    SwitchFacts(device: "HDA Intel Headphone", card: card.map { CardIndex($0) }, kind: .headphones, isOn: isOn)
  }

  /// The card's sink with these ports, of which the first is active.
  static func hdaSink(_ ports: [(String, Port?, ServerPort.Availability)], index: UInt32 = 0) -> SinkFacts {
    SinkFacts(
      index: index, name: "alsa_output.pci-0000_00_02.0.analog-stereo", title: "Built-in Audio Analog Stereo",
      device: .card(CardIndex(0)), formFactor: "internal",
      ports: ports.map { ServerPort(name: $0.0, port: $0.1, availability: $0.2) }, activePort: ports.first?.0)
  }

  private static func port(_ port: Port, _ is: ServerPort.Availability) -> (String, Port?, ServerPort.Availability) {
    ("analog-output-\(port.rawValue)", port, `is`)
  }

  /// Nothing is plugged.
  static let onSpeaker = hdaSink([port(.builtInSpeaker, .unknown), port(.headphones, .no), port(.lineOut, .no)])
  /// Headphones are plugged into a card with a headset jack: they are "unknown", and the speaker is not there.
  static let onHeadphones = hdaSink([port(.headphones, .unknown), port(.builtInSpeaker, .no), port(.lineOut, .no)])
  /// Headphones are plugged, and somebody chose the speaker by hand.
  static let onSpeakerByHand = hdaSink([port(.builtInSpeaker, .no), port(.headphones, .unknown), port(.lineOut, .no)])
  /// PipeWire for some hundredths of a second: it knows of the plug, the port is still the old one.
  static let aboutToSwitch = hdaSink([port(.builtInSpeaker, .unknown), port(.headphones, .unknown)])
  /// The jack is empty, the port is still the old one.
  static let aboutToLeave = hdaSink([port(.headphones, .no), port(.builtInSpeaker, .unknown)])

  static func usbSink(formFactor: String? = nil, port: Port? = nil, index: UInt32 = 1) -> SinkFacts {
    SinkFacts(
      index: index, name: "alsa_output.usb-QEMU_QEMU_USB_Audio_1-0000_00_03.0-1-00.analog-stereo",
      title: "QEMU USB Audio Analog Stereo", device: .card(CardIndex(1)), formFactor: formFactor,
      ports: [ServerPort(name: "analog-output", port: port, availability: .unknown)], activePort: "analog-output")
  }

  static func bluetoothSink(formFactor: String? = "unknown", port: Port? = nil, index: UInt32 = 58) -> SinkFacts {
    SinkFacts(
      index: index, name: "bluez_output.00_AA_01_01_00_01.1", title: "Buds", device: .bluetooth(address: address),
      formFactor: formFactor, ports: [ServerPort(name: "bluetooth-output", port: port, availability: .yes)],
      activePort: "bluetooth-output")
  }

  static let networkSink = SinkFacts(index: 7, name: "tunnel.kitchen", title: "Kitchen", device: .network)
  static let nullSink = SinkFacts(index: 8, name: "null", title: "Null Output", device: .virtual)
  static let stopgap = SinkFacts(index: 34, name: "auto_null", title: "Dummy Output", device: .virtual)

  /// A server with these sinks, of which the first is the default one.
  static func server(_ sinks: [SinkFacts], ours: UInt32?? = nil, defaultSink: String? = nil) -> ServerFacts {
    ServerFacts(
      name: "pulseaudio", defaultSink: defaultSink ?? sinks.first?.name, sinks: sinks.sorted { $0.index < $1.index },
      streams: ours.map { [StreamFacts(index: 3, isOurs: true, sink: $0)] } ?? [])
  }
}
