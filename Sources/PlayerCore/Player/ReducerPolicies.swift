/// What a key sets for a single route: R12, R20, R32.
extension PlayerState {
  /// Chooses the next value of `policy` for route `id`, and says it. What the settings say of this very route no key
  /// changes.
  mutating func cycle(
    _ policy: RoutePolicy, of id: RouteID, at now: MonotonicTime, _ effects: inout [Effect]
  ) -> CommandStatus {
    guard let route = routeSummaries.first(where: { $0.id == id }) else { return .noSuchContent }
    let name = route.name ?? id.text
    if let obstacle = settings.obstacle(to: policy, of: id) {
      say("\(obstacle): \(name)", at: now)
      return .commandFailed
    }
    /// A choice that says what counts anyway is none; of several routes in one, each may have been given another.
    func choice<Value: Equatable>(_ next: Value, unless usual: Value) -> Value? {
      next == usual && !id.isSeveral ? nil : next
    }
    var choices = volume.choices[id] ?? RouteChoices()
    let saying: String
    switch policy {
    case .onUnplug:
      let next = OnUnplug.allCases.element(after: route.onUnplug)
      choices.onUnplug = choice(next, unless: settings.onUnplug)
      saying = "unplugged, \(next.consequence)"
    case .onPlug:
      let next = OnPlug.allCases.element(after: route.onPlug)
      choices.onPlug = choice(next, unless: settings.onPlug)
      saying = next == .resume ? "back again, the music goes on" : "back again, the music stays paused"
    case .speakerVolume:
      let cap = route.cap
      let steps = settings.speakerSteps.map { $0.map { min($0, cap) } }
      let next = steps.distinct.element(after: route.speakerLevel)
      choices.speakerLevel = choice(next, unless: settings.speakerLevel)
      saying = next.map { "unplugging sets it to \($0.percent) %" } ?? "unplugging leaves it at its level"
    case .releaseAfter:
      let next = settings.releaseSteps.element(after: volume.releaseAfter(on: id, under: settings))
      choices.releaseAfter = choice(next, unless: settings.releaseAfter)
      saying =
        next.map { "a pause of \($0.components.seconds) s lets others have it" } ?? "no pause lets others have it"
    }
    volume.setChoices(choices, of: id)
    effects.append(.saveVolume(volume))
    // The name comes last: a narrow screen may have no room for it.
    say("\(saying): \(name)", at: now)
    return .success
  }
}

extension SessionSettings {
  /// Why no key changes `policy` for the route `id`, for people; nil: one does.
  fileprivate func obstacle(to policy: RoutePolicy, of id: RouteID) -> String? {
    switch policy {
    case .onUnplug, .onPlug: if id.isSpeaker { return "a speaker is not plugged in or out" }
    case .speakerVolume: if !id.isSpeaker { return "it is no speaker" }
    case .releaseAfter: break
    }
    return decides(policy, of: id) ? "that is set in the settings file" : nil
  }

  /// Levels of a speaker after a loss that a key goes through, and at the end to keep its own.
  fileprivate var speakerSteps: [Level?] {
    let levels = [70, 50, 30].map { Level(percent: $0) } + [speakerLevel].compactMap(\.self)
    return Set(levels).sorted(by: >).map(Optional.some) + [nil]
  }

  /// Pauses after which a device is let go likewise, and at the end never.
  fileprivate var releaseSteps: [Duration?] {
    let times: [Duration] = [.seconds(5), .seconds(30), .seconds(300)] + [releaseAfter].compactMap(\.self)
    return Set(times).sorted().map(Optional.some) + [nil]
  }
}

extension Array where Element: Equatable {
  /// Without what stands there twice in a row.
  fileprivate var distinct: Self { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}

extension Collection where Element: Equatable {
  /// The one behind `element`, round the end; the first if that is none of them.
  fileprivate func element(after element: Element) -> Element {
    guard let place = firstIndex(of: element) else { return first! }
    let next = index(after: place)
    return next == endIndex ? first! : self[next]
  }
}

extension OnUnplug {
  fileprivate var consequence: String {
    switch self {
    case .pause: "the music pauses"
    case .continue: "it goes on at the speaker"
    case .stop: "the music stops"
    }
  }
}
