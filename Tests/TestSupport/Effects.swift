public import PlayerCore

extension [Effect] {
  /// What of them is told in the timeline.
  public var timeline: [TimelineEntry] { compactMap { if case .record(let entry, _) = $0 { entry } else { nil } } }

  /// All the others.
  public var withoutTimeline: [Effect] { filter { if case .record = $0 { false } else { true } } }
}
