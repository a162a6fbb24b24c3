internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// How fast music is read into the library.
extension Bench {
  func measureScans() throws {
    let music = folder.place("Music")
    print("\nmaking a library of \(options.tracks) tracks …")
    fflush(nil)
    let library = try MusicLibrary(tracks: options.tracks, in: music, scratch: folder)
    let count = Double(library.names.count)
    var first = Figure(
      "First scan of \(options.tracks) small files, warm cache", unit: "tracks/s", isMoreBetter: true,
      target: .multiples([("mpd", 5), ("cmus", 1.2)]))
    var again = Figure("Scan with nothing changed, \(options.tracks) tracks", unit: "ms", target: .most(2_000))
    var memory = Figure("Memory (PSS) while scanning \(options.tracks) tracks, at most", unit: "MB", target: .most(40))
    // The first turn fills the disk cache and is not counted.
    for run in 0...min(options.runs, 5) {
      try Interruption.check()
      var environment = environment
      environment["XDG_DATA_HOME"] = folder.place("data-\(run)")
      let command = [options.cans, "scan", "--json", music]
      let scanned = try BriefProgram.time(command, environment: environment)
      let rescanned = try BriefProgram.time(command, environment: environment)
      environment["XDG_DATA_HOME"] = folder.place("data-again-\(run)")
      let most = try megabytes(of: command, environment: environment)
      if run == 0 { continue }
      first.add(count / (scanned.milliseconds / 1_000), of: "cans")
      again.add(rescanned.milliseconds, of: "cans")
      memory.add(most, of: "cans")
      if ProcessEnvironment.hasProgram("mpd") {
        first.add(count / (try scanByMPD(music, home: "mpd-scan-\(run)").milliseconds / 1_000), of: "mpd")
      }
      if ProcessEnvironment.hasProgram("cmus"), ProcessEnvironment.hasProgram("cmus-remote") {
        first.add(count / (try scanByCmus(music, home: "cmus-scan-\(run)").milliseconds / 1_000), of: "cmus")
      }
    }
    first.show(remarks: Self.missing(["mpd", "cmus"]))
    again.show()
    memory.show()
    try measureSearches(library: "data-0")
  }

  /// How soon each of the words that somebody types is answered, letter by letter, by a search that goes on.
  private func measureSearches(library: String) throws {
    var environment = environment
    environment["XDG_DATA_HOME"] = folder.place(library)
    let child = try ChildProcess([options.cans, "search", "--lines"], environment: environment)
    var times: [Double] = []
    var seen = 0
    for text in [
      "the love of night", "東京 さくら", "artist:björk star", "year:1990..1999 blue", "codec:flac sa lo", "a -b s -n",
    ] {
      for count in 1...text.count {
        let start = MonotonicTime.now
        try child.type(text.prefix(count) + "\n")
        let isAnswered = child.wait(atMost: .seconds(5)) { child in
          child.output.utf8.count > seen && (child.output.utf8.count == seen + 1 || child.output.hasSuffix("\n\n"))
        }
        guard isAnswered else { throw BenchError("cans search does not answer: \(child.errors)") }
        times.append((MonotonicTime.now - start).milliseconds)
        seen = child.output.utf8.count
      }
    }
    times.sort()
    var figure = Figure(
      "Search, from a key to 200 tracks of \(options.tracks), 95 of 100 keys", unit: "ms", target: .most(16))
    figure.add(times[times.count * 95 / 100], of: "cans")
    figure.show()
  }

  /// The most memory that the program has while it runs.
  private func megabytes(of command: [String], environment: [String: String]) throws -> Double {
    let child = try ChildProcess(command, environment: environment)
    child.closeInput()
    var most = 0.0
    while child.exitStatus(within: .milliseconds(20)) == nil {
      most = max(most, (try? ProcessUsage.megabytes(child.process)) ?? 0)
    }
    return most
  }

  private func scanByMPD(_ music: String, home: String) throws -> Duration {
    let socket = folder.place("\(home)/socket")
    let configuration = try folder.write(
      """
      music_directory "\(music)"
      db_file "\(folder.place("\(home)/database"))"
      bind_to_address "\(socket)"
      audio_output {
        type "null"
        name "none"
      }
      """, to: "\(home)/conf")
    // Without a database it begins by itself.
    let start = MonotonicTime.now
    let child = try ChildProcess(["mpd", "--no-daemon", configuration], environment: environment)
    let mpd = try MPDConnection(socket)
    while try mpd.send("status").contains("updating_db") { poll(nil, 0, 5) }
    let time = MonotonicTime.now - start
    let statistics = try mpd.send("stats")
    let songs =
      statistics.split(separator: "\n").first { $0.hasPrefix("songs: ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
    guard songs * 10 >= options.tracks * 9 else { throw BenchError("mpd has found only \(songs) of the tracks") }
    withExtendedLifetime(child) {}
    return time
  }

  /// cmus does not say when it is ready: it is when it has used no CPU for half a second.
  private func scanByCmus(_ music: String, home: String) throws -> Duration {
    let cmus = try Player.cmus([], home: home, environment: environment, in: folder)
    let terminal = try cmus.start()
    _ = try cmus.waitForCompleteScreen(terminal)
    let remote = ["cmus-remote", "--server", folder.place("\(home)/socket"), "-C", "add -l \(music)"]
    let start = MonotonicTime.now
    _ = try BriefProgram.time(remote, environment: environment)
    var (last, used) = (MonotonicTime.now, 0.0)
    while MonotonicTime.now - last < .milliseconds(500) {
      try Interruption.check()
      _ = terminal.wait(atMost: .milliseconds(10)) { _ in false }
      let now = try ProcessUsage.cpuSeconds(terminal.process)
      // Drawing its screen takes less.
      if now - used > 0.002 { (last, used) = (.now, now) }
    }
    return last - start
  }
}
