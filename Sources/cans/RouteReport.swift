import PlayerCore

/// How `cans monitor` prints a change of route.
enum RouteReport {
  /// A line of JSON. Times are milliseconds of CLOCK_MONOTONIC.
  static func json(_ change: RouteChange, at now: MonotonicTime) -> String {
    JSONText.object([
      ("event", .string("routeChange")),
      ("time", .number(now.nanoseconds / 1_000_000)),
      ("reason", .number(Int64(change.reason.rawValue))),
      ("reasonName", .string("\(change.reason)")),
      ("previous", describe(change.previous)),
      ("current", describe(change.current)),
      ("bounces", .number(Int64(change.bounces))),
      ("rules", .array(change.rules.map { .string("R\($0)") })),
    ]).text
  }

  /// The first line of JSON: the route there is, before anything changes.
  static func json(_ route: Route, at now: MonotonicTime) -> String {
    JSONText.object([
      ("event", .string("route")),
      ("time", .number(now.nanoseconds / 1_000_000)),
      ("current", describe(route)),
    ]).text
  }

  /// A line for people.
  static func text(_ change: RouteChange) -> String {
    let times = change.bounces == 1 ? "once" : "\(change.bounces) times"
    let bounces = change.bounces == 0 ? "" : " (contact bounced \(times))"
    let rules = change.rules.map { "R\($0)" }.joined(separator: ", ")
    return "\(change.previous.name) → \(change.current.name): \(change.reason.text)\(bounces); "
      + "\(change.consequence) (\(rules))"
  }

  private static func describe(_ route: Route) -> JSONText {
    .object([
      ("port", .string(route.port.rawValue)),
      ("id", .string(route.id.text)),
      ("name", .string(route.name)),
      ("privacy", .string(route.privacy.rawValue)),
    ])
  }
}

extension RouteChange {
  /// Whether it ends what plays (R1): whatever was heard from the speaker can go on there.
  private var isLoss: Bool {
    reason == .oldDeviceUnavailable && previous.port != .builtInSpeaker && previous.port != .none
  }

  /// What becomes of music that plays, or has waited for this, unless settings say otherwise.
  fileprivate var consequence: String {
    if isLoss { return "music pauses" }
    return switch reason {
    case .newDeviceAvailable where current.privacy != .everybody: "music moves there, or goes on where it waited for it"
    case .wakeFromSleep: "music goes on only where it was"
    default: "music goes on"
    }
  }

  /// The rules of the player that say so.
  fileprivate var rules: [Int] {
    let rules: [Int] =
      switch reason {
      case .oldDeviceUnavailable: [isLoss ? 1 : 7]
      case .newDeviceAvailable: current.privacy == .everybody ? [6] : [3, 6]
      case .override: [8]
      case .wakeFromSleep: [10, 17]
      case .routeConfigurationChange: [34]
      case .categoryChange, .noSuitableRouteForCategory: [29]
      case .unknown: []
      }
    return bounces > 0 ? rules + [9] : rules
  }
}

extension RouteChangeReason {
  /// Why, for people.
  fileprivate var text: String {
    switch self {
    case .unknown: "for an unknown reason"
    case .newDeviceAvailable: "plugged in"
    case .oldDeviceUnavailable: "unplugged"
    case .categoryChange: "another category"
    case .override: "chosen by hand"
    case .wakeFromSleep: "found after sleep"
    case .noSuitableRouteForCategory: "nothing fits the category"
    case .routeConfigurationChange: "configured otherwise"
    }
  }
}
