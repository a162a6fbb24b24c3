import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import MessageBus

/// The player on a private bus, as busctl sees it.
@Suite(.serialized, .enabled(if: ProcessEnvironment.canTest(with: "busctl", "dbus-daemon"))) struct MPRISServiceTests {
  private let bus: PrivateBus
  private let rig: MPRISRig

  init() throws {
    bus = try PrivateBus()
    rig = MPRISRig(address: bus.address)
    #expect(try rig.isNamed(on: bus))
  }

  private func get(_ property: String) throws -> String { try rig.busctl("get-property", property, on: bus) }
  private func call(_ method: String, _ arguments: [String] = []) throws -> String {
    let target = ["org.mpris.MediaPlayer2.cans", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", method]
    return try rig.output(of: ["busctl", "--address=\(bus.address)", "--timeout=10", "call"] + target + arguments)
  }

  @Test func `every property has the value and the type of the specification`() throws {
    rig.command(.setLevel(Level(percent: 45)))
    let values = [
      "PlaybackStatus": #"s "Paused""#, "LoopStatus": #"s "None""#, "Rate": "d 1", "Shuffle": "b false",
      "Volume": "d 0.45", "Position": "x 0", "MinimumRate": "d 1", "MaximumRate": "d 1", "CanGoNext": "b true",
      "CanGoPrevious": "b true", "CanPlay": "b true", "CanPause": "b true", "CanSeek": "b true",
      "CanControl": "b true",
    ]
    for (property, value) in values { #expect(try get(property) == value, "\(property)") }
    #expect(
      try get("Metadata")
        == #"a{sv} 6 "mpris:trackid" o "/cans/track/1" "mpris:length" x 60000000 "#
        + #""xesam:url" s "file:///music/1.flac" "xesam:title" s "Alpha" "xesam:artist" as 1 "\303\204rzte" "#
        + #""xesam:album" s "Best of""#)
    let constants = [
      "CanQuit": "b true", "CanRaise": "b false", "HasTrackList": "b false", "Identity": #"s "cans""#,
      "DesktopEntry": #"s "cans""#, "SupportedUriSchemes": #"as 1 "file""#,
      "SupportedMimeTypes": #"as 2 "audio/flac" "audio/mpeg""#,
    ]
    for (property, value) in constants {
      #expect(try rig.busctl("get-property", property, interface: "org.mpris.MediaPlayer2", on: bus) == value)
    }
  }

  @Test func `it describes itself`() throws {
    let text = try rig.output(of: [
      "busctl", "--address=\(bus.address)", "introspect", "--xml-interface", "org.mpris.MediaPlayer2.cans",
      "/org/mpris/MediaPlayer2",
    ])
    for name in [
      "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player", "Raise", "Quit", "Next", "Previous", "Pause",
      "PlayPause", "Stop", "Play", "Seek", "SetPosition", "OpenUri", "Seeked", "Metadata", "Position", "Volume",
    ] {
      #expect(text.contains("name=\"\(name)\""), "\(name) in \(text)")
    }
  }

  @Test func `what is unknown, read-only or of the wrong type is an error of that name`() throws {
    func fails(_ arguments: [String], with words: String) throws {
      let target = ["org.mpris.MediaPlayer2.cans", "/org/mpris/MediaPlayer2"]
      let text = try rig.output(
        of: ["busctl", "--address=\(bus.address)", arguments[0]] + target + arguments.dropFirst())
      #expect(text.contains(words), "\(arguments): \(text)")
    }
    let player = "org.mpris.MediaPlayer2.Player"
    try fails(["call", player, "Fly"], with: "Unknown method")
    try fails(["call", "org.mpris.MediaPlayer2.TrackList", "AddTrack"], with: "Unknown")
    try fails(["call", player, "Seek", "s", "far"], with: "Invalid arguments")
    try fails(["get-property", player, "Speed"], with: "property Speed")
    try fails(["get-property", "org.mpris.MediaPlayer2", "Fullscreen"], with: "property Fullscreen")
    try fails(["set-property", player, "CanPlay", "b", "false"], with: "not writable")
    try fails(["set-property", player, "Volume", "s", "loud"], with: "Incorrect")
    try fails(["set-property", player, "LoopStatus", "s", "Sometimes"], with: "None, Track or Playlist")
    try fails(["set-property", player, "Rate", "d", "2"], with: "no other speed")
    try fails(["call", player, "OpenUri", "s", "http://example.org/a.mp3"], with: "no file of this machine")
    #expect(rig.calls == [])
  }

  @Test func `methods reach the player, with the program that calls, and what is read next knows of them`() throws {
    for (method, arguments, status) in [
      ("Play", [], "Playing"), ("PlayPause", [], "Paused"), ("PlayPause", [], "Playing"), ("Pause", [], "Paused"),
      ("Next", [], "Paused"), ("Previous", [], "Paused"), ("Seek", ["x", "5000000"], "Paused"), ("Stop", [], "Stopped"),
    ] as [(String, [String], String)] {
      #expect(try call(method, arguments) == "")
      #expect(try get("PlaybackStatus") == "s \"\(status)\"")
    }
    let commands: [Command] = [
      .play, .togglePlayPause, .togglePlayPause, .pause, .nextTrack, .previousTrack, .skip(.seconds(5)), .stop,
    ]
    #expect(rig.calls == commands.map { MPRISCall(request: .command($0), process: "busctl") })
    #expect(try call("OpenUri", ["s", "file:///a%20b"]) == "")
    #expect(rig.calls.last?.request == .open(FilePath("/a b")))
  }

  @Test func `calls that are sent without waiting for answers are done in their order`() throws {
    let client = try BusClient(of: "org.mpris.MediaPlayer2.cans", at: bus.address)
    try client.race(["Pause", "Play", "Next", "Stop", "PlayPause"])
    #expect(rig.runs { rig.calls.count == 5 })
    #expect(
      rig.calls.map(\.request) == [.pause, .play, .nextTrack, .stop, .togglePlayPause].map(MPRISRequest.command))
    #expect(Set(rig.calls.map(\.process)).count == 1 && rig.calls[0].process != nil)
  }

  @Test func `what has changed is told once, with its value, and the place only when it jumps`() throws {
    let monitor = try ChildProcess(
      ["busctl", "--address=\(bus.address)", "--json=short", "monitor", "org.mpris.MediaPlayer2.cans"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(rig.runs { monitor.wait(atMost: .zero) { $0.errors.contains("Monitoring") } })
    func signals(until last: String) -> [Substring] {
      #expect(rig.runs { monitor.wait(atMost: .zero) { $0.output.contains(last) } }, "\(last) in \(monitor.output)")
      return monitor.output.split(separator: "\n").filter { $0.contains(#""type":"signal""#) }
    }
    rig.command(.play)
    rig.turn()
    rig.turn()
    rig.command(.changeShuffleMode(true))
    rig.command(.setLevel(Level(percent: 10)))
    rig.turn()
    var told = signals(until: #""Volume":{"type":"d""#)
    #expect(told.count == 2)
    #expect(told[0].contains(#"Player",{"PlaybackStatus":{"type":"s","data":"Playing"}},[]]"#), "\(told)")
    #expect(told[1].contains(#""Shuffle":{"type":"b","data":true}"#))
    rig.command(.changePlaybackPosition(.seconds(30)))
    rig.turn()
    rig.turn()
    told = signals(until: #""member":"Seeked""#)
    #expect(told.count == 3)
    #expect(told[2].contains(#""data":[30000000]"#), "\(told[2])")
    rig.command(.changeRepeatMode(.all))
    rig.turn()
    told = signals(until: "LoopStatus")
    #expect(told.count == 4 && !monitor.output.contains("\"Position\""))
  }

  @Test func `a second player has a name of its own`() throws {
    let second = MPRISRig(address: bus.address)
    let name = "org.mpris.MediaPlayer2.cans.instance\(getpid())"
    #expect(try second.isNamed(name, on: bus))
    let words = ["busctl", "--address=\(bus.address)", "list", "--acquired", "--no-legend"]
    let names = try second.output(of: words).split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.contains("org.mpris.MediaPlayer2.cans") && names.contains(Substring(name)))
  }
}
