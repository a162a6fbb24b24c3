import MessageBus

nonisolated extension DoctorFacts {
  /// The buses, and those on them that matter.
  var busLines: [DoctorLine] {
    [
      busLine("user-bus", "your message bus", userBus, loss: "no desktop keys (MPRIS), and no card is asked for"),
      busLine("system-bus", "the machine's message bus", systemBus, loss: "no Bluetooth, and no pause before sleep"),
    ] + serviceLines
  }

  private func busLine(_ id: String, _ name: String, _ bus: Bus, loss: String) -> DoctorLine {
    switch bus.names {
    case .success: return .ok(id, in: .buses, "\(name) answers")
    case .failure(.noLibrary): return .note(id, in: .buses, "\(name) is not asked: libsystemd is missing")
    case .failure(.noBus):
      guard let variable = bus.variable else { return .note(id, in: .buses, "\(name) is not here: \(loss)") }
      return .wrong(
        id, in: .buses, "\(name) is not where \(variable) says: \(loss)",
        advice: "log in again, or unset \(variable) so that the usual place counts")
    case .failure(.noAnswer):
      return .wrong(
        id, in: .buses, "\(name) does not answer: \(loss)", advice: "log in again; if that does not help, restart")
    case .failure(let error):
      return .wrong(id, in: .buses, "\(name) refuses (\(error)): \(loss)", advice: "log in again")
    }
  }

  private var serviceLines: [DoctorLine] {
    var lines: [DoctorLine] = []
    if case .success(let names) = systemBus.names {
      lines.append(
        names.contains("org.bluez")
          ? .ok("bluetooth", in: .buses, "BlueZ is there: Bluetooth headsets are followed")
          : .note("bluetooth", in: .buses, "no Bluetooth here (BlueZ is not running)"))
      lines.append(
        names.contains("org.freedesktop.login1")
          ? .ok("sleep", in: .buses, "login1 is there: the music falls silent before the computer sleeps")
          : .note("sleep", in: .buses, "nobody tells of sleep (login1 is not running)"))
    }
    if case .success(let names) = userBus.names {
      let players = names.filter { $0.hasPrefix(Self.playerPrefix) }.map {
        String($0.dropFirst(Self.playerPrefix.count))
      }
      let others = players.filter { !$0.hasPrefix("cans") && !$0.hasPrefix("playerctld") }.sorted()
      lines.append(
        others.isEmpty
          ? .note("players", in: .buses, "no other player is there")
          : .ok("players", in: .buses, "other players: \(others.joined(separator: ", "))"))
    }
    return lines
  }

  private static let playerPrefix = "org.mpris.MediaPlayer2."
}
