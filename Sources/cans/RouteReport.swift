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
      ("rules", .array(change.usualRules.map { .string("R\($0)") })),
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
    let rules = change.usualRules.map { "R\($0)" }.joined(separator: ", ")
    return "\(change.text); \(change.usualConsequence) (\(rules))"
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
