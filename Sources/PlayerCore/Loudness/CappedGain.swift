/// How loud a route is to be: its own gain, and the gain that nothing on it exceeds, whatever a file's tags say (R21).
public struct CappedGain: Hashable, Sendable {
  /// The gain of the route's level.
  public var gain: Gain
  /// The gain of the route's cap.
  public var cap: Gain

  /// `gain`, brought below `cap`.
  public init(_ gain: Gain, cap: Gain = .unity) {
    self.gain = min(gain, cap)
    self.cap = cap
  }

  /// Samples pass unchanged.
  public static let unity = CappedGain(.unity)

  /// What both allow.
  public static func lower(_ left: CappedGain, _ right: CappedGain) -> CappedGain {
    CappedGain(min(left.gain, right.gain), cap: min(left.cap, right.cap))
  }
}
