import Foundation
import LinuxSystem
import TestSupport
import Testing

/// The player on a device that is a sound server's.
@Suite(
  .onThreads, .timeLimit(.minutes(5)),
  .enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct ServerTests {
  private let home: Home
  private let server: PulseServer

  init() throws {
    home = try Home()
    server = try PulseServer()
  }

  /// What makes ALSA's default device the server's, and lets the server be found.
  private func environment() throws -> [String: String] {
    let configuration = try home.write("pcm.!default { type pulse }\nctl.!default { type pulse }\n", to: "asound.conf")
    return [
      "ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:\(configuration)", "PULSE_SERVER": server.address,
    ]
  }

  private func player(_ more: [String: String] = [:]) throws -> Player {
    try home.song("1.flac", seconds: 60)
    let environment = try environment().merging(more) { $1 }
    let player = try Player(in: home, environment: environment, device: "default")
    try player.sees("▶ 1")
    return player
  }

  /// The server's list of streams, as soon as there is one.
  private func streams() throws -> String {
    var list = ""
    _ = try waits(atMost: Player.limit) {
      list = try server.control("list", "sink-inputs")
      return list.contains("media.role") || list.contains("application.name")
    }
    return list
  }

  @Test func `its stream is music, and named`() throws {
    let player = try player()
    let list = try streams()
    #expect(list.contains("media.role = \"music\"") && list.contains("application.name = \"cans\""), "\(list)")
    #expect(list.contains("application.process.id = \"\(player.terminal.process)\""), "\(list)")
    try player.type("q")
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
  }

  @Test func `what the user has set of its stream stays`() throws {
    let player = try player(["PULSE_PROP": "media.role=test"])
    let list = try streams()
    #expect(list.contains("media.role = \"test\"") && !list.contains("\"music\""), "\(list)")
    try player.type("q")
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
  }

  @Test func `a server that stands still stops neither keys nor the way out`() throws {
    let player = try player()
    _ = try streams()
    server.stand(still: true)
    defer { server.stand(still: false) }
    try player.type(" ")
    try player.sees("paused")
    try player.type("q")
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
  }
}
