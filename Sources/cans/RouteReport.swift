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

  /// A line of JSON for a microphone that has arrived or left.
  static func json(_ change: MicrophoneChange, at now: MonotonicTime) -> String {
    let microphone = change.microphone
    return JSONText.object([
      ("event", .string(change.isThere ? "microphoneArrived" : "microphoneLeft")),
      ("time", .number(now.nanoseconds / 1_000_000)),
      (
        "microphone",
        .object([
          ("port", .string(microphone.port.rawValue)), ("id", .string(microphone.id)),
          ("name", .string(microphone.name)),
        ])
      ),
      ("rules", .array([.string("R30")])),
    ]).text
  }

  /// The same for people.
  static func text(_ change: MicrophoneChange) -> String { "\(change.text) (R30)".printable }

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
