internal import CPulse
internal import Glibc
internal import PlayerCore

extension SinkFacts {
  /// A sink as libpulse describes it.
  init(_ info: pa_sink_info, _ pulse: cans_pulse) {
    let properties = PulseProperties(pulse: pulse, list: info.proplist)
    let device = Device(isNetwork: info.flags.rawValue & PA_SINK_NETWORK.rawValue != 0) { properties[$0] }
    let ports = UnsafeBufferPointer(start: info.ports, count: Int(info.n_ports)).compactMap { $0?.pointee }
    self.init(
      index: info.index, name: String(cString: info.name),
      title: info.description.map { String(cString: $0) } ?? "", device: device,
      formFactor: properties["device.form_factor"],
      ports: ports.map { port in
        let name = String(cString: port.name)
        let kind = Port(serverPort: name, type: port.type, of: device) { properties[$0] }
        return ServerPort(name: name, port: kind, availability: .init(port.available))
      },
      activePort: info.active_port.map { String(cString: $0.pointee.name) })
  }
}

extension SourceFacts {
  /// A source as libpulse describes it.
  init(_ info: pa_source_info, _ pulse: cans_pulse) {
    let properties = PulseProperties(pulse: pulse, list: info.proplist)
    self.init(
      name: String(cString: info.name), title: info.description.map { String(cString: $0) } ?? "",
      device: SinkFacts.Device(isNetwork: info.flags.rawValue & PA_SOURCE_NETWORK.rawValue != 0) { properties[$0] })
  }
}

extension SinkFacts.Device {
  /// What is behind a sink or a source with these properties.
  init(isNetwork: Bool, property: (String) -> String?) {
    let api = property("device.api") ?? ""
    if let address = property("api.bluez5.address") ?? (api.hasPrefix("bluez") ? property("device.string") : nil) {
      self = .bluetooth(address: address)
    } else if let number = (property("alsa.card") ?? property("api.alsa.pcm.card")).flatMap({ Int($0) }) {
      self = .card(CardIndex(number))
    } else {
      self = isNetwork ? .network : .virtual
    }
  }
}

extension ServerPort.Availability {
  fileprivate init(_ available: Int32) {
    switch UInt32(bitPattern: available) {
    case PA_PORT_AVAILABLE_NO.rawValue: self = .no
    case PA_PORT_AVAILABLE_YES.rawValue: self = .yes
    default: self = .unknown
    }
  }
}

extension Port {
  /// Where the port `name` of a sink leads; nil where neither its type (pa_device_port_type) nor its name says.
  init?(serverPort name: String, type: UInt32, of device: SinkFacts.Device, property: (String) -> String?) {
    if case .bluetooth = device {
      // PulseAudio's word for how sound gets there, and PipeWire's: "a2dp_sink", "headset-head-unit", "bap-sink" …
      let profile = property("bluetooth.protocol") ?? property("api.bluez5.profile") ?? ""
      let isTelephone = ["head", "handsfree", "hfp", "hsp"].contains { profile.hasPrefix($0) }
      self = isTelephone ? .bluetoothHFP : (profile.hasPrefix("bap") ? .bluetoothLE : .bluetoothA2DP)
      return
    }
    guard let port = Self.byType[type] ?? Self.named(name) else { return nil }
    self = port
  }

  private static let byType: [UInt32: Port] = [
    PA_DEVICE_PORT_TYPE_SPEAKER.rawValue: .builtInSpeaker, PA_DEVICE_PORT_TYPE_HEADPHONES.rawValue: .headphones,
    PA_DEVICE_PORT_TYPE_HEADSET.rawValue: .headset, PA_DEVICE_PORT_TYPE_LINE.rawValue: .lineOut,
    // An amplifier at the other end of an optical cable is heard as one at a line out's.
    PA_DEVICE_PORT_TYPE_SPDIF.rawValue: .lineOut, PA_DEVICE_PORT_TYPE_HIFI.rawValue: .lineOut,
    PA_DEVICE_PORT_TYPE_HDMI.rawValue: .hdmi, PA_DEVICE_PORT_TYPE_TV.rawValue: .hdmi,
    PA_DEVICE_PORT_TYPE_USB.rawValue: .usbAudio, PA_DEVICE_PORT_TYPE_BLUETOOTH.rawValue: .bluetoothA2DP,
    PA_DEVICE_PORT_TYPE_NETWORK.rawValue: .network,
  ]

  /// By a name such as "analog-output-headphones", or UCM's "[Out] Headphones". strstr(3), as the standard library's
  /// search for a string brings its regular expressions.
  private static func named(_ name: String) -> Port? {
    let name = name.lowercased()
    let words: KeyValuePairs<String, Port> = [
      "headset": .headset, "headphone": .headphones, "speaker": .builtInSpeaker, "lineout": .lineOut,
      "line-out": .lineOut, "line out": .lineOut, "hdmi": .hdmi, "iec958": .lineOut, "spdif": .lineOut,
    ]
    return words.first { strstr(name, $0.key) != nil }?.value
  }
}
