import Foundation
import TestSupport
import Testing

/// The built player among the machine's services and other programs, which dbusmock plays on a private bus.
@Suite(.onThreads, .timeLimit(.minutes(5)), .enabled(if: BusMock.isHere, "python3-dbusmock is not installed"))
struct ServiceTests {
  private let home: Home
  private let desktop: Desktop

  init() throws {
    home = try Home()
    try home.song("1.flac", seconds: 100, title: "Alpha", artist: "Ann")
    desktop = try Desktop(in: home)
  }

  /// A player that plays, on whose bus the machine's services are, too.
  private func playing() throws -> Player {
    let bus = ["DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address]
    let player = try Player(in: home, environment: desktop.environment.merging(bus) { $1 })
    try player.plays("Alpha")
    return player
  }

  private func holds(_ login: LoginMock) throws -> Bool { try login.inhibitors.contains(#""sleep:shutdown" "cans""#) }

  @Test func `R17: the machine's sleep waits for silence, less than a second, and headphones play on after it`() throws
  {
    let login = try LoginMock(on: desktop.bus)
    let player = try playing()
    try player.type("H")
    try player.hears(on: PlugTests.headphones.route, "vol 60 %")
    try player.sees("an inhibitor") { _ in (try? holds(login)) == true }
    for _ in 0..<2 {
      try login.announceSleep(true)
      let announced = ContinuousClock.now
      try player.sees("no inhibitor") { _ in (try? holds(login)) == false }
      #expect(.now - announced < .seconds(1))
      try player.isNow("paused: the computer sleeps")
      try login.announceSleep(false)
      try player.sees("an inhibitor") { _ in (try? holds(login)) == true }
      try player.isNow("playing")
    }
    try player.quit()
    #expect(try waits(atMost: Player.limit) { try !holds(login) })
  }

  @Test func `R17: what everybody hears does not go on after the machine's sleep`() throws {
    let login = try LoginMock(on: desktop.bus)
    let player = try playing()
    try player.sees("an inhibitor") { _ in (try? holds(login)) == true }
    try login.announceSleep(true)
    try player.sees("no inhibitor") { _ in (try? holds(login)) == false }
    try login.announceSleep(false)
    try player.isNow("paused")
    try player.quit()
  }

  @Test func `R3: music comes back with a headset that had walked off, not with one that was switched off`() throws {
    // The simulated headset, as BlueZ knows it.
    let bluez = try BlueZMock(on: desktop.bus, address: "00:00:5E:00:53:01")
    let player = try playing()
    let plug = PlugTests.plugs[3]
    try bluez.connect()
    try player.type(plug.key)
    try player.hears(on: plug.route, "vol 60 %")
    for (reason, resumes) in [("Timeout", true), ("Remote", false)] {
      try bluez.removeTransport()
      try player.type(plug.key)
      try player.isNow(plug.loss)
      try bluez.disconnect(reason: reason)
      try bluez.connect()
      try player.type(plug.key)
      try player.hears(on: plug.route, "vol 60 %")
      try player.isNow(resumes ? "playing" : "paused: Bluetooth was disconnected")
    }
    try player.quit()
  }

  @Test func `R14: music waits while a player plays that was started later`() throws {
    try home.write("yield-to-players = \"on\"\n", to: "config/cans/settings.toml")
    let earlier = try PlayerMock("earlier", on: desktop.bus)
    let player = try playing()
    let other = try PlayerMock("other", "Paused", on: desktop.bus)
    // Until the player has looked around, nothing tells what was there before.
    try player.sees("a pause") { player in
      if player.statusRow.contains("paused: another player plays") { return true }
      try? other.set("Paused")
      try? other.set("Playing")
      return false
    }
    try other.set("Paused")
    try player.isNow("playing")
    #expect(try earlier.status == "Playing")
    try player.quit()
  }

  @Test func `R37: who plays is paused while this player plays, and goes on afterwards`() throws {
    try home.write("interrupt-others = \"on\"\n", to: "config/cans/settings.toml")
    let other = try PlayerMock("other", on: desktop.bus)
    let player = try playing()
    #expect(try waits(atMost: Player.limit) { try other.status == "Paused" })
    try player.type(" ")
    #expect(try waits(atMost: Player.limit) { try other.status == "Playing" })
    try player.type(" ")
    #expect(try waits(atMost: Player.limit) { try other.status == "Paused" })
    try player.isNow("playing")
    try player.quit()
  }
}
