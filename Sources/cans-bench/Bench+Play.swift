internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// What playing costs: the memory of each player alone, and the CPU of all of them at the same time, through
/// ALSA into the same sound server.
extension Bench {
  func measurePlaying(_ server: SoundServer?) throws {
    guard let server else { return }
    let flac = folder.place("1 Measure.flac")
    try Music.write(to: flac, seconds: 60)
    try measurePlaying("FLAC", flac, server)
    let mp3 = folder.place("1 Measure.mp3")
    guard Coder.mp3.command.isInstalled else {
      return print("skipped: playing MP3; \(Coder.mp3.command.program) is not installed")
    }
    try Coder.mp3.command.run(flac, to: mp3)
    try measurePlaying("MP3", mp3, server)
  }

  private func measurePlaying(_ format: String, _ first: String, _ server: SoundServer) throws {
    let players = try players(try copies(of: first), format, server)
    let missing = Self.missing(["cmus", "mpd", "mpv"])
    var memory = Figure("Memory (PSS) while playing \(format), 4 tracks", unit: "MB", target: .bestOfOthers)
    var cpu = Figure("CPU per minute of 44.1 kHz \(format)", unit: "s", target: .bestOfOthers)
    for _ in 0..<options.runs {
      // One alone at a time: what two programs share would count half.
      for player in players {
        try Interruption.check()
        let terminal = try player.startPlaying()
        memory.add(try ProcessUsage.megabytes(terminal.process), of: player.name)
      }
    }
    memory.show(remarks: missing)
    for _ in 0..<options.runs { try measureCPU(players, &cpu) }
    cpu.show(remarks: missing)
  }

  private func measureCPU(_ players: [Player], _ figure: inout Figure) throws {
    // At the same time, for the sake of everybody's patience and of equal conditions.
    let terminals = try players.map { try $0.startPlaying() }
    // What a program opens only after its first sound is part of its start.
    try watch(terminals, for: .seconds(5))
    let start = MonotonicTime.now
    let before = try terminals.map { try ProcessUsage.cpuSeconds($0.process) }
    try watch(terminals, for: .seconds(options.window))
    let minutes = (MonotonicTime.now - start).milliseconds / 60_000
    for (index, player) in players.enumerated() {
      let used = try ProcessUsage.cpuSeconds(terminals[index].process) - before[index]
      figure.add(used / minutes, of: player.name)
    }
  }

  /// Reads what is drawn, as a terminal does.
  private func watch(_ terminals: [Pseudoterminal], for duration: Duration) throws {
    let end = MonotonicTime.now + duration
    while MonotonicTime.now < end {
      try Interruption.check()
      for terminal in terminals { _ = terminal.wait(atMost: .milliseconds(20)) { _ in false } }
    }
  }

  /// Four tracks of a minute each; the same music under four names.
  private func copies(of first: String) throws -> [Track] {
    let paths =
      try [first]
      + (2...4).map { number in
        let path = folder.place("\(number) Measure." + (first.split(separator: ".").last ?? ""))
        try retrying("link \(path)") { link(first, path) }
        return path
      }
    return paths.map(Track.init(path:))
  }

  private func players(_ tracks: [Track], _ format: String, _ server: SoundServer) throws -> [Player] {
    // A session of its own for each format: what was played last would be in the queue again.
    var environment = server.environment
    environment["XDG_STATE_HOME"] = folder.place("state-\(format)")
    var players = [Player.cans(options.cans, tracks, options: ["--foreground"], environment: environment)]
    if ProcessEnvironment.hasProgram("cmus") {
      players.append(try .cmus(tracks, home: "cmus-\(format)", environment: server.environment, in: folder))
    }
    if ProcessEnvironment.hasProgram("mpd") {
      players.append(try .mpd(tracks, home: "mpd-\(format)", environment: server.environment, in: folder))
    }
    if ProcessEnvironment.hasProgram("mpv") { players.append(.mpv(tracks, environment: server.environment)) }
    return players
  }
}
