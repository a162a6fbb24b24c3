internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// How soon something is seen and heard.
extension Bench {
  func measureStarts(_ server: SoundServer?) throws {
    let album = try expandAlbum()
    // Without a card cans simulates by itself, after a search that a user waits for as well. A card would be heard.
    let hasCard = (0...31).contains { access("/dev/snd/controlC\($0)", F_OK) == 0 }
    if !hasCard { try measureStart(album, "no sound card", environment: environment) }
    try measureStart(album, "--simulate", options: ["--simulate"], environment: environment)
    if let server { try measureStart(album, "sound server", environment: server.environment) }
  }

  private func measureStart(
    _ album: [Track], _ output: String, options extra: [String] = [], environment: [String: String]
  ) throws {
    let starts = Player.cans(options.cans, album, options: extra, environment: environment)
    try measureStart(of: [starts], album, output, environment: environment)
    // With a player in the background already.
    let first = try starts.start()
    _ = try starts.waitForCompleteScreen(first)
    try end(first, by: "d")
    let attaches = Player.cans(options.cans, album, names: false, environment: environment)
    try measureStart(of: [attaches], album, "\(output), attaching", environment: environment, left: "d")
    try end(try attaches.start(), by: "q")
  }

  private func measureStart(
    of players: [Player], _ album: [Track], _ output: String, environment: [String: String], left: String = "q"
  ) throws {
    var players = players
    if ProcessEnvironment.hasProgram("cmus") {
      players.append(try .cmus(album, home: "cmus-start", environment: environment, in: folder))
    }
    var figure = Figure(
      "Start → first complete screen with \(album.count) tracks (\(output))", unit: "ms", target: .timesCmus(0.5))
    // The first turn fills the disk cache and is not counted.
    for run in 0...options.runs * 2 {
      for player in players {
        try Interruption.check()
        let start = MonotonicTime.now
        let terminal = try player.start()
        let complete = try player.waitForCompleteScreen(terminal)
        if run > 0 { figure.add((complete - start).milliseconds, of: player.name) }
        // cmus keeps what it read about its tracks for the next start only when it is left in order.
        try end(terminal, by: player.name == "cmus" ? ":quit\r" : left)
      }
    }
    figure.show(remarks: Self.missing(["cmus"]))
  }

  private func end(_ terminal: Pseudoterminal, by keys: String) throws {
    try terminal.type(keys)
    _ = terminal.exitStatus(within: .seconds(2))
  }

  func measureFirstFrame() throws {
    guard let track = try expandAlbum().first(where: { $0.path.hasSuffix(".flac") }) else {
      throw BenchError("\(options.album) has no FLAC file")
    }
    let device = try FrameWatch(in: folder)
    var environment = environment
    environment["ALSA_CONFIG_PATH"] = "/usr/share/alsa/alsa.conf:\(device.configuration)"
    let player = Player.cans(options.cans, [track], options: ["--foreground"], environment: environment)
    var figure = Figure("cans FILE.flac → first frame at the device", unit: "ms", target: .most(60))
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

  func expandAlbum() throws(BenchError) -> [Track] {
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
