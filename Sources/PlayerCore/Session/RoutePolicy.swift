/// What is set for single routes goes before what is set for all.
extension SessionSettings {
  /// What the loss of route `id` does (R12).
  func onUnplug(of id: RouteID) -> OnUnplug { own(onUnplugs, id) ?? onUnplug }

  /// What the return of route `id` does (R12).
  func onPlug(of id: RouteID) -> OnPlug { own(onPlugs, id) ?? onPlug }

  /// The level of speaker `id` after a loss; nil keeps what was remembered for it (R20).
  func speakerLevel(of id: RouteID) -> Level? { own(speakerLevels, id) ?? speakerLevel }

  /// The first level of `route` (R21).
  func defaultLevel(of route: Route) -> Level {
    own(defaults, route.id) ?? (route.privacy == .wearerOnly ? privateDefault : publicDefault)
  }

  /// After a pause of so long on route `id` the device is let go; nil: never (R32).
  func releaseAfter(on id: RouteID) -> Duration? { own(releaseAfters, id) ?? releaseAfter }

  /// A route that is several cards' headphones at once (R34) goes by the first of them that has something of its own.
  private func own<Value>(_ table: [RouteID: Value], _ id: RouteID) -> Value? {
    guard !table.isEmpty else { return nil }
    return table[id] ?? id.text.split(separator: "+").lazy.compactMap { table[RouteID(String($0))] }.first
  }
}
