import Foundation
import PlayerCore

/// What `cans monitor --raw --json` has written beside a player: the facts of every source, as they came. The player's
/// own stream is the one whose application is cans.
struct MonitorRecording: Sendable {
  /// What each source has said first.
  private(set) var start = Facts()
  /// All facts after each news of one source, since the recording's start.
  private(set) var moments: [(time: Duration, facts: Facts)] = []
  /// When the player began to play there.
  private(set) var playsAt = Duration.zero

  /// The recording `name` of the folder `Fixtures`.
  init(_ name: String) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/\(name).jsonl")
    // A recording that is missing or damaged is a fault of this test target.
    let text = try! String(contentsOf: file, encoding: .utf8)
    var (facts, zero, begun) = (Facts(), Int?.none, Set<String>())
    for line in text.split(separator: "\n").map({ Data($0.utf8) }) {
      let head = try! JSONDecoder().decode(Head.self, from: line)
      guard let milliseconds = head.time else { continue }
      zero = zero ?? milliseconds
      let time = Duration.milliseconds(milliseconds - zero!)
      guard let source = head.source else { continue }
      let others = source == "players" ? try? JSONDecoder().decode(Line<[Other]>.self, from: line).facts : nil
      if playsAt == .zero, others?.contains(where: \.isPlaying) == true { playsAt = time }
      Self.take(line, of: source, into: &facts)
      if begun.insert(source).inserted { start = facts } else { moments.append((time, facts)) }
    }
  }

  private static func take(_ line: Data, of source: String, into facts: inout Facts) {
    func news<News: Decodable>(_: News.Type) -> News? { try? JSONDecoder().decode(Line<News>.self, from: line).facts }
    switch source {
    case "cards": facts.cards = (news([Card].self) ?? []).map(\.facts)
    case "bluetooth": facts.bluetooth = (news([Device].self) ?? []).map(\.facts)
    case "server": facts.server = news(Server.self)?.facts
    default: break
    }
  }

  private struct Head: Decodable {
    var time: Int?
    var source: String?
  }

  private struct Line<News: Decodable>: Decodable { var facts: News }

  private struct Other: Decodable { var isPlaying: Bool }

  private struct Card: Decodable {
    struct Jack: Decodable {
      var name: String
      var index: Int
      var plugged: Bool?
    }
    var index: Int
    var stableID: String, name: String, bus: String
    var hasCapture: Bool, speakerStaysOn: Bool
    var jacks: [Jack]

    var facts: CardFacts {
      CardFacts(
        index: CardIndex(index), stableID: stableID, name: name, bus: bus == "usb" ? .usb : .builtIn,
        jacks: jacks.map { JackFacts(name: $0.name, index: $0.index, plugged: $0.plugged) }, hasCapture: hasCapture,
        speakerStaysOn: speakerStaysOn)
    }
  }

  private struct Device: Decodable {
    var address: String, name: String, port: String
    var isReachable: Bool

    var facts: BluetoothFacts {
      BluetoothFacts(address: address, name: name, port: Port(rawValue: port)!, isReachable: isReachable)
    }
  }

  private struct Server: Decodable {
    struct Way: Decodable {
      var name: String
      var port: String?
      var availability: String
    }
    struct Behind: Decodable {
      var card: Int?
      var bluetooth: String?
    }
    struct Sink: Decodable {
      var index: UInt32
      var name: String
      var device: Behind
      var formFactor: String?, activePort: String?
      var ports: [Way]
    }
    struct Stream: Decodable {
      var index: UInt32
      var sink: UInt32?
      var isCorked: Bool
      var application: String
    }
    var name: String
    var defaultSink: String?
    var sinks: [Sink]
    var streams: [Stream]

    var facts: ServerFacts {
      ServerFacts(
        name: name, defaultSink: defaultSink,
        sinks: sinks.map { sink in
          let card = sink.device.card.map { SinkFacts.Device.card(CardIndex($0)) }
          return SinkFacts(
            index: sink.index, name: sink.name,
            device: card ?? sink.device.bluetooth.map { .bluetooth(address: $0) } ?? .virtual,
            formFactor: sink.formFactor,
            ports: sink.ports.map { way in
              ServerPort(
                name: way.name, port: way.port.flatMap(Port.init(rawValue:)),
                availability: ServerPort.Availability(rawValue: way.availability)!)
            }, activePort: sink.activePort)
        },
        streams: streams.map {
          StreamFacts(
            index: $0.index, isOurs: $0.application == "cans", sink: $0.sink, isCorked: $0.isCorked,
            application: $0.application)
        })
    }
  }
}
