internal import ControlSocket
internal import PlayerCore

/// The routes for people.
enum RouteText {
  /// A line for each: a mark at the one in use, its id, its level and its name; and one for each microphone.
  static func of(_ snapshot: Snapshot) -> String { of(snapshot.routes) + of(snapshot.microphones) }

  private static func of(_ microphones: [Microphone]) -> String {
    microphones.map { microphone in
      let state = microphone.isPlugged.map { $0 ? "" : "  (not there)" } ?? "  (no plug sensing)"
      return "  microphone  \(microphone.name)\(state)".printableLine + "\n"
    }.joined()
  }

  private static func of(_ routes: [RouteSummary]) -> String {
    let width = routes.map { $0.id.text.utf8.count }.max() ?? 0
    var text = ""
    for route in routes {
      let id = route.id.text + String(repeating: " ", count: width - route.id.text.utf8.count)
      var line = (route.isCurrent ? "▶ " : "  ") + id + "  \(route.level.percent) %"
      if route.cap != .full { line += " of \(route.cap.percent) %" }
      if route.isMuted { line += ", muted" }
      if let name = route.name { line += "  " + name }
      if let listening = route.listening { line += "  (\(listening.text))" }
      if !route.isAvailable { line += "  (not there)" }
      text += line.printableLine + "\n"
    }
    return text
  }
}
