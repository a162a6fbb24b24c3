/// Whether the thread that feeds the device goes before all ordinary ones. Without it music
/// may stutter on a busy machine.
public enum RealTime: Hashable, Sendable {
  /// Nobody has tried yet, or the answer is on its way.
  case unknown
  /// It does, with this priority, as the system's limits allow it.
  case allowed(priority: Int)
  /// It does, with this priority, by the word of rtkit.
  case granted(priority: Int)
  /// It does not; why, for people: "RLIMIT_RTPRIO is 0 and rtkit is not running".
  case refused(String)

  /// For people: "yes, priority 10 (rtkit)".
  public var text: String {
    switch self {
    case .unknown: "not known yet"
    case .allowed(let priority): "yes, priority \(priority)"
    case .granted(let priority): "yes, priority \(priority) (rtkit)"
    case .refused(let reason): "no (\(reason))"
    }
  }
}
