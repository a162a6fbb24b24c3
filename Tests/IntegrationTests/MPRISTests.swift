import Foundation
import TestSupport
import Testing

/// The built player as other programs on the desktop see it: busctl, which shows every byte, and
/// playerctl, which is what people use.
@Suite(.onThreads, .timeLimit(.minutes(5)), .enabled(if: Desktop.hasPrograms))
struct MPRISTests {
  private let home: Home
  private let desktop: Desktop

  init() throws {
    home = try Home()
    for (index, title) in ["Alpha", "Beta", "Gamma"].enumerated() {
      try home.song("\(index + 1).flac", seconds: 100, title: title, artist: "Ann")
    }
    desktop = try Desktop(in: home)
  }

  /// A player that plays the first of three tracks.
  private func playing() throws -> Player {
    let player = try desktop.start()
    try player.plays("Alpha")
    return player
  }

  @Test func `playerctl finds the player, and what it plays`() throws {
    let player = try playing()
    #expect(try desktop.playerctl("--list-all") == "cans")
    #expect(try desktop.playerctl("status") == "Playing")
    let format = "{{title}} – {{artist}} – {{mpris:length}} – {{xesam:url}}"
    let url = "file://\(home.path)/Music/1.flac"
    #expect(try desktop.playerctl("metadata", "--format", format) == "Alpha – Ann – 100000000 – \(url)")
    try player.quit()
  }

  @Test func `play, pause and stop do what they say, and nothing when it is so already`() throws {
    let player = try playing()
    for (command, status) in [
      ("pause", "Paused"), ("pause", "Paused"), ("play", "Playing"), ("play", "Playing"), ("play-pause", "Paused"),
      ("play-pause", "Playing"), ("stop", "Stopped"), ("stop", "Stopped"), ("pause", "Stopped"), ("play", "Playing"),
    ] {
      try desktop.playerctl(command)
      #expect(try desktop.playerctl("status") == status, "after \(command)")
    }
    // After a stop the track begins anew.
    #expect(try desktop.position() < 60)
    try player.isNow("playing")
    try player.quit()
  }

  @Test func `next and previous keep a pause, and after the last track there is nothing to go to`() throws {
    let player = try playing()
    try desktop.playerctl("pause")
    for (command, title) in [
      ("next", "Beta"), ("previous", "Alpha"), ("previous", "Alpha"), ("next", "Beta"), ("next", "Gamma"),
      ("next", "Gamma"),
    ] {
      try desktop.playerctl(command)
      #expect(try desktop.playerctl("metadata", "title") == title, "after \(command)")
      #expect(try desktop.playerctl("status") == "Paused")
    }
    #expect(try desktop.property("CanGoNext") == "b false" && desktop.property("CanGoPrevious") == "b true")
    try desktop.playerctl("loop", "Playlist")
    #expect(try desktop.property("CanGoNext") == "b true")
    try desktop.playerctl("next")
    #expect(try desktop.playerctl("metadata", "title") == "Alpha")
    try player.quit()
  }

  @Test func `a seek before the start is the start, and one behind the end the next track`() throws {
    let player = try playing()
    try desktop.playerctl("pause")
    try desktop.busctl("call", "Seek", "x", "30000000")
    #expect(try (30...50).contains(desktop.position()))
    try desktop.busctl("call", "Seek", "x", "--", "-90000000")
    #expect(try desktop.position() == 0)
    try desktop.busctl("call", "Seek", "x", "100000001")
    #expect(try desktop.playerctl("metadata", "title") == "Beta")
    #expect(try desktop.position() == 0 && desktop.playerctl("status") == "Paused")
    try player.quit()
  }

  @Test func `a place is set for the track that is meant, within its length`() throws {
    let player = try playing()
    try desktop.playerctl("pause")
    let track = try desktop.playerctl("metadata", "mpris:trackid").replacing("'", with: "")
    try desktop.busctl("call", "SetPosition", "ox", track, "20000000")
    #expect(try desktop.position() == 20)
    for (path, place) in [
      (track, "100000001"), (track, "-1"), ("/cans/track/99", "1000000"),
      ("/org/mpris/MediaPlayer2/TrackList/NoTrack", "0"),
    ] {
      try desktop.busctl("call", "SetPosition", "ox", "--", path, place)
      #expect(try desktop.position() == 20, "after \(place) in \(path)")
    }
    try player.quit()
  }

  @Test func `volume, repeat and shuffle are set and told (R21, R35)`() throws {
    try home.write("max-volume = 90\n", to: "config/cans/settings.toml")
    let player = try playing()
    try player.type("m")
    try player.hears(on: PlugTests.speaker, "muted")
    for (volume, shown) in [("0.5", "0.5"), ("-3", "0"), ("7", "0.9")] {
      try desktop.busctl("set-property", "Volume", "d", "--", volume)
      #expect(try desktop.property("Volume") == "d \(shown)")
    }
    // Down is not up: only the last one has ended the mute.
    try player.hears(on: PlugTests.speaker, "vol 90 %")
    for mode in ["Track", "Playlist", "None"] {
      try desktop.playerctl("loop", mode)
      #expect(try desktop.playerctl("loop") == mode)
    }
    try desktop.playerctl("shuffle", "on")
    #expect(try desktop.playerctl("shuffle") == "On")
    try player.quit()
  }

  @Test func `a URI of a file is played now, and the rest of the queue stays`() throws {
    let player = try playing()
    let file = try home.song("../Other/a b%é.flac", title: "Delta")
    let uri = URL(fileURLWithPath: file).standardized.absoluteString
    try desktop.busctl("call", "OpenUri", "s", uri)
    try player.plays("Delta")
    try player.sees("4 tracks")
    let refused = try desktop.run([
      "busctl", "--address=\(desktop.bus.address)", "call", Desktop.name, "/org/mpris/MediaPlayer2", Desktop.player,
      "OpenUri", "s", "https://example.org/a.flac",
    ])
    #expect(refused.status != 0 && refused.errors.contains("no file of this machine"))
    try player.quit()
  }

  @Test func `a player with nothing to play says so, and takes what it is asked for`() throws {
    let player = try desktop.start([])
    for command in ["Play", "PlayPause", "Pause", "Stop", "Next", "Previous"] { try desktop.busctl("call", command) }
    try desktop.busctl("call", "Seek", "x", "1000000")
    #expect(try desktop.property("PlaybackStatus") == #"s "Stopped""#)
    #expect(
      try desktop.property("Metadata")
        == #"a{sv} 1 "mpris:trackid" o "/org/mpris/MediaPlayer2/TrackList/NoTrack""#)
    for property in ["CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanGoPrevious"] {
      #expect(try desktop.property(property) == "b false", "\(property)")
    }
    try player.quit()
  }

  @Test func `the cover of the album is a file that stays, one for all its tracks`() throws {
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 500))
    try picture.write(to: URL(fileURLWithPath: home.path + "/Music/Folder.PNG"))
    let player = try playing()
    var covers: Set<String> = []
    for title in ["Alpha", "Beta"] {
      try player.plays(title)
      try player.sees("the cover of \(title)") { _ in
        (try? self.desktop.playerctl("metadata", "mpris:artUrl").hasPrefix("file://")) ?? false
      }
      covers.insert(try desktop.playerctl("metadata", "mpris:artUrl"))
      try desktop.playerctl("next")
    }
    #expect(covers.count == 1 && covers.first!.contains("/cache/cans/covers/"))
    #expect(try Data(contentsOf: #require(URL(string: covers.first!))) == picture)
    try player.quit()
  }

  @Test func `a second player has a name of its own, and quits when it is asked to`() throws {
    let first = try playing()
    let second = try Player(in: home, environment: desktop.environment)
    let name = "\(Desktop.name).instance\(second.terminal.process)"
    try second.sees("\(name) on the bus") { _ in (try? self.desktop.names().contains(name)) ?? false }
    try desktop.busctl("call", "Quit", interface: "org.mpris.MediaPlayer2", name: name)
    #expect(second.terminal.exitStatus(within: Player.limit) == 0)
    #expect(try desktop.playerctl("--list-all") == "cans")
    try first.quit()
    #expect(try !desktop.names().contains { $0.hasPrefix("org.mpris") && !$0.contains("playerctld") })
  }

  @Test func `the bus may go and come back`() throws {
    let player = try playing()
    desktop.bus.stop()
    try player.type(" ")
    try player.isNow("paused")
    try desktop.bus.start()
    try player.sees("the player back on the bus") { _ in
      (try? self.desktop.names().contains(Desktop.name)) ?? false
    }
    #expect(try desktop.playerctl("status") == "Paused")
    try player.quit()
    #expect(home.text(of: "errors") == "")
  }

  @Test func `R23: switched off, it is not on the bus`() throws {
    try home.write("[remote]\nmpris = \"off\"\n", to: "config/cans/settings.toml")
    let player = try Player(in: home, environment: desktop.environment)
    try player.plays("Alpha")
    try player.sees("a while of playing") { ($0.elapsed ?? 0) > 1 }
    #expect(try !desktop.names().contains(Desktop.name))
    #expect(try !String(contentsOfFile: "/proc/\(player.terminal.process)/maps", encoding: .utf8).contains("systemd"))
    try player.quit()
  }

  @Test func `R4, R11: only a session manager's pause because of the loss leaves the resume armed`() throws {
    // The bus tells who calls by the process, and that by its file.
    let manager = home.path + "/wireplumber"
    try FileManager.default.copyItem(atPath: "/usr/bin/busctl", toPath: manager)
    let player = try playing()
    try player.type("H")
    try player.hears(on: PlugTests.headphones.route, "vol 60 %")
    for (program, resumes) in [(manager, true), ("busctl", false)] {
      try player.type("H")
      try player.isNow(PlugTests.headphones.loss)
      let call = ["--address=\(desktop.bus.address)", "call", Desktop.name, "/org/mpris/MediaPlayer2", Desktop.player]
      #expect(try desktop.run([program] + call + ["Pause"]).status == 0)
      try player.isNow(resumes ? PlugTests.headphones.loss : "paused")
      try player.type("H")
      try player.hears(on: PlugTests.headphones.route, "vol 60 %")
      try player.isNow(resumes ? "playing" : "paused")
    }
    try player.quit()
  }
}
