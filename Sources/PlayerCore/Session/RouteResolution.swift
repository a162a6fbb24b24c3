extension Route {
  /// The route that these facts add up to. Pure: several sources that see one plug-in make one route. Of sources that
  /// contradict each other the one counts that says that something is gone; which of them is right in the end, and what
  /// to make of a server's facts that were read half way, `RouteEvidence` settles.
  ///
  /// - Parameter device: where the opened device goes; it counts where no monitor knows the output (`facts.output`).
  public static func resolve(_ facts: Facts, device: OutputFacts) -> Route {
    switch facts.output ?? device {
    case .none: return .nowhere
    case .unnamed: return behindServer(facts) ?? ofAllCards(facts.plugs)
    case .bluetooth(let address):
      return facts.bluetooth.first { $0.address == address && $0.isReachable }.map { ofBluetooth($0) } ?? .nowhere
    case .card(let index):
      guard let plugs = facts.plugs(of: index) else { return .nowhere }
      let speakerSounds = facts.server?.sendsToSpeaker(of: index) ?? false
      return offered(by: plugs, speakerSounds: speakerSounds).first ?? .nowhere
    }
  }

  /// The routes that could be in use now, whichever is: a route that is no longer among them has vanished (R1), one
  /// that still is was left by choice (R8).
  public static func available(in facts: Facts, device: OutputFacts) -> Set<RouteID> {
    let output = facts.output ?? device
    if output == .unnamed, let server = facts.server, let route = behindServer(facts) {
      // What the server does not list it cannot play to, whatever the cards say.
      return Set(server.sinks.flatMap { offered(by: $0, in: facts) }.map(\.id)).union([route.id])
    }
    var ids = Set(facts.bluetooth.filter(\.isReachable).map { ofBluetooth($0).id })
    for plugs in facts.plugs { ids.formUnion(offered(by: plugs).map(\.id)) }
    if output == .unnamed { ids.formUnion([ofAllCards(facts.plugs).id, unnamedSpeaker.id]) }
    return ids
  }

  static let unnamedSpeaker = speaker(of: Owner(id: "default", name: ""), named: "Default output")

  static func ofBluetooth(_ device: BluetoothFacts, privacy: Privacy = .wearerOnly) -> Route {
    Route(
      port: device.port, id: RouteID(.bluetooth, of: device.address), name: "Bluetooth – \(device.name)",
      privacy: privacy)
  }

  /// The output belongs to no card that can be named: every card's headphones count, and the id names all cards that
  /// have some, so that the loss of any of them is a loss (R34).
  private static func ofAllCards(_ cards: [CardPlugs]) -> Route { headphones(ofAll: cards) ?? unnamedSpeaker }

  /// The headphones of all cards together; nil: there are none.
  static func headphones(ofAll cards: [CardPlugs]) -> Route? {
    let routes = cards.filter { $0.headphones == true }.map { headphones(of: $0) }
    guard let first = routes.first else { return nil }
    return Route(
      port: first.port, id: RouteID(routes.map(\.id.text).joined(separator: "+")),
      name: routes.map(\.name).joined(separator: ", "),
      privacy: routes.contains { $0.privacy == .everybody } ? .everybody : first.privacy, jacks: routes.flatMap(\.jacks)
    )
  }
}
