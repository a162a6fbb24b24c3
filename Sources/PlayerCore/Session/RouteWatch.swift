/// Turns edges of facts into settled routes: the snag guard (R9), the quiet start (R10) and the reasons of changes. It knows
/// nothing of playback; what a verdict means for the music is the reducer's business.
public struct RouteWatch: Equatable, Sendable {
  /// What an observation or the passing of time amounts to.
  public enum Verdict: Equatable, Sendable {
    /// The first state that was seen: nothing came before it (R10).
    case began(Route)
    /// The first edge of a loss: be silent now, judge later (R9).
    case contactLost
    /// The contact was back and held before the loss was confirmed: go on (R9).
    case contactBack(bounces: Int)
    /// A new route appeared and is not settled yet: be no louder than either (R6).
    case contactGained(Route)
    /// The new route went again before it was settled, and stayed away.
    case gainWithdrawn
    /// The route has changed for good. `lost`: the route in use vanished, and it was not the speaker (R1).
    case changed(RouteChange, lost: Bool)
  }

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
  private var pending: Pending?
  private var seen = Route.nowhere
  /// Since when each route that could be in use has been there.
  private var availableSince: [RouteID: MonotonicTime] = [:]

  /// A watch that has seen nothing.
  public init() {}

  /// The machine has slept: sensing flaps again as after the start (R10).
  public mutating func wake(at now: MonotonicTime) { if startedAt != nil { startedAt = now } }

  /// Whether a loss was seen that is not confirmed.
  public var isLossPending: Bool { pending?.isLoss == true }

  /// When time alone will settle something; nil: never.
  public func deadline(under settings: SessionSettings) -> MonotonicTime? {
    guard let pending else { return nil }
    if let since = pending.contactSince {
      return min(since + settings.contactHolds, limit(of: pending, settings))
    }
    if pending.isLoss { return min(pending.lastEdge + settings.lossSettles, limit(of: pending, settings)) }
    let settles = pending.lastEdge + settings.gainSettles
    return inQuietStart(settles, settings) ? startedAt! + settings.startSettles : settles
  }

  /// Takes in the route that the facts add up to now.
  public mutating func observe(
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
    let verdicts = expire(at: now, under: settings)
    availableSince = Dictionary(uniqueKeysWithValues: available.map { ($0, availableSince[$0] ?? now) })
    guard route != seen else {
      // A sound server may move the stream away first and say after that that the port is gone: no choice, but a loss (R1).
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
    guard let due = deadline(under: settings), now >= due, let pending else { return [] }
    // A loop that comes late must not take a contact that was too short at the limit for one that held.
    if let held = pending.contactSince.map({ $0 + settings.contactHolds }),
      held <= min(now, limit(of: pending, settings))
    {
      // The same jack may have come back as another kind of plug: that is a change of configuration, to be settled next.
      self.pending = nil
      return [.contactBack(bounces: pending.bounces)]
        + (seen == settled ? [] : begin(with: seen, at: now, under: settings))
    }
    self.pending = nil
    if pending.candidate == settled { return [.gainWithdrawn] }
    let change = RouteChange(
      reason: pending.reason, previous: settled, current: pending.candidate, bounces: pending.bounces)
    settled = pending.candidate
    let verdict = Verdict.changed(change, lost: pending.isLoss)
    // The limit of a loss may fall into a moment of contact: that contact is then a gain like any other.
    return [verdict] + (seen == settled ? [] : begin(with: seen, at: now, under: settings))
  }

  /// Settles an unconfirmed change at once, as when the user starts playback: what is true now counts.
  public mutating func settleNow(at now: MonotonicTime) -> [Verdict] {
    guard let pending else { return [] }
    self.pending = nil
    guard seen != settled else { return [pending.isLoss ? .contactBack(bounces: pending.bounces) : .gainWithdrawn] }
    let isBack = seen.id == settled.id
    let change = RouteChange(
      reason: isBack ? .routeConfigurationChange : pending.reason, previous: settled, current: seen,
      bounces: pending.bounces)
    settled = seen
    return [.changed(change, lost: pending.isLoss && !isBack)]
  }

  private mutating func begin(
    with route: Route, at now: MonotonicTime, under settings: SessionSettings
  ) -> [Verdict] {
    let isLoss = isLost(settled)
    let reason = reason(for: route, at: now, under: settings)
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

  /// Whether `route` has vanished and was anything but the speaker (R1).
  private func isLost(_ route: Route) -> Bool {
    route.port != .builtInSpeaker && route.port != .none && availableSince[route.id] == nil
  }

  private func inQuietStart(_ time: MonotonicTime, _ settings: SessionSettings) -> Bool {
    startedAt.map { time < $0 + settings.startSettles } ?? false
  }

  /// A loss is confirmed at the latest then, however the contact chatters; in the quiet start there is no such limit (R10).
  private func limit(of pending: Pending, _ settings: SessionSettings) -> MonotonicTime {
    inQuietStart(pending.firstEdge, settings)
      ? MonotonicTime(nanoseconds: .max) : pending.firstEdge + settings.lossLimit
  }
}
