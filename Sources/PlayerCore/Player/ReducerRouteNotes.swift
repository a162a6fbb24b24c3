/// What is told of routes.
extension PlayerState {
  /// `route` with what counts there.
  func levelled(_ route: Route) -> LevelledRoute {
    LevelledRoute(
      route: route, level: volume.level(of: route, under: settings), isNew: volume.levels[route.id] == nil)
  }

  /// R7: which routes came and went, other than those in use before and after.
  mutating func noteElsewhere(since before: [RouteID], used: [RouteID]) {
    // What is about to become the route is told when it has.
    guard !before.isEmpty, !routes.isUnsettled else { return }
    let used = Set(used + [routes.settled.id, routes.latest.id])
    let (was, isThere) = (Set(before), Set(knownRoutes.present))
    for id in knownRoutes.present + before where was.contains(id) != isThere.contains(id) && !used.contains(id) {
      // That is another name for whatever is used.
      if id == Route.unnamedSpeaker.id { continue }
      // A server has devices of which it does not say whose they are: between two moments of a plug.
      guard let name = knownRoutes.seen[id]?.name, !name.isEmpty, !name.hasSuffix("– ") else { continue }
      note(.elsewhere(name: name, isThere: isThere.contains(id)))
    }
  }
}
