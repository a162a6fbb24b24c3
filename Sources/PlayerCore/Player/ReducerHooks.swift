/// What the hooks have told, and wait to tell.
struct HookState: Equatable, Sendable {
  /// The track that was told last, as long as it plays.
  var track: QueueEntryID?
  /// When the one that is heard now is told at the latest.
  var trackDueAt: MonotonicTime?
}

/// What hooks look for in an event: how things were before it.
struct HookedFacts {
  var status: PlaybackStatus
  var wish: Wish
  var holds: Set<Hold>
  var interruptions: Set<Interruption>
}

/// Which of the user's programs are run, and what they are told. They change nothing here.
extension PlayerState {
  /// A file that has just been opened is mostly read for its title a moment later.
  private static let titleLimit = Duration.milliseconds(500)

  /// What is to be kept of the state before an event; nil: there are no hooks.
  var hookedFacts: HookedFacts? {
    if settings.hooks.isEmpty { return nil }
    return HookedFacts(status: status, wish: wish, holds: holds, interruptions: interruption.causes)
  }

  /// Calls the hooks for what an event has changed since `facts`; called before its timeline is told. `ends`: the
  /// player is about to.
  mutating func callHooks(
    since facts: HookedFacts?, ends: Bool, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    guard let facts else { return }
    for case .announce(let change) in effects {
      call(.routeChange, "route-change", because: "\(change.reason)", previous: change.previous, at: now, &effects)
    }
    let (before, causes) = (facts.interruptions, interruption.causes)
    if before.isEmpty != causes.isEmpty {
      let name = before.isEmpty ? "interruption-began" : "interruption-ended"
      call(.interruption, name, because: Self.names(before.union(causes)), at: now, &effects)
    }
    let isPlaying = status == .playing && !ends
    if facts.status == .playing, !isPlaying {
      let reason = ends ? "quit" : wish.goal == .play ? Self.names(holds) : wish.cause.rawValue
      call(.pause, "pause", because: reason, at: now, &effects)
    } else if facts.status != .playing, isPlaying {
      let isAsked = facts.wish != wish || facts.holds.isEmpty
      call(.play, "play", because: isAsked ? wish.cause.rawValue : Self.names(facts.holds), at: now, &effects)
    }
    callTrackHook(at: now, &effects)
  }

  /// A track is told when it is heard, and its title is known; and once more after the player has been stopped.
  private mutating func callTrackHook(at now: MonotonicTime, _ effects: inout [Effect]) {
    if wish.goal == .stop || current != hooks.track { hooks.track = nil }
    guard phase == .playing, playhead.advances, hooks.track == nil, let current, let entry = queue[current] else {
      hooks.trackDueAt = nil
      return
    }
    let dueAt = hooks.trackDueAt ?? now + Self.titleLimit
    guard entry.facts.title != nil || now >= dueAt else {
      hooks.trackDueAt = dueAt
      return
    }
    hooks = HookState(track: current)
    call(.track, "track", because: "", at: now, &effects)
  }

  private func call(
    _ hook: Hook, _ event: String, because reason: String, previous: Route? = nil, at now: MonotonicTime,
    _ effects: inout [Effect]
  ) {
    guard let command = settings.hooks[hook] else { return }
    let words = [("EVENT", event), ("REASON", reason)] + toldFacts(at: now) + previousFacts(previous)
    let facts = words.map { ($0, Array($1.utf8)) } + [("PATH", current.flatMap { queue[$0] }?.path.bytes ?? [])]
    let variables = facts.map { HookCall.Variable(name: "CANS_\($0)", value: $1.forEnvironment) }
    effects.append(.runHook(HookCall(hook: hook, command: command, variables: variables)))
  }

  private func toldFacts(at now: MonotonicTime) -> [(String, String)] {
    let rules = Set(timeline.happenings.flatMap(\.rules)).sorted().map { "R\($0)" }
    let route = routes.settled
    let entry = current.flatMap { queue[$0] }
    return [
      ("RULES", rules.joined(separator: " ")),
      ("TEXT", timeline.happenings.map(\.sentence).joined(separator: "; ")),
      ("STATE", status.rawValue),
      ("ROUTE", route.id.text), ("ROUTE_NAME", route.name), ("ROUTE_PORT", route.port.rawValue),
      ("ROUTE_PRIVATE", route.privacy.word),
      ("LEVEL", String(volume.level(of: route, under: settings).percent)),
      ("MUTED", volume.isMuted(route) ? "yes" : "no"),
      ("TITLE", entry?.facts.title ?? ""), ("ARTIST", entry?.facts.artist ?? ""),
      ("ALBUM", entry?.facts.album ?? ""),
      ("TRACK", entry.flatMap { queue.index(of: $0.id) }.map { String($0 + 1) } ?? ""),
      ("LENGTH", entry?.facts.duration?.decimalText ?? ""),
      ("POSITION", entry == nil ? "" : playhead.rate.duration(of: playhead.frame(at: now)).decimalText),
    ]
  }

  private func previousFacts(_ route: Route?) -> [(String, String)] {
    [
      ("PREVIOUS_ROUTE", route?.id.text ?? ""), ("PREVIOUS_ROUTE_NAME", route?.name ?? ""),
      ("PREVIOUS_ROUTE_PRIVATE", route?.privacy.word ?? ""),
    ]
  }

  private static func names<Name: RawRepresentable<String>>(_ names: Set<Name>) -> String {
    names.map(\.rawValue).sorted().joined(separator: " ")
  }

  /// A hook has ended; one that did its work and said nothing is not told of.
  mutating func noteHook(_ report: HookReport) {
    if !report.isQuiet { note(.hookEnded(report)) }
  }
}

extension Privacy {
  /// Whether it is private, for scripts.
  fileprivate var word: String {
    switch self {
    case .wearerOnly: "yes"
    case .everybody: "no"
    case .unknown: "unknown"
    }
  }
}

extension [UInt8] {
  /// The kernel takes no more than 128 KiB for a variable, and ends it at a zero. Nothing that is meant is so long.
  fileprivate var forEnvironment: [UInt8] { prefix(8_192).filter { $0 != 0 } }
}
