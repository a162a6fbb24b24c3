extension RouteWatch {
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
}
