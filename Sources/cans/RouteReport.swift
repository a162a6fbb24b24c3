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
    return "\(change.previous.name) → \(change.current.name): \(change.reason.text)\(bounces)"
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
