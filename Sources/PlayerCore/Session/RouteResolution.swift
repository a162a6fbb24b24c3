extension Route {
  /// The route that these facts add up to. Pure: several sources that see one plug-in make one route.
  ///
  /// - Parameter device: where the opened device goes; it counts where no monitor knows the output (`facts.output`).
  public static func resolve(_ facts: Facts, device: OutputFacts) -> Route {
    switch facts.output ?? device {
    case .none: .nowhere
    case .unnamed: ofAllCards(facts.cards)
    case .bluetooth(let address): facts.bluetooth.first { $0.address == address }.map(ofBluetooth) ?? .nowhere
    case .card(let index): facts.cards.first { $0.index == index }.flatMap { offered(by: $0).first } ?? .nowhere
    }
  }

  /// The routes that could be in use now, whichever is: a route that is no longer among them has vanished (R1), one that
  /// still is was left by choice (R8).
  public static func available(in facts: Facts, device: OutputFacts) -> Set<RouteID> {
    var ids = Set(facts.bluetooth.map { ofBluetooth($0).id })
    for card in facts.cards { ids.formUnion(offered(by: card).map(\.id)) }
    if (facts.output ?? device) == .unnamed { ids.formUnion([ofAllCards(facts.cards).id, unnamedSpeaker.id]) }
    return ids
  }

  /// The ways out that a card has now. The first is in use; another one is still there while that takes its place, so
  /// headphones plugged beside a line out are a gain and no loss (R6).
  private static func offered(by card: CardFacts) -> [Route] {
    var routes: [Route] = []
    if !card.privateJacks.isEmpty { routes.append(headphones(of: card)) }
    if card.hasPlugged(.lineOut) {
      routes.append(
        Route(
          port: .lineOut, id: RouteID("lineOut:\(card.stableID)"), name: "Line out – \(card.name)",
          privacy: .everybody))
    }
    if !card.isDisplayOnly {
      routes.append(unplugged(card))
    } else if card.hasPlugged(.hdmi) {
      routes.append(
        Route(port: .hdmi, id: RouteID("hdmi:\(card.stableID)"), name: "HDMI – \(card.name)", privacy: .everybody))
    }
    return routes
  }

  private static func headphones(of card: CardFacts) -> Route {
    let jacks = card.privateJacks
    let isHeadset = jacks.contains { $0.kind == .headset } || card.hasPlugged(.headsetMic)
    let isCombo = jacks.allSatisfy { $0.kind == .headphoneMic }
    return Route(
      port: isHeadset ? .headset : .headphones, id: RouteID("headphones:\(card.stableID)"),
      name: "\(isHeadset ? "Headset" : "Headphones") – \(card.name)",
      privacy: card.speakerStaysOn ? .everybody : (isCombo ? .unknown : .wearerOnly), jacks: jacks.map(\.name))
  }

  /// Where a card's sound goes with nothing in its jacks.
  private static func unplugged(_ card: CardFacts) -> Route {
    switch card.bus {
    case .usb:
      Route(
        port: card.hasCapture ? .usbHeadset : .usbAudio, id: RouteID("usb:\(card.stableID)"),
        name: "\(card.hasCapture ? "USB headset" : "USB audio") – \(card.name)",
        privacy: card.hasCapture ? .wearerOnly : .unknown)
    case .virtual:
      Route(port: .virtual, id: RouteID("virtual:\(card.stableID)"), name: card.name, privacy: .unknown)
    case .builtIn:
      speaker(of: card)
    }
  }

  private static func speaker(of card: CardFacts) -> Route {
    // A phantom jack senses nothing: what is plugged cannot be known, and the listener should see that (R34).
    let name = card.sensesHeadphones ? "Speaker – \(card.name)" : "Built-in output – \(card.name) (no plug sensing)"
    return Route(port: .builtInSpeaker, id: RouteID("speaker:\(card.stableID)"), name: name, privacy: .everybody)
  }

  private static let unnamedSpeaker = Route(
    port: .builtInSpeaker, id: RouteID("speaker:default"), name: "Default output", privacy: .everybody)

  private static func ofBluetooth(_ device: BluetoothFacts) -> Route {
    Route(
      port: .bluetoothA2DP, id: RouteID("bluetooth:\(device.address)"), name: "Bluetooth – \(device.name)",
      privacy: .wearerOnly)
  }

  /// The output belongs to no card that can be named: every card's headphones count, and the id names all cards that have
  /// some, so that the loss of any of them is a loss (R34).
  private static func ofAllCards(_ cards: [CardFacts]) -> Route {
    let plugged = cards.filter { !$0.privateJacks.isEmpty }
    guard !plugged.isEmpty else { return unnamedSpeaker }
    let routes = plugged.map(headphones)
    return Route(
      port: routes[0].port, id: RouteID(routes.map(\.id.text).joined(separator: "+")),
      name: routes.map(\.name).joined(separator: ", "),
      privacy: routes.contains { $0.privacy == .everybody } ? .everybody : routes[0].privacy,
      jacks: routes.flatMap(\.jacks))
  }
}

extension CardFacts {
  /// The plugged jacks that only the wearer hears, or may.
  fileprivate var privateJacks: [JackFacts] {
    jacks.filter { $0.plugged == true && ($0.kind == .headphones || $0.kind == .headset || $0.kind == .headphoneMic) }
  }

  fileprivate func hasPlugged(_ kind: JackKind) -> Bool { jacks.contains { $0.kind == kind && $0.plugged == true } }

  fileprivate var sensesHeadphones: Bool {
    jacks.contains { ($0.kind == .headphones || $0.kind == .headset || $0.kind == .headphoneMic) && $0.plugged != nil }
  }

  /// A graphics card's sound part: it has display jacks and no other way out.
  fileprivate var isDisplayOnly: Bool {
    jacks.contains { $0.kind == .hdmi } && !jacks.contains { $0.kind != .hdmi && $0.kind != .other }
  }
}
