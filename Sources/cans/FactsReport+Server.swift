import PlayerCore

extension FactsReport {
  static func text(_ server: ServerFacts) -> String {
    let sinks = server.sinks.map { sink in
      let port = sink.activePort.map { ", \($0)" } ?? ""
      return "\(sink.index)\(sink.name == server.defaultSink ? "*" : "") \(sink.name) (\(text(sink.device))\(port))"
    }
    let streams = server.streams.map { stream in
      let owner = stream.isOurs ? "ours" : stream.application
      let role = stream.role.map { ", \($0)" } ?? ""
      return "stream \(stream.index) (\(owner)\(role)) to \(stream.sink.map { "\($0)" } ?? "nothing")"
        + (stream.isCorked ? ", corked" : "")
    }
    let sources = server.sources.map { "source \($0.name) (\(text($0.device)))" }
    return ([server.name] + sinks + sources + streams).joined(separator: "; ")
  }

  static func json(_ server: ServerFacts) -> JSONText {
    .object([
      ("name", .string(server.name)), ("defaultSink", string(server.defaultSink)),
      ("sinks", .array(server.sinks.map(json))),
      (
        "sources",
        .array(
          server.sources.map {
            .object([("name", .string($0.name)), ("title", .string($0.title)), ("device", json($0.device))])
          })
      ),
      ("streams", .array(server.streams.map(json))),
    ])
  }

  private static func text(_ device: SinkFacts.Device) -> String {
    switch device {
    case .card(let index): "card \(index.number)"
    case .bluetooth(let address): "Bluetooth \(address)"
    case .network: "network"
    case .virtual: "virtual"
    }
  }

  private static func json(_ device: SinkFacts.Device) -> JSONText {
    switch device {
    case .card(let index): .object([("card", .number(Int64(index.number)))])
    case .bluetooth(let address): .object([("bluetooth", .string(address))])
    case .network: .string("network")
    case .virtual: .string("virtual")
    }
  }

  private static func json(_ sink: SinkFacts) -> JSONText {
    .object([
      ("index", .number(Int64(sink.index))), ("name", .string(sink.name)), ("title", .string(sink.title)),
      ("device", json(sink.device)), ("formFactor", string(sink.formFactor)), ("activePort", string(sink.activePort)),
      (
        "ports",
        .array(
          sink.ports.map { port in
            .object([
              ("name", .string(port.name)), ("port", string(port.port?.rawValue)),
              ("availability", .string(port.availability.rawValue)),
            ])
          })
      ),
    ])
  }

  private static func json(_ stream: StreamFacts) -> JSONText {
    .object([
      ("index", .number(Int64(stream.index))), ("isOurs", .boolean(stream.isOurs)),
      ("sink", stream.sink.map { .number(Int64($0)) } ?? .null), ("isCorked", .boolean(stream.isCorked)),
      ("role", string(stream.role)), ("application", .string(stream.application)),
    ])
  }

  private static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
}
