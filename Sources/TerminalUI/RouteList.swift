internal import PlayerCore

/// The place in the list of routes. Pure.
struct RouteList: Equatable, Sendable {
  /// The route that Enter plays on; nil: there is none.
  private(set) var selection: RouteID?
  /// The first one shown.
  private(set) var firstLine = 0
  /// Where the selection was, for when its route is gone.
  private var selectedIndex = 0

  /// The list of `routes` on so many rows, at the one in use.
  init(_ routes: [RouteSummary], rows: Int) {
    selection = routes.first(where: \.isCurrent)?.id
    adapt(to: routes, rows: rows)
  }

  /// Stays on its route, or goes to the one that took its place.
  mutating func adapt(to routes: [RouteSummary], rows: Int) {
    select(routes.firstIndex { $0.id == selection } ?? selectedIndex, in: routes, rows: rows)
  }

  /// Goes so many lines down, or up when negative.
  mutating func move(by lines: Int, in routes: [RouteSummary], rows: Int) {
    select(selectedIndex + lines, in: routes, rows: rows)
  }

  private mutating func select(_ index: Int, in routes: [RouteSummary], rows: Int) {
    selectedIndex = min(max(index, 0), max(routes.count - 1, 0))
    selection = routes.isEmpty ? nil : routes[selectedIndex].id
    firstLine = min(max(firstLine, selectedIndex - max(rows, 1) + 1), selectedIndex)
    firstLine = min(firstLine, max(routes.count - max(rows, 1), 0))
  }
}
