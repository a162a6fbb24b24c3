/// The routes there are, and the choice of one by hand: R8.
extension PlayerState {
  /// What of the routes outlives them.
  struct KnownRoutes: Equatable, Sendable {
    /// Those that can be used now.
    var present: [RouteID] = []
    /// All that were seen since the start, as they were last.
    var seen: [RouteID: Route] = [:]
  }

  /// Notes which routes there are.
  mutating func noteRoutes(device: OutputFacts) {
    let present = Route.present(in: facts, device: device)
    knownRoutes.present = present.map(\.id)
    for route in present { knownRoutes.seen[route.id] = route }
    // The stream that a route was chosen for before it was there.
    chosenSink = chosenSink.flatMap { name in facts.server?.sinks.contains { $0.name == name } == true ? name : nil }
  }

  /// Every route that can be used now or has something of its own, by name.
  var routeSummaries: [RouteSummary] {
    let current = routes.settled
    let listening = listeningSummaries
    var ids = Set(knownRoutes.present).union(volume.levels.keys).union(volume.muted)
      .union(volume.choices.keys).union(listening.keys)
    if current.port != .none { ids.insert(current.id) }
    let summaries = ids.map { id in
      let seen = id == current.id ? current : knownRoutes.seen[id]
      let route = seen ?? Route(port: .virtual, id: id, name: "", privacy: id.usualPrivacy)
      return RouteSummary(
        id: id, name: seen?.name, port: seen?.port, level: volume.level(of: route, under: settings),
        cap: volume.cap(of: route, under: settings), isMuted: volume.isMuted(route),
        isAvailable: knownRoutes.present.contains(id), isCurrent: id == current.id,
        onUnplug: volume.onUnplug(of: id, under: settings), onPlug: volume.onPlug(of: id, under: settings),
        speakerLevel: id.isSpeaker
          ? volume.speakerLevel(of: id, under: settings).map { min($0, volume.cap(of: route, under: settings)) } : nil,
        releaseAfter: volume.releaseAfter(on: id, under: settings), listening: listening[id])
    }
    return summaries.sorted { ($0.name ?? "~", $0.id.text) < ($1.name ?? "~", $1.id.text) }
  }

  /// Asks the server to play there. What comes of it the facts will tell; then the reason is `override`.
  mutating func choose(_ id: RouteID, at now: MonotonicTime, _ effects: inout [Effect]) -> CommandStatus {
    guard knownRoutes.present.contains(id) else { return .noSuchContent }
    if id == routes.latest.id { return .success }
    // Without a server there is one card, and its jacks say where it plays.
    guard let server = facts.server, (facts.output ?? device) == .unnamed,
      let place = Route.places(in: facts).first(where: { $0.route.id == id }),
      let sink = server.sinks.first(where: { $0.name == place.sink })
    else { return .commandFailed }
    if listensPrivately, place.route.privacy != .wearerOnly {
      say("private listening: others would hear \(place.route.name)", at: now)
      return .deviceNotFound
    }
    // The port first: nothing is to be heard from the one that is active there.
    if let port = place.port, port != sink.activePort { effects.append(.activatePort(port, ofSink: sink.name)) }
    chosenSink = nil
    if let ours = server.ours {
      if ours.sink != sink.index { effects.append(.moveStream(toSink: sink.name)) }
    } else if server.defaultSink != sink.name {
      chosenSink = sink.name
    }
    return .success
  }

  /// Our stream is there now, and a route was chosen before it was.
  mutating func moveToChosenSink(_ effects: inout [Effect]) {
    guard let name = chosenSink, let server = facts.server, let ours = server.ours else { return }
    chosenSink = nil
    if server.sinks.first(where: { $0.index == ours.sink })?.name != name { effects.append(.moveStream(toSink: name)) }
  }
}
