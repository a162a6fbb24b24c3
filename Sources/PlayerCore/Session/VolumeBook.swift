/// Every route's own level and mute (R19, R35), with the caps that nothing exceeds (R21); and what was chosen for it by
/// a key.
public struct VolumeBook: Equatable, Sendable {
  /// Remembered levels. A route that is not in here was never heard before.
  public private(set) var levels: [RouteID: Level] = [:]
  /// Muted routes. Only unmute and volume-up take one out (R35).
  public private(set) var muted: Set<RouteID> = []
  /// What was chosen for single routes.
  public private(set) var choices: [RouteID: RouteChoices] = [:]

  /// A book with these levels, mutes and choices, as they were saved.
  public init(levels: [RouteID: Level] = [:], muted: Set<RouteID> = [], choices: [RouteID: RouteChoices] = [:]) {
    self.levels = levels
    self.muted = muted
    self.choices = choices.filter { !$0.value.isEmpty }
  }

  /// `other` with all that has changed from `base` to this one: players that share a file leave each other's levels
  /// alone.
  public func changes(since base: VolumeBook, madeTo other: VolumeBook) -> VolumeBook {
    func merged<Value: Equatable>(_ table: KeyPath<VolumeBook, [RouteID: Value]>) -> [RouteID: Value] {
      let (ours, old) = (self[keyPath: table], base[keyPath: table])
      let changed = Set(ours.keys).union(old.keys).filter { ours[$0] != old[$0] }
      return changed.reduce(into: other[keyPath: table]) { $0[$1] = ours[$1] }
    }
    let changed = muted.symmetricDifference(base.muted)
    return VolumeBook(
      levels: merged(\.levels), muted: other.muted.subtracting(changed).union(muted.intersection(changed)),
      choices: merged(\.choices))
  }

  /// The level of `route`, never above its cap: its own, or a safe default for one never heard before (R21).
  public func level(of route: Route, under settings: SessionSettings) -> Level {
    min(levels[route.id] ?? settings.defaultLevel(of: route), cap(of: route, under: settings))
  }

  /// The lowest level that any route is remembered at, below its cap; nil: none is.
  func lowestLevel(under settings: SessionSettings) -> Level? {
    levels.keys.map { level(of: Route(port: .virtual, id: $0, name: "", privacy: .unknown), under: settings) }.min()
  }

  /// Whether `route` is muted.
  public func isMuted(_ route: Route) -> Bool { muted.contains(route.id) }

  /// The factor on samples for `route`: its level, or nothing while it is muted.
  public func gain(of route: Route, under settings: SessionSettings) -> Gain {
    isMuted(route) ? .silence : level(of: route, under: settings).gain
  }

  /// The same with the gain that nothing on `route` exceeds (R21).
  public func cappedGain(of route: Route, under settings: SessionSettings) -> CappedGain {
    CappedGain(gain(of: route, under: settings), cap: cap(of: route, under: settings).gain)
  }

  /// Remembers `level` for `route`, brought below its cap.
  public mutating func setLevel(_ level: Level, of route: Route, under settings: SessionSettings) {
    levels[route.id] = min(level, cap(of: route, under: settings))
  }

  /// Mutes or unmutes `route`.
  public mutating func setMuted(_ isMuted: Bool, _ route: Route) {
    if isMuted { muted.insert(route.id) } else { muted.remove(route.id) }
  }

  /// Remembers what was chosen for route `id`.
  mutating func setChoices(_ new: RouteChoices, of id: RouteID) { choices[id] = new.isEmpty ? nil : new }

  /// A route that is several cards' headphones at once (R34) is no louder than any of them may be.
  func cap(of route: Route, under settings: SessionSettings) -> Level {
    if let own = settings.maximums[route.id] { return own }
    let parts = route.id.text.split(separator: "+").map { settings.maximums[RouteID(String($0))] ?? settings.maximum }
    return parts.min() ?? settings.maximum
  }
}
