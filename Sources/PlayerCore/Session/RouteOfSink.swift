/// The ways out of a sound server's sinks.
extension Route {
  /// Where the sound goes behind a sound server: to the sink of our stream, else to the default one. Nil: there is no
  /// server.
  static func behindServer(_ facts: Facts) -> Route? {
    guard let server = facts.server else { return nil }
    let used = server.sinkInUse
    // Where that has gone, this is where the server is about to send the sound.
    let others = server.sinks.filter { $0.index != used?.index }
    let next = others.filter { $0.name == server.defaultSink } + others.filter(\.isOfCard) + others
    return ([used].compactMap(\.self) + next).lazy.compactMap { offered(by: $0, in: facts).first }.first ?? .nowhere
  }

  /// The ways out that a sink has now, that of its active port first; none: what is behind it has gone.
  static func offered(by sink: SinkFacts, in facts: Facts) -> [Route] {
    switch sink.device {
    case .card(let index):
      if let plugs = facts.plugs(of: index) { return offered(by: sink, of: plugs) }
      return offered(byUnknown: sink)
    case .bluetooth(let address):
      let known = facts.bluetooth.first { $0.address == address }
      guard known?.isReachable != false else { return [] }
      var device = known ?? BluetoothFacts(address: address, name: sink.title)
      if let port = sink.active?.port, port.isBluetooth { device.port = port }
      return [ofBluetooth(device, privacy: sink.privacyByShape ?? .wearerOnly)]
    case .network:
      return [
        Route(
          port: .network, id: RouteID(.network, of: sink.name), name: "Network – \(sink.title)", privacy: .everybody)
      ]
    case .virtual:
      // A server without any device makes this one.
      if sink.isStopgap { return [] }
      let itself = Route(
        port: .virtual, id: RouteID(.virtual, of: sink.name), name: sink.title, privacy: .unknown)
      // A filter, which may well play on to headphones: their loss counts, whosever they are (R34).
      guard var behind = headphones(ofAll: facts.plugs) else { return [itself] }
      if behind.privacy == .wearerOnly { behind.privacy = .unknown }
      return [behind, itself]
    }
  }

  /// Of a card that the player knows as well.
  private static func offered(by sink: SinkFacts, of plugs: CardPlugs) -> [Route] {
    if plugs.card.bus == .usb, plugs.headphones == nil { return [usb(sink, plugs.card)] }
    let active = route(of: sink.active, of: sink, plugs)
    let rest = sink.ports.filter { $0.name != sink.activePort }.compactMap { route(of: $0, of: sink, plugs) }
    let unplugged = plugs.isDisplayOnly ? [] : [unplugged(plugs)]
    switch sink.active?.port {
    case .headphones, .headset, .lineOut, .hdmi, .builtInSpeaker:
      // Whatever else is plugged: without its port the sound is heard by all until the server says otherwise.
      return active.map { [$0] + rest + unplugged } ?? unplugged + rest
    default:
      // The port says nothing, so the jacks do.
      return offered(by: plugs) + rest
    }
  }

  private static func route(of port: ServerPort?, of sink: SinkFacts, _ plugs: CardPlugs) -> Route? {
    guard let port, let way = port.port else { return nil }
    let isThere = port.availability != .no
    switch way {
    case .headphones, .headset:
      guard isThere, plugs.headphones != false else { return nil }
      var route = headphones(of: plugs)
      if way == .headset { route = headphones(of: plugs.card.owner, isHeadset: true, privacy: route.privacy) }
      if plugs.headphones == nil, route.privacy == .wearerOnly, !sink.senses(port) { route.privacy = .unknown }
      return route
    case .lineOut: return isThere && plugs.lineOut != false ? lineOut(of: plugs.card.owner) : nil
    case .hdmi: return isThere && plugs.display != false ? display(of: plugs.card.owner) : nil
    // A speaker can be used even if it is said to be unplugged: so it is while headphones are in.
    case .builtInSpeaker: return plugs.card.bus == .builtIn ? unplugged(plugs) : nil
    default: return nil
    }
  }

  private static func usb(_ sink: SinkFacts, _ card: CardFacts) -> Route {
    let byPort: Privacy? =
      switch sink.active?.port {
      case .headphones, .headset, .usbHeadset: .wearerOnly
      case .builtInSpeaker, .lineOut: .everybody
      default: nil
      }
    let privacy = sink.privacyByShape ?? byPort ?? (card.hasCapture ? .wearerOnly : .unknown)
    return usb(card.owner, isHeadset: privacy == .wearerOnly, privacy: privacy)
  }

  /// Of a card that the player cannot see, as in a container: the server's word alone counts.
  private static func offered(byUnknown sink: SinkFacts) -> [Route] {
    let owner = Owner(id: sink.name, name: sink.title)
    let active = route(of: sink.active, of: sink, owner)
    let rest = sink.ports.filter { $0.name != sink.activePort }.compactMap { route(of: $0, of: sink, owner) }
    if let active { return [active] + rest }
    switch sink.active?.port {
    case .headphones, .headset: return [speaker(of: owner)] + rest
    case .lineOut, .hdmi: return rest
    default: break
    }
    if let privacy = sink.privacyByShape {
      return privacy == .wearerOnly
        ? [usb(owner, isHeadset: true, privacy: privacy)] : [speaker(of: owner)]
    }
    return [usb(owner, isHeadset: false, privacy: .unknown)]
  }

  private static func route(of port: ServerPort?, of sink: SinkFacts, _ owner: Owner) -> Route? {
    guard let port, let way = port.port else { return nil }
    let isThere = port.availability != .no
    switch way {
    case .headphones, .headset:
      return isThere
        ? headphones(of: owner, isHeadset: way == .headset, privacy: sink.senses(port) ? .wearerOnly : .unknown) : nil
    case .lineOut: return isThere ? lineOut(of: owner) : nil
    case .hdmi: return isThere ? display(of: owner) : nil
    case .builtInSpeaker: return speaker(of: owner)
    default: return nil
    }
  }
}

extension SinkFacts {
  /// The active port.
  var active: ServerPort? { ports.first { $0.name == activePort } }

  /// What PulseAudio and PipeWire put in place of a device while there is none.
  var isStopgap: Bool { device == .virtual && name == "auto_null" }

  var isOfCard: Bool { if case .card = device { true } else { false } }

  /// Who hears a device of this shape; nil: its shape is unknown, or says nothing.
  var privacyByShape: Privacy? {
    switch formFactor {
    case "headset", "headphone", "handset", "hands-free": .wearerOnly
    case "speaker", "internal", "tv", "car", "hifi", "portable", "computer", "webcam": .everybody
    default: nil
    }
  }

  /// Whether the server senses the plug of `port`, which it says can be used: by itself, or as the speaker cannot be.
  func senses(_ port: ServerPort) -> Bool {
    port.availability == .yes || ports.contains { $0.port == .builtInSpeaker && $0.availability == .no }
  }
}

extension ServerFacts {
  /// This player's stream: one that plays rather than one that is held back, and rather the newest.
  var ours: StreamFacts? {
    let ours = streams.filter(\.isOurs)
    return ours.last { !$0.isCorked } ?? ours.last
  }

  /// The sink that our stream plays to, else the one that it would.
  var sinkInUse: SinkFacts? {
    if let used = ours?.sink, let sink = sinks.first(where: { $0.index == used }) { return sink }
    return sinks.first { $0.name == defaultSink }
  }

  /// Whether what plays to this card is heard from its speaker, by hand, while headphones are in.
  func sendsToSpeaker(of card: CardIndex) -> Bool {
    sinks.contains { sink in
      sink.device == .card(card) && sink.active?.port == .builtInSpeaker
        && sink.ports.contains { ($0.port == .headphones || $0.port == .headset) && $0.availability != .no }
    }
  }
}

extension Facts {
  /// Whether our stream plays to a device that has gone, as another source knows before the server does.
  var isStreamOrphaned: Bool {
    guard let server, let used = server.ours?.sink else { return false }
    switch server.sinks.first(where: { $0.index == used })?.device {
    case .card(let index): return !cards.isEmpty && !cards.contains { $0.index == index }
    case .bluetooth(let address): return bluetooth.first { $0.address == address }?.isReachable == false
    case .network, .virtual, nil: return false
    }
  }
}

extension Port {
  var isBluetooth: Bool { self == .bluetoothA2DP || self == .bluetoothHFP || self == .bluetoothLE }
}
