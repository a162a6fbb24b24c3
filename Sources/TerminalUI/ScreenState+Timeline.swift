internal import PlayerCore

extension ScreenState {
  /// What the open timeline makes of the key; nil: it has no use for it, and it acts as always.
  mutating func handleInTimeline(_ key: Key, _ action: ScreenAction?) -> [ScreenEffect]? {
    // Entries take two rows and more on most terminals.
    let page = max(listRows / 2, 1)
    switch action {
    case .move(let lines): timeline?.move(by: lines, in: timelineBook)
    case .movePages(let pages): timeline?.move(by: pages * page, in: timelineBook)
    case .moveToStart: timeline?.moveToStart(of: timelineBook)
    case .moveToEnd: timeline?.moveToEnd()
    case .playSelected: break  // There is nothing to play here.
    case .timeline, .find, .nextMatch, .previousMatch: timeline = nil
    case .quit where key != .control("C"): timeline = nil
    case nil where key == .escape: timeline = nil
    default: return nil
    }
    return []
  }

  /// Opens the timeline; what it shows is asked for.
  mutating func openTimeline() -> [ScreenEffect] {
    routeList = nil
    timeline = TimelineScroll()
    return [.request(.timeline)]
  }
}
