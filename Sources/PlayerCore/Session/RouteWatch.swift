/// Turns edges of facts into settled routes: the snag guard (R9), the quiet start (R10) and the reasons of changes. It
/// knows nothing of playback; what a verdict means for the music is the reducer's business. What to believe of sources
/// that are not equally quick, `RouteEvidence` says.
public struct RouteWatch: Equatable, Sendable {
  /// A change that is not settled.
  private struct Pending: Equatable, Sendable {
    var candidate: Route
    let isLoss: Bool
    var reason: RouteChangeReason
    let firstEdge: MonotonicTime
    var lastEdge: MonotonicTime
    /// Since when the old contact is back, within a loss.
    var contactSince: MonotonicTime?
    var bounces = 0
  }

  /// The route that was reported last.
  public private(set) var settled = Route.nowhere
  private var startedAt: MonotonicTime?
  /// When the machine last awoke.
  private var wokeAt: MonotonicTime?
  private var pending: Pending?
  private var seen = Route.nowhere
  /// Since when each route that could be in use has been there.
  private var availableSince: [RouteID: MonotonicTime] = [:]

  private var evidence = RouteEvidence()
  private var device = OutputFacts.none
  /// Whether it is known, or was once, what a sound server makes of our stream.
  private var understandsServer = false
  /// The route that some sources see already, and others do not.
  private var hope: Route?

  /// A watch that has seen nothing.
  public init() {}

  /// The machine has slept: sensing flaps again as after the start (R10).
  public mutating func wake(at now: MonotonicTime) {
    guard startedAt != nil else { return }
    startedAt = now
    wokeAt = now
  }

  /// Whether nobody but the wearer hears what plays now, by all that is seen, settled or not.
  public var isPrivate: Bool {
    settled.privacy == .wearerOnly && seen.privacy == .wearerOnly && !isLossPending
  }

  /// The route that was seen last, settled or not.
  public var latest: Route { seen }

  /// Whether a loss was seen that is not confirmed.
  public var isLossPending: Bool { pending?.isLoss == true }

  /// The route whose sound ends with its device: the one that was reported last, if it has vanished; else
  /// the one in use, settled or not.
  public var inUse: Route { isLost(settled) ? settled : seen }

  /// Whether route `id` is there and was not yet, or not all the time, since `time`.
  public func hasReturned(_ id: RouteID, since time: MonotonicTime) -> Bool {
    availableSince[id].map { $0 >= time } ?? false
  }

  /// Whether a change was seen that is not settled, be it a loss or a gain.
  public var isUnsettled: Bool { pending != nil }

  /// When time alone will settle something; nil: never.
  public func deadline(under settings: SessionSettings) -> MonotonicTime? {
    [settlesAt(settings), evidence.deadline].compactMap(\.self).min()
  }

  private func settlesAt(_ settings: SessionSettings) -> MonotonicTime? {
    guard let pending else { return nil }
    if let since = pending.contactSince {
      return min(since + settings.contactHolds, limit(of: pending, settings))
    }
    if pending.isLoss { return min(pending.lastEdge + settings.lossSettles, limit(of: pending, settings)) }
    // R3: what is on its way to somewhere else has not come to rest here.
    if evidence.isMoving { return nil }
    let settles = pending.lastEdge + settings.gainSettles
    return inQuietStart(settles, settings) ? startedAt! + settings.startSettles : settles
  }

  /// Takes in what all sources say now.
  ///
  /// - Parameter device: where the opened device goes; it counts where no monitor knows the output (`facts.output`).
  public mutating func observe(
    _ facts: Facts, device: OutputFacts, at now: MonotonicTime, under settings: SessionSettings
  ) -> [Verdict] {
    let verdicts = expire(at: now, under: settings)
    let wasUnnamed = startedAt != nil && (evidence.facts.output ?? self.device) == .unnamed
    let wasMoving = evidence.isMoving
    evidence.take(facts, at: now)
    self.device = device
    if wasMoving, !evidence.isMoving, !isLossPending { pending?.lastEdge = now }
    guard wasUnnamed, knowsServer, !understandsServer, !isLossPending else {
      return verdicts + look(at: now, under: settings)
    }
    return verdicts + beginAnew(at: now, under: settings)
  }

  private var knowsServer: Bool { (evidence.facts.output ?? device) == .unnamed && evidence.facts.server != nil }

  /// What a server does with our stream is known for the first time: nothing has happened to the route.
  private mutating func beginAnew(at now: MonotonicTime, under settings: SessionSettings) -> [Verdict] {
    let previous = settled
    let start = startedAt ?? now
    startedAt = nil
    pending = nil
    let verdicts = look(at: now, under: settings)
    startedAt = start
    if inQuietStart(now, settings) || settled == previous { return verdicts }
    return [.changed(RouteChange(reason: .unknown, previous: previous, current: settled), lost: false)]
  }

  /// Looks at what is believed now.
  private mutating func look(at now: MonotonicTime, under settings: SessionSettings) -> [Verdict] {
    if knowsServer { understandsServer = true }
    let route = Route.resolve(evidence.facts, device: device)
    let available = Route.available(in: evidence.facts, device: device)
    let verdicts = see(route, available: available, at: now, under: settings)
    let hoped = evidence.hopes.map { Route.resolve($0, device: device) }.flatMap { $0.id == route.id ? nil : $0 }
    guard hoped != hope else { return verdicts }
    hope = hoped
    guard let hoped, hoped.id != settled.id, !isLossPending else { return verdicts }
    // R6: at the first edge, whoever sees it. What comes of it the other sources decide.
    if pending == nil {
      pending = Pending(
        candidate: settled, isLoss: false, reason: .newDeviceAvailable, firstEdge: now, lastEdge: now)
    }
    return verdicts + [.contactGained(hoped)]
  }

  /// Takes in the route that the facts add up to now.
  private mutating func see(
    _ route: Route, available: Set<RouteID>, at now: MonotonicTime, under settings: SessionSettings
  ) -> [Verdict] {
    guard startedAt != nil else {
      startedAt = now
      // What is there at the start has always been there (R10).
      availableSince = Dictionary(uniqueKeysWithValues: available.map { ($0, MonotonicTime(nanoseconds: .min)) })
      settled = route
      seen = route
      return [.began(route)]
    }
    let verdicts = settle(at: now, under: settings)
    availableSince = Dictionary(uniqueKeysWithValues: available.map { ($0, availableSince[$0] ?? now) })
    guard route != seen else {
      // A sound server may move the stream away first and say after that that the port is
      // gone: no choice, but a loss (R1).
      let wasMovedAway = pending?.reason == .override && isLost(settled)
      return verdicts + (wasMovedAway ? begin(with: route, at: now, under: settings) : [])
    }
    seen = route
    return verdicts
      + (pending == nil
        ? begin(with: route, at: now, under: settings)
        : continuePending(with: route, at: now, under: settings))
  }

  /// Lets time pass: settles what is due at `now`.
  public mutating func expire(at now: MonotonicTime, under settings: SessionSettings) -> [Verdict] {
    let verdicts = settle(at: now, under: settings)
    guard let due = evidence.deadline, now >= due else { return verdicts }
    evidence.expire(at: now)
    return verdicts + look(at: now, under: settings)
  }

  private mutating func settle(at now: MonotonicTime, under settings: SessionSettings) -> [Verdict] {
    guard let due = settlesAt(settings), now >= due, let pending else { return [] }
    // A loop that comes late must not take a contact that was too short at the limit for one that held.
    if let held = pending.contactSince.map({ $0 + settings.contactHolds }),
      held <= min(now, limit(of: pending, settings))
    {
      // The same jack may have come back as another kind of plug: that is a change of
      // configuration, to be settled next.
      self.pending = nil
      return [.contactBack(bounces: pending.bounces)]
        + (seen == settled ? [] : begin(with: seen, at: now, under: settings))
    }
    self.pending = nil
    if pending.candidate == settled { return [.gainWithdrawn] }
    let change = RouteChange(
      reason: reason(of: pending, settings), previous: settled, current: pending.candidate, bounces: pending.bounces)
    settled = pending.candidate
    let verdict = Verdict.changed(change, lost: pending.isLoss)
    // The limit of a loss may fall into a moment of contact: that contact is then a gain like any other.
    return [verdict] + (seen == settled ? [] : begin(with: seen, at: now, under: settings))
  }

  /// Settles an unconfirmed change at once, as when the user starts playback: what is true now counts.
  public mutating func settleNow(at now: MonotonicTime, under settings: SessionSettings) -> [Verdict] {
    guard let pending else { return [] }
    self.pending = nil
    guard seen != settled else { return [pending.isLoss ? .contactBack(bounces: pending.bounces) : .gainWithdrawn] }
    let isBack = seen.id == settled.id
    let change = RouteChange(
      reason: isBack ? .routeConfigurationChange : reason(of: pending, settings), previous: settled, current: seen,
      bounces: pending.bounces)
    settled = seen
    return [.changed(change, lost: pending.isLoss && !isBack)]
  }

  private mutating func begin(
    with route: Route, at now: MonotonicTime, under settings: SessionSettings
  ) -> [Verdict] {
    let isLoss = isLost(settled) || isCarriedOff(to: route, at: now)
    let reason = isLoss ? .oldDeviceUnavailable : reason(for: route, at: now, under: settings)
    pending = Pending(candidate: route, isLoss: isLoss, reason: reason, firstEdge: now, lastEdge: now)
    return isLoss ? [.contactLost] : [.contactGained(route)]
  }

  private mutating func continuePending(
    with route: Route, at now: MonotonicTime, under settings: SessionSettings
  ) -> [Verdict] {
    guard var next = pending else { return [] }
    if !next.isLoss, route != settled, isLost(settled) { return begin(with: route, at: now, under: settings) }
    next.lastEdge = now
    if next.isLoss {
      let isBack = route.id == settled.id
      if isBack, next.contactSince == nil { next.bounces += 1 }
      next.contactSince = isBack ? now : nil
      if !isBack { next.candidate = route }
    } else {
      next.candidate = route
      if route == settled { next.bounces += 1 } else { next.reason = reason(for: route, at: now, under: settings) }
    }
    pending = next
    return next.isLoss || route == settled ? [] : [.contactGained(route)]
  }

  private func reason(
    for route: Route, at now: MonotonicTime, under settings: SessionSettings
  ) -> RouteChangeReason {
    if route.id == settled.id { return .routeConfigurationChange }
    if settled.port != .none, availableSince[settled.id] == nil { return .oldDeviceUnavailable }
    // What has just appeared is the reason that it is used; what was there for longer was chosen (R8).
    let wasThere = availableSince[route.id].map { $0 + settings.gainSettles <= now } ?? false
    return wasThere ? .override : .newDeviceAvailable
  }

  /// What is another way after a sleep of the machine than before is so because of that, whatever it was (R17).
  private func reason(of pending: Pending, _ settings: SessionSettings) -> RouteChangeReason {
    guard let wokeAt, pending.firstEdge < wokeAt + settings.startSettles else { return pending.reason }
    return .wakeFromSleep
  }

  /// Whether `route` has vanished and was anything but the speaker (R1).
  private func isLost(_ route: Route) -> Bool {
    route.port != .builtInSpeaker && route.port != .none && availableSince[route.id] == nil
  }

  /// Whether a server that has just been started anew plays to where more people hear it. Nobody has chosen that.
  private func isCarriedOff(to route: Route, at now: MonotonicTime) -> Bool {
    guard let restartedAt = evidence.restartedAt, now < restartedAt + RouteEvidence.serverStarts else { return false }
    return route.id != settled.id && route.privacy.isLess(than: settled.privacy) && settled.privacy != .everybody
      && settled.port != .none
  }

  private func inQuietStart(_ time: MonotonicTime, _ settings: SessionSettings) -> Bool {
    startedAt.map { time < $0 + settings.startSettles } ?? false
  }

  /// A loss is confirmed at the latest then, however the contact chatters; in the quiet
  /// start there is no such limit (R10).
  private func limit(of pending: Pending, _ settings: SessionSettings) -> MonotonicTime {
    inQuietStart(pending.firstEdge, settings)
      ? MonotonicTime(nanoseconds: .max) : pending.firstEdge + settings.lossLimit
  }
}
