import PlayerCore

/// How `cans monitor --raw` prints facts: a line for each source whose facts have changed.
enum FactsReport {
  /// What one source says, in both forms.
  struct Line: Equatable {
    /// Its name: cards, server, bluetooth …
    let source: String
    let text: String
    let json: String

    init(_ source: String, _ text: String, _ json: JSONText) {
      self.source = source
      self.text = text
      self.json = json.text
    }

    /// For people. Names of devices may be in it.
    var textLine: String { "\(source): \(text)".printable }

    /// A line of JSON. The time is in milliseconds of CLOCK_MONOTONIC.
    func jsonLine(at now: MonotonicTime) -> String {
      let start = JSONText.object([
        ("event", .string("facts")), ("time", .number(now.nanoseconds / 1_000_000)), ("source", .string(source)),
      ]).text
      return "\(start.dropLast()),\"facts\":\(json)}"
    }
  }

  /// What every source says; `device`: where the device goes, if no monitor knows it.
  static func lines(_ facts: Facts, device: OutputFacts?) -> [Line] {
    let output = facts.output ?? device
    return [
      Line("output", output.map(text) ?? "not known", output.map(json) ?? .null),
      Line("cards", list(facts.cards.map(text)), .array(facts.cards.map(json))),
      Line("server", facts.server.map(text) ?? "none", facts.server.map(json) ?? .null),
      Line("bluetooth", list(facts.bluetooth.map(text)), .array(facts.bluetooth.map(json))),
      Line("switches", list(facts.switches.map(text)), .array(facts.switches.map(json))),
      Line(
        "players", facts.players.map { list($0.map(text)) } ?? "not known",
        facts.players.map { .array($0.map(json)) } ?? .null),
    ]
  }

  private static func list(_ texts: [String]) -> String { texts.isEmpty ? "none" : texts.joined(separator: "; ") }

  private static func text(_ output: OutputFacts) -> String {
    switch output {
    case .card(let index): "card \(index.number)"
    case .bluetooth(let address): "Bluetooth \(address)"
    case .unnamed: "no card that can be named"
    case .none: "no device"
    }
  }

  private static func json(_ output: OutputFacts) -> JSONText {
    switch output {
    case .card(let index): .object([("card", .number(Int64(index.number)))])
    case .bluetooth(let address): .object([("bluetooth", .string(address))])
    case .unnamed: .string("unnamed")
    case .none: .string("none")
    }
  }

  private static func text(_ card: CardFacts) -> String {
    let jacks = card.jacks.map { "\($0.name) \($0.plugged.map { $0 ? "in" : "out" } ?? "not sensed")" }
    let remarks = (card.hasCapture ? ["records"] : []) + (card.speakerStaysOn ? ["the speaker stays on"] : [])
    return "\(card.index.number) \(card.name) (\(card.bus), \(card.stableID)): "
      + (jacks + remarks).joined(separator: ", ")
  }

  private static func json(_ card: CardFacts) -> JSONText {
    .object([
      ("index", .number(Int64(card.index.number))), ("stableID", .string(card.stableID)), ("name", .string(card.name)),
      ("bus", .string("\(card.bus)")), ("hasCapture", .boolean(card.hasCapture)),
      ("speakerStaysOn", .boolean(card.speakerStaysOn)),
      (
        "jacks",
        .array(
          card.jacks.map { jack in
            .object([
              ("name", .string(jack.name)), ("index", .number(Int64(jack.index))),
              ("plugged", jack.plugged.map { .boolean($0) } ?? .null),
            ])
          })
      ),
    ])
  }

  private static func text(_ device: BluetoothFacts) -> String {
    let state = device.isReachable ? "reachable" : device.loss.map { "lost, \($0.rawValue)" } ?? "lost"
    return "\(device.name) (\(device.address), \(device.port.rawValue)) \(state)"
      + (device.battery.map { ", battery \($0) %" } ?? "")
  }

  private static func json(_ device: BluetoothFacts) -> JSONText {
    .object([
      ("address", .string(device.address)), ("name", .string(device.name)), ("port", .string(device.port.rawValue)),
      ("isReachable", .boolean(device.isReachable)),
      ("battery", device.battery.map { .number(Int64($0)) } ?? .null),
      ("loss", device.loss.map { .string($0.rawValue) } ?? .null),
    ])
  }

  private static func text(_ one: SwitchFacts) -> String {
    "\(one.device) \(one.kind.rawValue) \(one.isOn ? "on" : "off")" + (one.card.map { " (card \($0.number))" } ?? "")
  }

  private static func json(_ one: SwitchFacts) -> JSONText {
    .object([
      ("device", .string(one.device)), ("card", one.card.map { .number(Int64($0.number)) } ?? .null),
      ("kind", .string(one.kind.rawValue)), ("isOn", .boolean(one.isOn)),
    ])
  }

  private static func text(_ player: OtherPlayerFacts) -> String {
    "\(player.name) \(player.isPlaying ? "plays" : "does not play")"
  }

  private static func json(_ player: OtherPlayerFacts) -> JSONText {
    .object([("name", .string(player.name)), ("isPlaying", .boolean(player.isPlaying))])
  }
}
