internal import Foundation
internal import PlayerCore

/// The machine of the traces: what its lines say becomes facts.
struct TraceWorld {
  private(set) var facts: Facts
  private var server = ServerFacts(name: "")
  /// The names of other players, by their connections.
  private var players: [String: String] = [:]

  /// Before the first line nothing is plugged but the card on the board.
  init(_ lines: [TraceLine], hasHeadsetJack: Bool) {
    let jacks =
      ["Headphone Jack"] + (hasHeadsetJack ? ["Headset Mic Jack"] : []) + ["Line Out Jack", "Mic Jack"]
    let card = CardFacts(
      index: CardIndex(0), stableID: "PCH", name: "HDA Intel",
      jacks: jacks.map { JackFacts(name: $0, plugged: false) } + [
        JackFacts(name: "Speaker Phantom Jack", plugged: nil)
      ],
      hasCapture: true)
    let isOfMachine = lines.contains { $0.source == "alsa" }
    facts = Facts(cards: isOfMachine ? [card] : [])
    if lines.contains(where: { Self.player(in: $0) != nil }) { facts.players = [] }
    // All switches that move in the trace were there, and off.
    for line in lines where line.source == "alsa" {
      guard let new = TraceWorld.plugSwitch(line.text("text")) else { continue }
      if !facts.switches.contains(where: { $0.device == new.device }) {
        facts.switches.append(SwitchFacts(device: new.device, card: new.card, kind: new.kind, isOn: false))
      }
    }
  }

  mutating func take(_ line: TraceLine) {
    switch line.source {
    case "alsa": takeALSA(line.text("text"))
    case "facts": takeServer(line)
    case "bluez": takeBlueZ(line)
    case "bus": takePlayers(line)
    default: break
    }
  }

  private mutating func takeALSA(_ text: String) {
    if let match = text.firstMatch(of: #/^- \/dev\/snd\/controlC([0-9]+)/#) {
      facts.cards.removeAll { $0.index == CardIndex(Int(match.1)!) }
    } else if text == "+ /dev/snd/controlC1" {
      facts.cards.append(
        CardFacts(index: CardIndex(1), stableID: "0000:00:03.0-1", name: "QEMU USB Audio", bus: .usb))
    } else if let match = text.firstMatch(of: #/controlC0 mask 0x1 iface 0 '(.*)' = ([01])/#) {
      guard let jack = facts.cards[0].jacks.firstIndex(where: { $0.name == match.1 }) else {
        fatalError("a jack that the card does not have: \(match.1)")
      }
      facts.cards[0].jacks[jack].plugged = match.2 == "1"
    } else if let new = TraceWorld.plugSwitch(text) {
      guard let index = facts.switches.firstIndex(where: { $0.device == new.device }) else { return }
      facts.switches[index] = new
    }
  }

  /// "/dev/input/event2 SW 2 = 1", the number being that of SW_… in linux/input-event-codes.h.
  private static func plugSwitch(_ text: String) -> SwitchFacts? {
    guard let match = text.firstMatch(of: #/^\/dev\/input\/event[0-9]+ SW ([0-9]+) = ([01])/#) else { return nil }
    let kinds: [Substring: (SwitchFacts.Kind, String)] = [
      "2": (.headphones, "HDA Intel Headphone"), "4": (.microphone, "HDA Intel Headset Mic"),
      "6": (.lineOut, "HDA Intel Line Out"), "14": (.mute, "gpio-keys"),
    ]
    guard let (kind, device) = kinds[match.1] else { return nil }
    return SwitchFacts(
      device: device, card: kind == .mute ? nil : CardIndex(0), kind: kind, isOn: match.2 == "1")
  }

  private mutating func takeServer(_ line: TraceLine) {
    switch line.text("link") {
    case "lost": facts.server = nil
    case "connected": server = ServerFacts(name: "")
    default:
      if !line.text("server").isEmpty { server.name = line.text("server") }
      if !line.text("default").isEmpty { server.defaultSink = line.text("default") }
      if let sinks: [[String: Any]] = line.list("sinks") { server.sinks = sinks.map(TraceWorld.sink) }
      if let streams: [[String: Any]] = line.list("streams") {
        server.streams = streams.map { stream in
          StreamFacts(
            index: number(stream["index"]), isOurs: stream["ours"] as? Bool ?? true,
            sink: sink(of: stream["sink"] as? String ?? ""), isCorked: stream["corked"] as? Bool ?? false,
            role: stream["role"] as? String, application: stream["app"] as? String ?? "")
        }
      }
      facts.server = server
    }
  }

  /// The sink by its name, or its number if it is not in the list.
  private func sink(of text: String) -> UInt32? {
    if let sink = server.sinks.first(where: { $0.name == text }) { return sink.index }
    return UInt32(text).flatMap { $0 == .max ? nil : $0 }
  }

  private static func sink(_ object: [String: Any]) -> SinkFacts {
    let name = object["name"] as? String ?? ""
    let ports = object["ports"] as? [String: String] ?? [:]
    let device: SinkFacts.Device
    if object["bus"] as? String == "bluetooth", let match = name.firstMatch(of: #/([0-9A-F]{2}(_[0-9A-F]{2}){5})/#) {
      device = .bluetooth(address: String(match.1).replacing("_", with: ":"))
    } else if let card = (object["alsa"] as? String).flatMap({ Int($0) }) {
      device = .card(CardIndex(card))
    } else {
      device = .virtual
    }
    return SinkFacts(
      index: number(object["index"]), name: name, device: device, formFactor: object["form"] as? String,
      ports: ports.sorted { $0.key < $1.key }.map { name, availability in
        ServerPort(name: name, port: port(name), availability: ServerPort.Availability(rawValue: availability)!)
      }, activePort: object["port"] as? String)
  }

  private static func port(_ name: String) -> PlayerCore.Port? {
    switch name {
    case "analog-output-headphones": .headphones
    case "analog-output-speaker": .builtInSpeaker
    case "analog-output-lineout": .lineOut
    default: nil
    }
  }

  private mutating func takeBlueZ(_ line: TraceLine) {
    let arguments: [Any] = line.list("args") ?? []
    switch line.text("member") {
    case "InterfacesAdded":
      guard let interfaces = arguments[1] as? [String: Any], interfaces["org.bluez.MediaTransport1"] != nil else {
        break
      }
      change(arguments[0] as? String ?? "") {
        $0.isReachable = true
        $0.loss = nil
      }
    case "InterfacesRemoved":
      guard (arguments[1] as? [String])?.contains("org.bluez.MediaTransport1") == true else { break }
      change(arguments[0] as? String ?? "") { $0.isReachable = false }
    case "Disconnected":
      let losses: [String: BluetoothFacts.Loss] = [
        "org.bluez.Reason.Timeout": .timedOut, "org.bluez.Reason.Remote": .byDevice,
        "org.bluez.Reason.Local": .byComputer,
      ]
      change(line.text("path")) { $0.loss = losses[arguments[0] as? String ?? ""] }
    case "PropertiesChanged":
      let properties = arguments[1] as? [String: Any] ?? [:]
      if let level = properties["Percentage"] as? Int { change(line.text("path")) { $0.battery = level } }
      if let isConnected = properties["Connected"] as? Bool, arguments[0] as? String == "org.bluez.Device1" {
        change(line.text("path")) { if !isConnected { $0.isReachable = false } }
      }
    default: break
    }
  }

  /// The name of the player that this message says to have come or gone.
  private static func player(in line: TraceLine) -> String? {
    guard line.text("member") == "NameOwnerChanged", let name = line.message.arguments.first?.text,
      name.hasPrefix("org.mpris.MediaPlayer2.")
    else { return nil }
    return name
  }

  private mutating func takePlayers(_ line: TraceLine) {
    let arguments = line.message.arguments
    if let name = TraceWorld.player(in: line) {
      facts.players?.removeAll { $0.name == name }
      guard let owner = arguments[2].text, !owner.isEmpty else { return }
      players[owner] = name
      facts.players?.append(OtherPlayerFacts(name: name, status: .stopped))
    } else if line.text("member") == "PropertiesChanged", let name = players[line.text("sender")],
      let word = arguments[1].map?["PlaybackStatus"]?.text, let status = PlaybackStatus(rawValue: word.lowercased())
    {
      for index in facts.players?.indices ?? 0..<0 where facts.players?[index].name == name {
        facts.players?[index].status = status
      }
    }
  }

  /// Changes what is known of the device with an object at `path`, or below.
  private mutating func change(_ path: String, _ change: (inout BluetoothFacts) -> Void) {
    guard let match = path.firstMatch(of: #/dev_([0-9A-F_]{17})/#) else { return }
    let address = String(match.1).replacing("_", with: ":")
    if !facts.bluetooth.contains(where: { $0.address == address }) {
      facts.bluetooth.append(BluetoothFacts(address: address, name: "Headset", isReachable: false))
    }
    for index in facts.bluetooth.indices where facts.bluetooth[index].address == address {
      change(&facts.bluetooth[index])
    }
  }
}

private func number(_ value: Any?) -> UInt32 { UInt32(value as? Int ?? 0) }
