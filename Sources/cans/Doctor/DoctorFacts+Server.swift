import PlayerCore

nonisolated extension DoctorFacts.Answer where Value == ServerFacts? {
  /// Whether it is known that there is no server.
  var isKnownToBeNone: Bool { if case .known(nil) = self { true } else { false } }
}

nonisolated extension DoctorFacts {
  /// The player that runs, the sound server, and the player's stream there.
  var serverLines: [DoctorLine] { [playerLine, serverLine] + streamLines }

  private var playerLine: DoctorLine {
    switch player {
    case .none: return .note("player", in: .server, "no player runs")
    case .silent:
      return .wrong(
        "player", in: .server, "a player runs that does not answer",
        advice: "end its process (pidof cans) and start it anew")
    case .unreachable(let reason):
      return .wrong(
        "player", in: .server, "the player cannot be reached: \(reason)",
        advice: "make its folder your own: it is \(runtimeFolder.path)")
    case .running(let process, let snapshot):
      let terms = snapshot.output.map { ", \($0.rate.hertz) Hz \($0.sampleFormat) to \($0.deviceName)" } ?? ""
      let what = "a player runs (process \(process)): \(snapshot.status), on \(snapshot.route.name)\(terms)"
      return snapshot.simulation == .off
        ? .ok("player", in: .server, what) : .note("player", in: .server, what + "; that device is simulated")
    }
  }

  private var serverLine: DoctorLine {
    guard has(.pulse) else {
      return .note("server", in: .server, "not asked whether there is a sound server: libpulse is missing")
    }
    switch server {
    case .missing:
      return .wrong(
        "server", in: .server, "the sound server does not answer",
        advice: "systemctl --user restart pipewire pipewire-pulse, or with PulseAudio: pulseaudio -k")
    case .known(nil): return .note("server", in: .server, "no sound server: cards are played to directly")
    case .known(let facts?):
      guard let sink = facts.sinks.first(where: { $0.name == facts.defaultSink }) ?? facts.sinks.first,
        sink.name != "auto_null"
      else {
        return .wrong(
          "server", in: .server, "\(facts.name) has no output",
          advice: "see which devices it finds (pactl list cards short) and whether another program has them")
      }
      let port = sink.activePort.map { ", \($0)" } ?? ""
      return .ok("server", in: .server, "\(facts.name) plays to \(sink.title)\(port)")
    }
  }

  private var streamLines: [DoctorLine] {
    guard let snapshot = player.snapshot, case .known(let facts?) = server else { return [] }
    let ours = facts.streams.filter(\.isOurs)
    guard let stream = ours.first else {
      let isElsewhere = snapshot.output?.isDirect == true || snapshot.simulation != .off
      let why = isElsewhere ? "it plays past the server" : snapshot.status == .playing ? "not yet" : "it does not play"
      return [.note("stream", in: .server, "the player has no stream at the server: \(why)")]
    }
    guard let sink = facts.sinks.first(where: { $0.index == stream.sink }) else {
      return [.note("stream", in: .server, "the player's stream goes nowhere yet: the server is moving it")]
    }
    let corked = stream.isCorked ? ", and is corked" : ""
    return [.ok("stream", in: .server, "the player's stream goes to \(sink.title)\(corked)")]
  }
}
