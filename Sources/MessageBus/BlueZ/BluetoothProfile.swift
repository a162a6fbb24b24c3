internal import PlayerCore

/// What a device, or the end of a transport, is there for, by its service class (Bluetooth Assigned Numbers).
enum BluetoothProfile: UInt16 {
  case headset = 0x1108
  case audioSource = 0x110A
  case audioSink = 0x110B
  case headsetGateway = 0x1112
  case handsFree = 0x111E
  case handsFreeGateway = 0x111F
  /// Audio Stream Control Service: the end of a LE audio stream.
  case streamControl = 0x184E
  case publishedCapabilities = 0x1850
  case sinkCapability = 0x2BC9
  case sourceCapability = 0x2BCB

  private static let base = "-0000-1000-8000-00805f9b34fb"

  /// The profile of this UUID; nil for all that have nothing to do with sound.
  init?(uuid: String) {
    let text = uuid.lowercased()
    guard text.hasPrefix("0000"), text.hasSuffix(Self.base), text.utf8.count == 8 + Self.base.utf8.count,
      let number = UInt16(text.dropFirst(4).prefix(4), radix: 16)
    else { return nil }
    self.init(rawValue: number)
  }

  /// Whether a device with it takes sound from this computer.
  var hears: Bool {
    switch self {
    case .headset, .audioSink, .handsFree, .streamControl, .publishedCapabilities, .sinkCapability: true
    case .audioSource, .headsetGateway, .handsFreeGateway, .sourceCapability: false
    }
  }

  /// How sound goes over a transport with it, whichever end it names: BlueZ 5.66 names its own.
  var port: Port {
    switch self {
    case .audioSource, .audioSink: .bluetoothA2DP
    case .headset, .headsetGateway, .handsFree, .handsFreeGateway: .bluetoothHFP
    case .streamControl, .publishedCapabilities, .sinkCapability, .sourceCapability: .bluetoothLE
    }
  }

  /// How sound would go to a device with `profiles`, before it does.
  static func port(of profiles: Set<BluetoothProfile>) -> Port {
    if profiles.isEmpty || profiles.contains(.audioSink) { return .bluetoothA2DP }
    return profiles.contains { $0.hears && $0.port == .bluetoothLE } ? .bluetoothLE : .bluetoothHFP
  }
}
