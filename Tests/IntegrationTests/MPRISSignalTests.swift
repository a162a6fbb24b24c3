import Foundation
import TestSupport
import Testing

/// What the built player tells on the bus without being asked.
@Suite(.onThreads, .timeLimit(.minutes(5)), .enabled(if: Desktop.hasPrograms))
struct MPRISSignalTests {
  /// What busctl sees of the player's signals.
  private final class Listener {
    private let monitor: ChildProcess

    init(on desktop: Desktop) throws {
      monitor = try ChildProcess(
        ["busctl", "--address=\(desktop.bus.address)", "--json=short", "monitor", Desktop.name],
        environment: ["PATH": ProcessEnvironment.variable("PATH")])
      guard monitor.wait(atMost: Player.limit, until: { $0.errors.contains("Monitoring") }) else {
        throw RunError("busctl monitor: \(monitor.errors)")
      }
    }

    /// The signals so far, once the newest of them is there: one that has all these words in it.
    func signals(
      until words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Substring] {
      let isThere = monitor.wait(atMost: Player.limit) { monitor in
        monitor.output.split(separator: "\n").contains { line in words.allSatisfy(line.contains) }
      }
      #expect(isThere, "\(words) in \(monitor.output)", sourceLocation: sourceLocation)
      return monitor.output.split(separator: "\n").filter { $0.contains(#""type":"signal""#) }
    }
  }

  private let home: Home
  private let desktop: Desktop

  init() throws {
    home = try Home()
    try home.song("1.flac", seconds: 100, title: "Alpha")
    try home.song("2.flac", seconds: 100, title: "Beta")
    desktop = try Desktop(in: home)
  }

  @Test func `the place is told when it jumps, and not when music pauses, plays on or goes to the next track`() throws {
    let player = try desktop.start()
    try player.plays("Alpha")
    let listener = try Listener(on: desktop)
    for command in ["pause", "play", "pause", "play"] { try desktop.playerctl(command) }
    try desktop.playerctl("position", "50")
    let jumps = try listener.signals(until: #""member":"Seeked""#).filter { $0.contains("Seeked") }
    let place = try #require(jumps[0].firstMatch(of: #/"data":\[(\d+)\]/#).flatMap { Int($0.1) })
    #expect(jumps.count == 1 && (50_000_000..<55_000_000).contains(place))
    try desktop.playerctl("next")
    let told = try listener.signals(until: "PropertiesChanged", "Beta")
    #expect(told.filter { $0.contains("Seeked") }.count == 1)
    #expect(told.filter { $0.contains(#""PlaybackStatus""#) }.count == 4)
    #expect(!told.contains { $0.contains(#""Position""#) })
    // A key of the player's own is a jump like any other.
    try player.plays("Beta")
    try player.type(".")
    let all = try listener.signals(until: #""member":"Seeked""#, ":[6").filter { $0.contains("Seeked") }
    #expect(all.count == 2)
    try player.quit()
  }

  @Test func `headphones that are pulled out and come back are a pause and a return of the music`() throws {
    let player = try desktop.start()
    try player.plays("Alpha")
    try player.type("H")
    try player.hears(on: PlugTests.headphones.route, "vol 60 %")
    let listener = try Listener(on: desktop)
    try player.type("H")
    // Before it is known to be a loss it is shown as playing (R9); the speaker's level is another (R20).
    let lost = try listener.signals(until: #""PlaybackStatus":{"type":"s","data":"Paused"}"#)
    #expect(!lost.contains { $0.contains("Playing") })
    _ = try listener.signals(until: #""Volume":{"type":"d""#)
    try player.type("H")
    _ = try listener.signals(until: #""PlaybackStatus":{"type":"s","data":"Playing"}"#)
    try player.quit()
  }
}
