/// The first moments behind a sound server, in which nobody knows yet where the sound goes: R19.
extension PlayerState {
  /// Whether a sound server may yet say that the sound goes elsewhere than it seems.
  enum ServerSight: Equatable, Sendable {
    case never
    case awaited(until: MonotonicTime)
    case over
  }

  /// When a server that has said nothing is waited for no longer.
  var serverAwaitedUntil: MonotonicTime? { if case .awaited(let until) = serverSight { until } else { nil } }

  /// Whether nothing is to be louder than the softest route.
  var isServerAwaited: Bool { serverAwaitedUntil != nil }

  /// The device plays to a server that has not been asked yet: the answer may be a headset whose level is far
  /// below that of the default output.
  mutating func awaitServer(at now: MonotonicTime) {
    guard serverSight == .never, facts.server == nil, facts.output == nil, device == .unnamed else { return }
    serverSight = .awaited(until: now + settings.startSettles)
  }

  /// The server has told, or it is none that tells: what is known by now counts.
  mutating func awaitServerNoMore(_ effects: inout [Effect]) {
    let wasAwaited = isServerAwaited
    serverSight = .over
    if wasAwaited { applyGain(&effects) }
  }
}
