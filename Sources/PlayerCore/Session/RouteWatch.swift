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
    let reason: RouteChangeReason
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
  private var availableWhenSettled: Set<RouteID> = []
  private var availableNow: Set<RouteID> = []

  /// A watch that has seen nothing.
  public init() {}

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
      settle(on: route, available: available)
      seen = route
      return [.began(route)]
    }
    var verdicts = expire(at: now, under: settings)
    availableNow = available
    guard route != seen else { return verdicts }
    seen = route
    verdicts += pending == nil ? begin(with: route, at: now) : continuePending(with: route, at: now)
    return verdicts
  }

  /// Lets time pass: settles what is due at `now`.
  public mutating func expire(at now: MonotonicTime, under settings: SessionSettings) -> [Verdict] {
    guard let due = deadline(under: settings), now >= due, let pending else { return [] }
    if let since = pending.contactSince, now >= since + settings.contactHolds {
      // The same jack may have come back as another kind of plug: that is a change of configuration, to be settled next.
      self.pending = nil
      return [.contactBack(bounces: pending.bounces)] + (seen == settled ? [] : begin(with: seen, at: now))
    }
    self.pending = nil
    if pending.candidate == settled { return [.gainWithdrawn] }
    let change = RouteChange(
      reason: pending.reason, previous: settled, current: pending.candidate, bounces: pending.bounces)
    settle(on: pending.candidate, available: availableNow)
    let verdict = Verdict.changed(change, lost: pending.isLoss)
    // The limit of a loss may fall into a moment of contact: that contact is then a gain like any other.
    return [verdict] + (seen == settled ? [] : begin(with: seen, at: now))
  }

  /// Settles an unconfirmed change at once, as when the user starts playback: what is true now counts.
  public mutating func settleNow(at now: MonotonicTime) -> [Verdict] {
    guard let pending else { return [] }
    self.pending = nil
    guard seen != settled else { return [pending.isLoss ? .contactBack(bounces: pending.bounces) : .gainWithdrawn] }
    let change = RouteChange(reason: pending.reason, previous: settled, current: seen, bounces: pending.bounces)
    settle(on: seen, available: availableNow)
    return [.changed(change, lost: pending.isLoss)]
  }

  private mutating func begin(with route: Route, at now: MonotonicTime) -> [Verdict] {
    let isLoss = isLost(settled)
    let reason: RouteChangeReason =
      if route.id == settled.id {
        .routeConfigurationChange
      } else if settled.port != .none, !availableNow.contains(settled.id) {
        .oldDeviceUnavailable
      } else if availableWhenSettled.contains(route.id) {
        .override
      } else {
        .newDeviceAvailable
      }
    pending = Pending(candidate: route, isLoss: isLoss, reason: reason, firstEdge: now, lastEdge: now)
    return isLoss ? [.contactLost] : [.contactGained(route)]
  }

  private mutating func continuePending(with route: Route, at now: MonotonicTime) -> [Verdict] {
    guard var next = pending else { return [] }
    if !next.isLoss, route != settled, isLost(settled) { return begin(with: route, at: now) }
    next.lastEdge = now
    if next.isLoss {
      let isBack = route.id == settled.id
      next.contactSince = isBack ? now : nil
      if isBack { next.bounces += 1 } else { next.candidate = route }
    } else {
      next.candidate = route
      if route == settled { next.bounces += 1 }
    }
    pending = next
    return next.isLoss || route == settled ? [] : [.contactGained(route)]
  }

  /// Whether `route` has vanished and was anything but the speaker (R1).
  private func isLost(_ route: Route) -> Bool {
    route.port != .builtInSpeaker && route.port != .none && !availableNow.contains(route.id)
  }

  private mutating func settle(on route: Route, available: Set<RouteID>) {
    settled = route
    availableWhenSettled = available
    availableNow = available
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
