internal import ControlSocket
internal import PlayerCore

/// The state for people.
struct StatusText {
  let state: StateSummary
  let now: MonotonicTime

  /// Several lines, for `status`.
  var text: String {
    var lines: [String] = []
    if let track = state.track {
      lines.append(title(of: track))
      if let album = track.album { lines.append(album) }
      let place = track.index.map { "  track \($0 + 1) of \(state.count)" } ?? ""
      lines.append(status + "  " + times(of: track) + place)
    } else {
      lines.append(status)
    }
    lines.append(state.route + "  " + level)
    lines.append("repeat " + state.repeatMode + ", shuffle " + (state.shuffles ? "on" : "off"))
    switch state.privateListening {
    case "on": lines.append("private listening")
    case "bestEffort": lines.append("private listening: best effort here")
    default: break
    }
    if let message = state.message { lines.append(message) }
    var text = ""
    for line in lines { text += line.printable + "\n" }
    return text
  }

  /// One line, for `watch`.
  var short: String {
    var line = status
    if let track = state.track { line += "  " + times(of: track) + "  " + title(of: track) }
    line += "  " + state.route + "  " + level
    if let message = state.message { line += "  " + message }
    return line.printable + "\n"
  }

  private var status: String {
    var reasons = ""
    for reason in state.reasons { reasons += (reasons.isEmpty ? "" : ", ") + Self.words(for: reason) }
    return state.status + (reasons.isEmpty ? "" : " (" + reasons + ")")
  }

  private var level: String { "\(state.level) %" + (state.isMuted ? ", muted" : "") }

  private func times(of track: StateSummary.Track) -> String {
    let position = TimeText.write(state.position(at: now))
    return track.duration.map { position + " / " + TimeText.write($0) } ?? position
  }

  private func title(of track: StateSummary.Track) -> String {
    track.artist.map { track.title + " – " + $0 } ?? track.title
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
