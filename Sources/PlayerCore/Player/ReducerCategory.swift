/// What the player is used for, and the mute switch of a telephone: R29.
extension PlayerState {
  mutating func change(to category: Category, at now: MonotonicTime, _ effects: inout [Effect]) {
    guard category != self.category else { return }
    self.category = category
    let route = routes.settled
    effects.append(.announce(RouteChange(reason: .categoryChange, previous: route, current: route)))
    observeMuteSwitch(at: now)
  }

  /// Silence while the switch is on: no command ends it, nor does time.
  mutating func observeMuteSwitch(at now: MonotonicTime) {
    let isMuted = facts.switches.contains { $0.kind == .mute && $0.isOn }
    if isMuted, category.obeysMuteSwitch {
      if !holds.contains(.mute) { begin(.mute, at: now) }
    } else {
      end(.mute, shouldResume: true, at: now)
    }
  }
}
