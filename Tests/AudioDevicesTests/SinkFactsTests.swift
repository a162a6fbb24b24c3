import PlayerCore
import Testing

@testable import AudioDevices

/// What is made of the words that PulseAudio and PipeWire have for sinks and ports; the words are theirs, recorded.
struct SinkFactsTests {
  struct Behind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var properties: [String: String]
    var isNetwork = false
    var device: SinkFacts.Device
  }

  static let behind = [
    Behind(
      testDescription: "PulseAudio's card",
      properties: ["device.api": "alsa", "device.string": "front:1", "alsa.card": "1"], device: .card(CardIndex(1))),
    Behind(
      testDescription: "PipeWire's card",
      properties: ["device.api": "alsa", "device.string": "0", "alsa.card": "0", "api.alsa.pcm.card": "0"],
      device: .card(CardIndex(0))),
    Behind(
      testDescription: "PipeWire's card without alsa.card", properties: ["api.alsa.pcm.card": "2"],
      device: .card(CardIndex(2))),
    Behind(
      testDescription: "PulseAudio's headset",
      properties: ["device.api": "bluez", "device.string": "00:1B:66:AA:BB:01"],
      device: .bluetooth(address: "00:1B:66:AA:BB:01")),
    Behind(
      testDescription: "PipeWire's headset",
      properties: ["device.api": "bluez5", "api.bluez5.address": "00:1B:66:AA:BB:01"],
      device: .bluetooth(address: "00:1B:66:AA:BB:01")),
    Behind(testDescription: "a tunnel", properties: ["device.class": "sound"], isNetwork: true, device: .network),
    Behind(testDescription: "a null sink", properties: ["device.class": "abstract"], device: .virtual),
    Behind(testDescription: "a card of a strange number", properties: ["alsa.card": "x"], device: .virtual),
  ]

  @Test(arguments: behind) func `what is behind a sink is read from its properties`(row: Behind) {
    #expect(SinkFacts.Device(isNetwork: row.isNetwork) { row.properties[$0] } == row.device)
  }

  struct Name: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(name), \(type)" }
    var name: String
    var type: UInt32
    var port: Port?
  }

  static let names = [
    Name(name: "analog-output-speaker", type: 2, port: .builtInSpeaker),
    Name(name: "analog-output-headphones", type: 3, port: .headphones),
    Name(name: "analog-output-lineout", type: 4, port: .lineOut),
    Name(name: "analog-output", type: 22, port: nil),
    Name(name: "hdmi-output-0", type: 10, port: .hdmi),
    Name(name: "iec958-stereo-output", type: 9, port: .lineOut),
    Name(name: "[Out] Headphones", type: 0, port: .headphones),
    Name(name: "[Out] Headset", type: 0, port: .headset),
    Name(name: "[Out] Speaker", type: 0, port: .builtInSpeaker),
    Name(name: "HDMI", type: 0, port: .hdmi),
    Name(name: "analog-output-headphones-2", type: 0, port: .headphones),
    Name(name: "something", type: 99, port: nil),
  ]

  @Test(arguments: names) func `a port is known by its type, or else by its name`(row: Name) {
    #expect(Port(serverPort: row.name, type: row.type, of: .card(CardIndex(0))) { _ in nil } == row.port)
  }

  @Test(arguments: [
    ("a2dp_sink", Port.bluetoothA2DP), ("a2dp-sink", .bluetoothA2DP), ("headset_head_unit", .bluetoothHFP),
    ("headset-head-unit", .bluetoothHFP), ("handsfree_head_unit", .bluetoothHFP), ("bap-sink", .bluetoothLE),
    ("", .bluetoothA2DP),
  ])
  func `a Bluetooth device's port is the way that sound gets there`(profile: String, port: Port) {
    for name in ["bluetooth.protocol", "api.bluez5.profile"] {
      let found = Port(serverPort: "headset-output", type: 6, of: .bluetooth(address: "00:1B:66:AA:BB:01")) {
        $0 == name ? profile : nil
      }
      #expect(found == port)
    }
  }
}
