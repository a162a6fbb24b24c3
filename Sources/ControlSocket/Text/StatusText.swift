public import PlayerCore

/// The state for people.
public struct StatusText {
  private let state: StateLine
  private let now: MonotonicTime

  /// What is to be said of `state` at `now`.
  public init(_ state: StateLine, at now: MonotonicTime) {
    self.state = state
    self.now = now
  }

  /// Several lines, for `status`; the last one ends, too.
  public var text: String {
    var lines: [String] = []
    if let entry = state.entry {
      lines.append(title(of: entry))
      if let album = entry.facts.album { lines.append(album) }
      let place = state.index.map { "  track \($0 + 1) of \(state.count)" } ?? ""
      lines.append(status + "  " + times(of: entry) + place)
    } else {
      lines.append(status)
    }
    lines.append(route)
    lines.append("repeat \(snapshot.repeatMode.rawValue), shuffle \(snapshot.shuffles ? "on" : "off")")
    switch snapshot.privateListening {
    case .off: break
    case .on: lines.append("private listening")
    case .bestEffort: lines.append("private listening: best effort here")
    }
    if let message = snapshot.message { lines.append(message) }
    return lines.map { $0.printableLine + "\n" }.joined()
  }

  /// One line, for `watch`; it ends.
  public var short: String {
    let track = state.entry.map { times(of: $0) + "  " + title(of: $0) }
    return [status, track, route, snapshot.message].compactMap(\.self).joined(separator: "  ").printableLine + "\n"
  }

  private var snapshot: Snapshot { state.snapshot }

  private var status: String {
    let reasons = reasons.map(Self.words)
    return snapshot.status.rawValue + (reasons.isEmpty ? "" : " (" + reasons.joined(separator: ", ") + ")")
  }

  /// Why it is silent, other than by the user's word, as it is named on the wire.
  private var reasons: [String] {
    var reasons = snapshot.holds.map(\.rawValue).sorted() + snapshot.interruptions.map(\.rawValue).sorted()
    if snapshot.isBuffering { reasons.append("buffering") }
    if snapshot.wish.goal != .play, snapshot.wish.cause != .user { reasons.append(snapshot.wish.cause.rawValue) }
    return reasons
  }

  private var route: String {
    "\(snapshot.route.name)  \(snapshot.level.percent) %" + (snapshot.isMuted ? ", muted" : "")
  }

  private func times(of entry: QueueEntry) -> String {
    let position = state.position(at: now).clockText
    return entry.facts.duration.map { position + " / " + $0.clockText } ?? position
  }

  private func title(of entry: QueueEntry) -> String {
    entry.facts.artist.map { entry.displayTitle + " – " + $0 } ?? entry.displayTitle
  }

  private static func words(for reason: String) -> String {
    switch reason {
    case "routeLost": "route lost"
    case "endOfQueue": "end of queue"
    case "deviceError": "device error"
    case "mute": "mute switch"
    case "call": "a call"
    case "player": "another player"
    case "reservation": "another program has the sound card"
    case "command": "cans ctl interrupt"
    default: reason
    }
  }
}
