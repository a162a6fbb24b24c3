internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// A program under measurement: how to start it, and what its screen says about it.
struct Player {
  let name: String
  let arguments: [String]
  let environment: [String: String]
  /// Makes it play, where it does not by itself.
  var play: (Pseudoterminal) throws -> Void = { _ in }
  /// Whether all that its first screen has to show is there.
  var isComplete: (TerminalScreen) -> Bool = { _ in true }
  /// Whether it has played for a second or longer.
  let isPlaying: (TerminalScreen) throws -> Bool

  /// Starts it in a terminal.
  func start() throws(BenchError) -> Pseudoterminal {
    do throws(SystemCallError) {
      return try Pseudoterminal(arguments, environment: environment)
    } catch {
      throw BenchError("\(name) does not start: \(error)")
    }
  }

  /// Waits until its first screen is complete in `terminal`, and returns when that was.
  func waitForCompleteScreen(_ terminal: Pseudoterminal) throws(BenchError) -> MonotonicTime {
    let deadline = MonotonicTime.now + .seconds(5)
    while MonotonicTime.now < deadline {
      // Looking at each picture at once would delay the next one: it is done afterwards, from what was noted.
      _ = terminal.wait(atMost: .milliseconds(200)) { _ in false }
      var screen = TerminalScreen(rows: 24, columns: 80)
      var seen = 0
      for arrival in terminal.arrivals {
        screen.feed(terminal.transcript[seen..<arrival.count])
        seen = arrival.count
        if isComplete(screen) { return arrival.time }
      }
    }
    throw BenchError("\(name) shows no complete screen but:\n\(terminal.screen.text)")
  }

  /// Starts it and waits until it plays.
  func startPlaying() throws -> Pseudoterminal {
    let terminal = try start()
    _ = try waitForCompleteScreen(terminal)
    try play(terminal)
    let deadline = MonotonicTime.now + .seconds(5)
    repeat {
      _ = terminal.wait(atMost: .milliseconds(50)) { _ in false }
      if try isPlaying(terminal.screen) { return terminal }
    } while MonotonicTime.now < deadline
    throw BenchError("\(name) does not play; its screen:\n\(terminal.screen.text)")
  }
}

extension Player {
  /// cans on `tracks`; not named: they are in the queue of the player that runs.
  static func cans(
    _ program: String, _ tracks: [Track], names: Bool = true, options: [String] = [], environment: [String: String]
  ) -> Player {
    Player(
      name: "cans", arguments: [program] + options + (names ? tracks.map(\.path) : []), environment: environment,
      isComplete: { screen in
        // The lowest lines are the status, the route with the level, and hints.
        let (status, route) = (screen.rows[screen.rows.count - 3], screen.rows[screen.rows.count - 2])
        return hasRows(for: tracks, screen) && screen.rows[0].contains("\(tracks.count) tracks, ")
          && status.contains("playing") && route.contains(#/\S.*  vol /#) && !route.contains("no sound device")
      }, isPlaying: { $0.text.contains(#/ 0:0[1-9] -/#) })
  }

  /// cmus with `tracks` in its library, which its first screen lists. Its configuration is written to `home`.
  static func cmus(_ tracks: [Track], home: String, environment: [String: String], in folder: WorkFolder) throws
    -> Player
  {
    // Without a session bus cmus would stop to say so.
    try folder.write("set start_view=sorted\nset output_plugin=alsa\nset mpris=false\n", to: "\(home)/rc")
    try folder.write(tracks.map { $0.path + "\n" }.joined(), to: "\(home)/lib.pl")
    var environment = environment
    environment["CMUS_HOME"] = folder.place(home)
    return Player(
      name: "cmus", arguments: ["cmus", "--listen", folder.place("\(home)/socket")], environment: environment,
      play: { try $0.type("\r") },
      isComplete: { screen in
        hasRows(for: tracks, screen) && screen.text.contains("\(tracks.count) tracks sorted")
          && screen.text.contains("| C")
      }, isPlaying: { $0.text.contains(#/> 00:0[1-9] [-\/] /#) })
  }

  /// mpd on `tracks`, told over its socket to play them. Its configuration is written to `home`.
  static func mpd(_ tracks: [Track], home: String, environment: [String: String], in folder: WorkFolder) throws
    -> Player
  {
    let socket = folder.place("\(home)/socket")
    let configuration = try folder.write(
      """
      playlist_directory "\(folder.path)"
      bind_to_address "\(socket)"
      audio_output {
        type "alsa"
        name "default"
      }
      """, to: "\(home)/conf")
    return Player(
      name: "mpd", arguments: ["mpd", "--no-daemon", configuration], environment: environment,
      play: { _ in
        let mpd = try MPDConnection(socket)
        for track in tracks { try mpd.send("add \"file://\(track.path)\"") }
        try mpd.send("play")
      }, isPlaying: { _ in try MPDConnection(socket).send("status").contains(#/elapsed: [1-9]/#) })
  }

  /// mpv on `tracks`.
  static func mpv(_ tracks: [Track], environment: [String: String]) -> Player {
    Player(
      name: "mpv", arguments: ["mpv", "--no-config", "--no-video", "--ao=alsa"] + tracks.map(\.path),
      environment: environment, isPlaying: { $0.text.contains(#/A: 00:00:0[1-9] /#) })
  }

  /// Whether each track's title and length stand in one row.
  private static func hasRows(for tracks: [Track], _ screen: TerminalScreen) -> Bool {
    tracks.allSatisfy { track in screen.rows.contains { $0.contains(track.title) && $0.contains(#/\d:\d\d$/#) } }
  }
}

/// A file to play and the title that a screen shows for it.
struct Track {
  let path: String
  let title: String

  /// A track named as those of the demo album are: "01 Title.flac".
  init(path: String) {
    self.path = path
    let name = path.split(separator: "/").last ?? ""
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    title = String(stem.drop { $0.isNumber || $0 == " " })
  }
}
