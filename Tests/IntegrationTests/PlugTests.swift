import TestSupport
import Testing

/// Plugs pushed and pulled by the simulator's keys while the built program plays.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct PlugTests {
  /// What a key of the simulator connects.
  struct Plug: Sendable, CustomTestStringConvertible {
    let key: String
    let route: String
    /// What the screen says when it is pulled.
    let loss: String
    var testDescription: String { route }
  }

  static let headphones = Plug(
    key: "H", route: "Headphones – Simulated Sound (private)", loss: "paused: headphones unplugged")
  static let plugs = [
    headphones, Plug(key: "M", route: "Headset – Simulated Sound (private)", loss: "paused: headset unplugged"),
    Plug(key: "U", route: "USB headset – Simulated USB Headset (private)", loss: "paused: USB headset unplugged"),
    Plug(
      key: "B", route: "Bluetooth – Simulated Bluetooth Headset (private)", loss: "paused: Bluetooth disconnected"),
  ]
  static let speaker = "Speaker – Simulated Sound (public)"
  private static let unplugged = headphones.loss

  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
    try home.song("2.flac", title: "Beta")
  }

  /// A player that plays in what `plug` connects.
  private func playing(in plug: Plug = headphones) throws -> Player {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type(plug.key)
    try player.hears(on: plug.route, "vol 60 %")
    try player.isNow("playing")
    return player
  }

  @Test(arguments: plugs) func `unplugging pauses and plugging in again goes on (R1, R3)`(plug: Plug) throws {
    let player = try playing(in: plug)
    // A place that is reached neither by starting again nor by going on meanwhile.
    try player.type(".")
    try player.sees("a minute") { ($0.elapsed ?? 0) >= 60 }
    try player.type(plug.key)
    try player.isNow(plug.loss)
    try player.hears(on: Self.speaker, "vol 70 %")
    try player.sees(plug.key == "B" ? "when connected again" : "when plugged in again")
    let place = try #require(player.elapsed)
    try player.type(plug.key)
    try player.isNow("playing")
    #expect((place...place + 3).contains(player.elapsed ?? -1))
    try player.hears(on: plug.route, "vol 60 %")
    try player.sees("time going on") { ($0.elapsed ?? 0) > place }
    try player.quit()
  }

  @Test func `what the list of outputs sets for one is done, kept and told, and the file's line wins (R12)`() throws {
    let player = try playing()
    try player.type("ou")
    try player.sees("unplugged, it goes on at the speaker")
    try player.sees("the list") {
      $0.screen.rows.contains { $0.hasPrefix(" ▶ Headphones") && $0.contains("continues  60 %") }
    }
    try player.type("qH")
    try player.hears(on: Self.speaker, "vol 70 %")
    try player.isNow("playing")
    try player.quit()
    let origin = try home.run(["settings"])
    #expect(origin.output.contains("\"headphones:Simulated\" = \"continue\"  # chosen on the screen\n"))

    // The headphones are out at the start of the simulation.
    let next = try Player(in: home)
    try next.plays("Alpha")
    try next.type("o")
    try next.sees("it is kept") {
      $0.screen.rows.contains { $0.contains("headphones:Simulated") && $0.contains("continues") }
    }
    try next.type("q")
    try next.quit()

    try home.write("[on-unplug-of]\n\"headphones:Simulated\" = \"stop\"\n", to: "config/cans/settings.toml")
    let last = try Player(in: home)
    try last.plays("Alpha")
    try last.type("o")
    try last.sees("the file's") {
      $0.screen.rows.contains { $0.contains("headphones:Simulated") && $0.contains("stops") }
    }
    try last.type("q")
    try last.quit()
    #expect(try home.run(["settings"]).output.contains("\"headphones:Simulated\" = \"stop\"  # settings.toml:2\n"))
  }

  @Test func `a user's pause in between stays (R4)`() throws {
    let player = try playing()
    try player.type("H")
    try player.isNow(Self.unplugged)
    try player.type("c")
    try player.isNow("playing")
    try player.type("c")
    try player.isNow("paused")
    try player.type("H")
    try player.hears(on: Self.headphones.route, "vol 60 %")
    try player.isNow("paused")
    try player.quit()
  }

  @Test func `who goes on with the speaker takes the sound along into the headphones (R4, R6)`() throws {
    let player = try playing()
    try player.type("H")
    try player.isNow(Self.unplugged)
    try player.type(" ")
    try player.isNow("playing")
    try player.hears(on: Self.speaker, "vol 70 %")
    try player.type("H")
    try player.hears(on: Self.headphones.route, "vol 60 %")
    try player.isNow("playing")
    try player.quit()
  }

  @Test(arguments: plugs) func `a plug never starts what the user paused (R2, R5)`(plug: Plug) throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type(" ")
    try player.isNow("paused")
    for route in [plug.route, Self.speaker, plug.route] {
      try player.type(plug.key)
      try player.hears(on: route, route == Self.speaker ? "vol 70 %" : "vol 60 %")
      try player.isNow("paused")
    }
    try player.quit()
  }

  @Test func `a chattering jack is no pause (R9)`() throws {
    let player = try playing()
    let start = player.terminal.transcript.count
    let place = try #require(player.elapsed)
    try player.type("J")
    try player.sees("the chatter") { $0.transcript(since: start).contains("bouncing") }
    try player.isNow("playing")
    try player.sees("time going on") { ($0.elapsed ?? 0) > place + 1 }
    #expect(!player.transcript(since: start).contains("paused"))
    try player.hears(on: Self.headphones.route, "vol 60 %")
    try player.quit()
  }

  @Test func `each route has its own level, also in the next run (R19, R35)`() throws {
    var player = try Player(in: home)
    try player.type("+ ")
    try player.isNow("paused")
    try player.hears(on: Self.speaker, "vol 75 %")
    try player.type("H")
    try player.hears(on: Self.headphones.route, "vol 60 %")
    try player.type("--m")
    try player.hears(on: Self.headphones.route, "muted")
    try player.type("H")
    try player.hears(on: Self.speaker, "vol 75 %")
    try player.type("H")
    try player.hears(on: Self.headphones.route, "muted")
    try player.quit()

    player = try Player(in: home)
    try player.hears(on: Self.speaker, "vol 75 %")
    try player.type(" H")
    try player.hears(on: Self.headphones.route, "muted")
    try player.type("m")
    try player.hears(on: Self.headphones.route, "vol 50 %")
    try player.quit()
  }

  @Test func `the settings can have the speaker go on (R12, R20)`() throws {
    try home.write("on-unplug = \"continue\"\nspeaker-volume = 30\n", to: "config/cans/settings.toml")
    let player = try playing()
    try player.type("H")
    try player.hears(on: Self.speaker, "vol 30 %")
    try player.isNow("playing")
    try player.quit()
  }
}
