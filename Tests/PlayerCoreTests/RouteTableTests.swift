import PlayerCore
import Testing

/// What facts of all sources add up to, at one moment.
@Suite struct RouteTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// Whose facts these are.
    enum Origin: String, Sendable {
      case card = "card in the lab"
      case switches = "input device"
      case pulseAudio = "PulseAudio in the lab"
      case pipeWire = "PipeWire in the lab"
      case blueZ = "BlueZ mock"
      case usb = "USB card in the lab"
      case made = "made up"
    }

    var origin: Origin
    var what: String
    var facts: Facts
    var device = OutputFacts.unnamed
    var id: String
    var port: Port
    var privacy: Privacy

    init(
      _ origin: Origin, _ what: String, _ facts: Facts, device: OutputFacts = .unnamed, id: String, port: Port,
      _ privacy: Privacy
    ) {
      (self.origin, self.what, self.facts, self.device) = (origin, what, facts, device)
      (self.id, self.port, self.privacy) = (id, port, privacy)
    }

    var testDescription: String { "\(origin.rawValue): \(what)" }
  }

  @Test(
    arguments: [
      Self.hardware, Self.switches, Self.pulseAudio, Self.pipeWire, Self.blueZ, Self.usb, Self.elsewhere,
      Self.containers,
    ].flatMap { $0 })
  func `facts of all sources add up to a route`(row: Row) {
    let route = Route.resolve(row.facts, device: row.device)
    #expect(route.id.text == row.id)
    #expect(route.port == row.port)
    #expect(route.privacy == row.privacy)
    let available = Route.available(in: row.facts, device: row.device)
    #expect(route == .nowhere || available.contains(route.id))
    #expect(route == .nowhere || route.id.isPossible)
  }

  @Test func `R19: the same wired route has the same id however the sound gets there`() {
    let card = LabMachine.hda([("Headphone Jack", true)])
    let byCard = Facts(cards: [card])
    let byServer = Facts(cards: [card], server: LabMachine.server([LabMachine.onHeadphones]))
    let ids = [
      Route.resolve(byCard, device: .card(CardIndex(0))), Route.resolve(byCard, device: .unnamed),
      Route.resolve(byServer, device: .unnamed),
    ].map(\.id)
    #expect(Set(ids) == [RouteID("headphones:PCH")])
  }

  @Test func `a port that is plugged and not used is there, one that any source says is empty is not`() {
    func available(jack: Bool, _ sink: SinkFacts, _ plug: Bool = true) -> Set<String> {
      let facts = Facts(
        cards: [LabMachine.hda([("Headphone Jack", jack)])], server: LabMachine.server([sink]),
        switches: [LabMachine.headphoneSwitch(plug)])
      return Set(Route.available(in: facts, device: .unnamed).map(\.text))
    }
    #expect(available(jack: true, LabMachine.onSpeakerByHand) == ["headphones:PCH", "speaker:PCH"])
    #expect(available(jack: true, LabMachine.onHeadphones) == ["headphones:PCH", "speaker:PCH"])
    #expect(available(jack: false, LabMachine.onHeadphones) == ["speaker:PCH"])
    #expect(available(jack: true, LabMachine.onHeadphones, false) == ["speaker:PCH"])
    #expect(available(jack: true, LabMachine.onSpeaker) == ["speaker:PCH"])
  }

  @Test func `what the server does not list it cannot play to`() {
    let facts = Facts(
      cards: [LabMachine.hda(), LabMachine.usb], bluetooth: [LabMachine.buds],
      server: LabMachine.server([LabMachine.onSpeaker]))
    #expect(Route.available(in: facts, device: .unnamed) == [RouteID("speaker:PCH")])
    #expect(Route.available(in: facts, device: .card(CardIndex(0))).count == 3)
  }
}
