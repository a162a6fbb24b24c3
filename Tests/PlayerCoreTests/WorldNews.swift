import PlayerCore

extension SoundWorld {
  /// The way out that these facts know to be gone, and the ones before did not.
  func loss(since before: Facts) -> RouteID? {
    func headphones(_ facts: Facts) -> [Bool?] {
      let sink = facts.server?.sinks.first { $0.device == .card(CardIndex(0)) }
      let port = sink?.ports.first { $0.port == .headphones }
      return [facts.cards[0].jacks[0].plugged, facts.switches.first?.isOn, port.map { $0.availability != .no }]
    }
    func usb(_ facts: Facts) -> [Bool?] {
      [facts.cards.count > 1, facts.server?.sinks.contains { $0.device == .card(CardIndex(1)) }]
    }
    func bluetooth(_ facts: Facts) -> [Bool?] {
      let sink = facts.server?.sinks.contains { $0.device == .bluetooth(address: Self.address) }
      return [facts.bluetooth.first?.isReachable, sink]
    }
    let sources: [(RouteID, (Facts) -> [Bool?])] = [
      (RouteID("headphones:PCH"), headphones), (RouteID("usb:S123"), usb),
      (RouteID("bluetooth:\(Self.address)"), bluetooth),
    ]
    // Only the first that says so has news.
    return sources.first { id, says in
      !has(id) && !says(before).contains(false) && says(facts).contains(false)
    }?.0
  }
}

extension Facts {
  /// Short enough to read many of them.
  var summary: String {
    let jack = cards[0].jacks[0].plugged == true ? "in" : "out"
    let exits = server.map { server in
      server.sinks.map { "\($0.index):\($0.device) \($0.activePort ?? "")" }.joined(separator: ", ")
        + "; stream \(server.streams.map { $0.sink.map(String.init) ?? "nowhere" }), default \(server.defaultSink ?? "")"
    }
    return "facts: jack \(jack), switch \(switches.map(\.isOn)), cards \(cards.count), "
      + "bluetooth \(bluetooth.map(\.isReachable)), server \(exits ?? "none")"
  }
}
