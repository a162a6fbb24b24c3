internal import PlayerCore

/// Every route that is there or has a level of its own, in the queue's place: what is set for it, and which is in use.
/// Below them the microphones, as far as there is room (R30).
struct RouteListView {
  var routes: [RouteSummary]
  var microphones: [Microphone] = []
  var list: RouteList
  var symbols: Symbols

  func draw(on grid: inout Grid, _ layout: ScreenLayout) {
    if layout.hasHeader {
      let title = DisplayText("Outputs", symbols)
      let hints = ["Enter plays there, u i w change it, Esc closes", "u i w change it, Esc closes"]
      let hint = hints.map { DisplayText($0, symbols) }.fitting(grid.size.columns - title.columns - 4)
      grid.putEnds(row: 0, left: title, .title, right: hint, .dim, symbols)
    }
    for (row, route) in zip(layout.listRows, routes.dropFirst(list.firstLine)) { draw(route, on: &grid, row: row) }
    let free = layout.listRows.dropFirst(routes.count - list.firstLine)
    // A line is left between the two.
    for (row, microphone) in zip(free.dropFirst(), microphones) { draw(microphone, on: &grid, row: row) }
  }

  private func draw(_ microphone: Microphone, on grid: inout Grid, row: Int) {
    let state = microphone.isPlugged.map { $0 ? "" : " (not there)" } ?? ""
    let left = DisplayText("  \(microphone.name)\(state)", symbols)
    let right = DisplayText(microphone.isPlugged == nil ? "microphone, no plug sensing" : "microphone", symbols)
    grid.putEnds(
      row: row, left: left, microphone.isThere ? .normal : .dim,
      right: [right, DisplayText("microphone", symbols)].fitting(grid.size.columns - 4 - left.columns), .dim, symbols)
  }

  private func draw(_ route: RouteSummary, on grid: inout Grid, row: Int) {
    let style: Style = route.isCurrent ? .playing : (route.isAvailable ? .normal : .dim)
    let mark = route.isCurrent ? symbols.playing : " "
    let name = (route.name ?? route.id.text) + (route.isAvailable ? "" : " (not there)")
    let left = DisplayText("\(mark) \(name)", symbols)
    let room = grid.size.columns - 4
    let right = Self.terms(of: route).map { DisplayText($0, symbols) }.fitting(max(room / 2, room - left.columns))
    grid.putEnds(row: row, left: left, style, right: right, route.isCurrent ? style : .dim, symbols)
    if route.id == list.selection { grid.restyle(row: row, route.isCurrent ? .selectedPlaying : .selected) }
  }

  /// Level, cap, what a loss and a return do, and how soon the device is let go, longest first; what was heard there
  /// goes before the last.
  private static func terms(of route: RouteSummary) -> [String] {
    var level = "\(route.level.percent) %"
    if route.isMuted { level += " muted" }
    let capped = route.cap == .full ? level : level + " of \(route.cap.percent) %"
    let release = route.releaseAfter.map { "let go after \($0.components.seconds) s" } ?? "never let go"
    let loss: String
    if route.id.isSpeaker {
      // It is not unplugged: something else is, and it takes over.
      loss = "unplugging sets " + (route.speakerLevel.map { "\($0.percent) %" } ?? "nothing")
    } else {
      loss =
        switch route.onUnplug {
        case .pause: route.onPlug == .resume ? "pauses, resumes" : "pauses"
        case .continue: "continues"
        case .stop: "stops"
        }
    }
    let usual = ["\(release), \(loss)  \(capped)", "\(loss)  \(capped)", capped, level]
    guard let listening = route.listening else { return usual }
    let heard = [listening.text, listening.weekText, listening.shortText]
    return heard.map { "\($0); \(loss)  \(capped)" } + ["\(listening.shortText)  \(capped)"] + usual
  }
}
