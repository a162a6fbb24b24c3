internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// All measurements, one after the other. The programs take turns in each run, so that what disturbs the machine disturbs
/// them alike.
struct Bench {
  private let options: BenchOptions
  private let folder: WorkFolder
  private let environment: [String: String]
  private let hasCmus = isInstalled("cmus")

  init(_ options: BenchOptions) throws(BenchError) {
    self.options = options
    guard access(options.cans, X_OK) == 0 else {
      throw BenchError("\(options.cans) is not there; build it (make build) or name it with --cans")
    }
    folder = try WorkFolder()
    environment = [
      "PATH": ProcessEnvironment.variable("PATH"), "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
      "TERM": "xterm-256color", "LANG": "C.UTF-8",
    ]
  }

  /// Measures and prints everything.
  func run() throws {
    Interruption.install()
    if !hasCmus { print("skipped: comparisons with cmus, which is not installed") }
    let album = try expandAlbum()
    // Without a card cans simulates by itself, after a search that a user waits for as well. A card would be heard.
    let hasCard = (0...31).contains { access("/dev/snd/controlC\($0)", F_OK) == 0 }
    if !hasCard { try measureStart(album, "no sound card", environment: environment) }
    try measureStart(album, "--simulate", options: ["--simulate"], environment: environment)
    try measureFirstFrame(album)
    guard let server = try SoundServer(in: folder, environment: environment) else {
      return print("skipped: all that plays to a sound server; pulseaudio is not installed")
    }
    try measureStart(album, "sound server", environment: server.environment)
    let tracks = try composeTracks()
    try measureMemory(tracks, server)
    try measureCPU(tracks, server)
  }

  // MARK: Start

  private func measureStart(
    _ album: [Track], _ output: String, options extra: [String] = [], environment: [String: String]
  ) throws {
    var players = [Player.cans(options.cans, album, options: extra, environment: environment)]
    if hasCmus { players.append(try .cmus(album, home: "cmus-start", environment: environment, in: folder)) }
    var figure = Figure(
      "Start → first complete screen with \(album.count) tracks (\(output))", unit: "ms", ratioLimit: 0.5)
    // The first turn fills the disk cache and is not counted.
    for run in 0...options.runs * 2 {
      for player in players {
        try Interruption.check()
        let start = MonotonicTime.now
        let terminal = try player.start()
        let complete = try player.waitForCompleteScreen(terminal)
        if run > 0 { figure.add((complete - start).milliseconds, of: player.name) }
        // cmus keeps what it read about its tracks for the next start only when it is left in order.
        try end(terminal, by: player.name == "cmus" ? ":quit\r" : "q")
      }
    }
    figure.show()
  }

  private func end(_ terminal: Pseudoterminal, by keys: String) throws {
    try terminal.type(keys)
    _ = terminal.exitStatus(within: .seconds(2))
  }

  // MARK: First frame

  private func measureFirstFrame(_ album: [Track]) throws {
    guard let track = album.first(where: { $0.path.hasSuffix(".flac") }) else {
      throw BenchError("\(options.album) has no FLAC file")
    }
    let device = try FrameWatch(in: folder)
    var environment = environment
    environment["ALSA_CONFIG_PATH"] = "/usr/share/alsa/alsa.conf:\(device.configuration)"
    let player = Player.cans(options.cans, [track], environment: environment)
    var figure = Figure("cans FILE.flac → first frame at the device", unit: "ms", limit: 60)
    for run in 0...options.runs * 2 {
      try Interruption.check()
      device.empty()
      let start = MonotonicTime.now
      let terminal = try player.start()
      let arrival = device.waitForFrame()
      withExtendedLifetime(terminal) {}
      guard let arrival else { throw BenchError("\(player.name) hands nothing to the device within 5 s") }
      if run > 0 { figure.add((arrival - start).milliseconds, of: player.name) }
    }
    figure.show()
  }

  // MARK: Playing

  /// Four tracks of a minute each; the same music under four names.
  private func composeTracks() throws -> [Track] {
    let first = folder.place("1 Measure.flac")
    try Music.write(to: first, seconds: 60)
    var paths = [first]
    for number in 2...4 {
      let path = folder.place("\(number) Measure.flac")
      try retrying("link \(path)") { link(first, path) }
      paths.append(path)
    }
    return paths.map(Track.init(path:))
  }

  private func players(_ tracks: [Track], _ server: SoundServer) throws -> [Player] {
    var players = [Player.cans(options.cans, tracks, environment: server.environment)]
    if hasCmus {
      players.append(try .cmus(tracks, home: "cmus-play", environment: server.environment, in: folder))
    }
    return players
  }

  private func measureMemory(_ tracks: [Track], _ server: SoundServer) throws {
    let players = try players(tracks, server)
    var figure = Figure("Memory (PSS) while playing, 4 tracks", unit: "MB", ratioLimit: 1.2)
    for _ in 0..<options.runs {
      // One alone at a time: what two programs share would count half.
      for player in players {
        try Interruption.check()
        let terminal = try player.startPlaying()
        figure.add(try ProcessUsage.megabytes(terminal.process), of: player.name)
      }
    }
    figure.show()
  }

  private func measureCPU(_ tracks: [Track], _ server: SoundServer) throws {
    var players = try players(tracks, server)
    if isInstalled("mpv") { players.append(.mpv(tracks, environment: server.environment)) }
    var figure = Figure("CPU per minute of 44.1 kHz FLAC", unit: "s", ratioLimit: 0.5)
    for _ in 0..<options.runs {
      // At the same time, for the sake of everybody's patience and of equal conditions.
      let terminals = try players.map { try $0.startPlaying() }
      let start = MonotonicTime.now
      let before = try terminals.map { try ProcessUsage.cpuSeconds($0.process) }
      let end = start + .seconds(options.window)
      while MonotonicTime.now < end {
        try Interruption.check()
        for terminal in terminals { _ = terminal.wait(atMost: .milliseconds(20)) { _ in false } }
      }
      let minutes = (MonotonicTime.now - start).milliseconds / 60_000
      for (index, player) in players.enumerated() {
        let used = try ProcessUsage.cpuSeconds(terminals[index].process) - before[index]
        figure.add(used / minutes, of: player.name)
      }
    }
    figure.show()
  }

  // MARK: Material

  private func expandAlbum() throws(BenchError) -> [Track] {
    guard let stream = opendir(options.album) else {
      throw BenchError("\(options.album) cannot be read; name a folder with four tracks with --album")
    }
    defer { closedir(stream) }
    var tracks: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if name.hasSuffix(".flac") || name.hasSuffix(".ogg") { tracks.append("\(options.album)/\(name)") }
    }
    let absolute = try tracks.sorted().map { path throws(BenchError) in
      guard let real = realpath(path, nil) else { throw BenchError("\(path) cannot be read") }
      defer { free(real) }
      return String(cString: real)
    }
    guard absolute.count == 4 else { throw BenchError("\(options.album) has \(absolute.count) tracks, not 4") }
    return absolute.map(Track.init(path:))
  }
}

extension Duration {
  fileprivate var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
}
