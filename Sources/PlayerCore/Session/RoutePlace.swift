/// Where a route is to be found at a sound server.
struct RoutePlace: Equatable, Sendable {
  var route: Route
  /// The sink's name.
  var sink: String
  /// The port's name; nil: the sink has none that would be another route.
  var port: String?
}

extension Route {
  /// The routes that the server could play to now, each once: rather by the port that is active.
  static func places(in facts: Facts) -> [RoutePlace] {
    var places: [RoutePlace] = []
    for sink in facts.server?.sinks ?? [] {
      let ports = sink.ports.filter { $0.name == sink.activePort } + sink.ports.filter { $0.name != sink.activePort }
      var own = ports.compactMap { place(of: $0, of: sink, in: facts) }
      if own.isEmpty, let route = offered(by: sink, in: facts).first {
        own = [RoutePlace(route: route, sink: sink.name, port: nil)]
      }
      places += own
    }
    var ids: Set<RouteID> = []
    return places.filter { ids.insert($0.route.id).inserted }
  }

  /// The route of `sink` with `port` active; nil: the port says nothing of where the sound goes, or cannot be used.
  private static func place(of port: ServerPort, of sink: SinkFacts, in facts: Facts) -> RoutePlace? {
    var sink = sink
    sink.activePort = port.name
    guard let way = port.port, let route = offered(by: sink, in: facts).first, way.isLike(route.port) else {
      return nil
    }
    return RoutePlace(route: route, sink: sink.name, port: port.name)
  }

  /// The routes that can be used now: the one in use first.
  static func present(in facts: Facts, device: OutputFacts) -> [Route] {
    let used = resolve(facts, device: device)
    var all = [used]
    if (facts.output ?? device) == .unnamed, facts.server != nil {
      all += places(in: facts).map(\.route)
    } else {
      all += facts.plugs.flatMap { offered(by: $0) }
      all += facts.bluetooth.filter(\.isReachable).map { ofBluetooth($0) }
    }
    var ids: Set<RouteID> = []
    return all.filter { $0.port != .none && ids.insert($0.id).inserted }
  }
}

extension Port {
  /// Whether the player may well call `other` what a server calls this.
  fileprivate func isLike(_ other: Port) -> Bool {
    let wearers: Set<Port> = [.headphones, .headset]
    return self == other || (wearers.contains(self) && wearers.contains(other))
  }
}
