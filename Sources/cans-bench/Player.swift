internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// A program under measurement: how to start it, and what its screen says about it.
struct Player {
  let name: String
  let arguments: [String]
  let environment: [String: String]
  /// The keys that make it play, where it does not by itself.
  var playKeys = ""
  /// Whether all that its first screen has to show is there.
  var isComplete: (TerminalScreen) -> Bool = { _ in true }
  /// Whether it has played for a second or longer.
  let isPlaying: (TerminalScreen) -> Bool

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
  func startPlaying() throws(BenchError) -> Pseudoterminal {
    let terminal = try start()
    _ = try waitForCompleteScreen(terminal)
    do throws(SystemCallError) {
      if !playKeys.isEmpty { try terminal.type(playKeys) }
    } catch {
      throw BenchError("\(name): \(error)")
    }
    guard terminal.wait(atMost: .seconds(5), until: isPlaying) else {
      throw BenchError("\(name) does not play; its screen:\n\(terminal.screen.text)")
    }
    return terminal
  }
}

extension Player {
  /// cans on `tracks`.
  static func cans(_ program: String, _ tracks: [Track], options: [String] = [], environment: [String: String])
    -> Player
  {
    Player(
      name: "cans", arguments: [program] + options + tracks.map(\.path), environment: environment,
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
      playKeys: "\r",
      isComplete: { screen in
        hasRows(for: tracks, screen) && screen.text.contains("\(tracks.count) tracks sorted")
          && screen.text.contains("| C")
      }, isPlaying: { $0.text.contains(#/> 00:0[1-9] [-\/] /#) })
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
