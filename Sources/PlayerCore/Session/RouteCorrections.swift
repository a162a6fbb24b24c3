/// What `RouteEvidence` asks of facts, and what it makes of them.
extension Facts {
  /// Whether what is behind a sink is there, as others than the server know.
  func has(_ device: SinkFacts.Device) -> Bool {
    switch device {
    case .card(let card): cards.contains { $0.index == card }
    case .bluetooth(let address): bluetooth.contains { $0.address == address && $0.isReachable }
    case .network, .virtual: true
    }
  }

  mutating func believe(in address: String) {
    for index in bluetooth.indices where bluetooth[index].address == address { bluetooth[index].isReachable = true }
  }

  mutating func drop(switchesOf card: CardFacts) {
    let dropped = Set(switches(of: card).filter { $0.kind == .headphones })
    switches.removeAll { dropped.contains($0) }
  }

  mutating func drop(jacksOf index: CardIndex) {
    guard let card = cards.firstIndex(where: { $0.index == index }) else { return }
    for jack in cards[card].jacks.indices where cards[card].jacks[jack].isPrivate {
      cards[card].jacks[jack].plugged = nil
    }
  }
}

extension ServerFacts {
  /// Whether the state was read as a whole, and the server has found its devices: our stream plays somewhere, or would.
  var isWhole: Bool {
    if let ours, !sinks.contains(where: { $0.index == ours.sink }) { return false }
    return sinkInUse.map { !$0.isStopgap } ?? false
  }

  /// As it will be when it knows that nothing is plugged into `card` any more.
  mutating func leaveHeadphones(of card: CardIndex) {
    for index in sinks.indices where sinks[index].device == .card(card) {
      for port in sinks[index].ports.indices where [.headphones, .headset].contains(sinks[index].ports[port].port) {
        sinks[index].ports[port].availability = .no
      }
    }
  }

  /// As it will be when it knows what has just been plugged into `card`.
  mutating func expectHeadphones(of card: CardIndex) {
    for index in sinks.indices where sinks[index].device == .card(card) {
      guard
        let port = sinks[index].ports.firstIndex(where: {
          ($0.port == .headphones || $0.port == .headset) && $0.availability == .no
        })
      else { continue }
      sinks[index].ports[port].availability = .unknown
      sinks[index].activePort = sinks[index].ports[port].name
    }
  }
}

extension MonotonicTime {
  static let never = MonotonicTime(nanoseconds: .max)
}

extension StreamFacts {
  func playing(to sink: UInt32?) -> StreamFacts {
    var stream = self
    stream.sink = sink
    return stream
  }
}
