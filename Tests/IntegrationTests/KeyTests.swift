import TestSupport
import Testing

/// Keys typed at the built program.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct KeyTests {
  private let home: Home

  init() throws {
    home = try Home()
    for (index, title) in ["Alpha", "Beta", "Gamma"].enumerated() {
      try home.song("\(index).flac", title: title)
    }
  }

  @Test func `time passes while it plays and stands still in a pause`() throws {
    let player = try Player(in: home)
    try player.sees("2 s heard") { ($0.elapsed ?? 0) >= 2 }
    try player.type(" ")
    try player.isNow("paused")
    let place = player.elapsed
    try player.type("c")
    try player.isNow("playing")
    try player.sees("time going on") { ($0.elapsed ?? 0) > place ?? .max }
    try player.type("c")
    try player.isNow("paused")
    try player.type("v")
    try player.isNow("stopped")
    try player.sees("the track's start") { $0.elapsed == 0 }
    try player.quit()
  }

  @Test func `enter plays what is selected`() throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type("jj\r")
    try player.plays("Gamma")
    try player.type("\u{1B}OA\r")
    try player.plays("Beta")
    try player.type("\u{1B}OH\r")
    try player.plays("Alpha")
    try player.type("G ")
    try player.isNow("paused")
    try player.type("\r")
    try player.plays("Gamma")
    try player.quit()
  }

  @Test func `next and previous change the track, and previous goes to its start first`() throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type("n")
    try player.plays("Beta")
    try player.type(">")
    try player.plays("Gamma")
    try player.type("b")
    try player.plays("Beta")
    try player.type("\u{1B}OC")
    try player.sees("5 s") { ($0.elapsed ?? 0) >= 5 }
    try player.type("<")
    try player.sees("the track's start") { ($0.elapsed ?? .max) < 5 }
    try player.plays("Beta")
    try player.type("<")
    try player.plays("Alpha")
    try player.quit()
  }

  @Test func `arrows seek by seconds, comma and dot by minutes`() throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type(" ")
    try player.isNow("paused")
    try player.type(",")
    try player.sees("the start") { $0.elapsed == 0 }
    for (key, place) in [("\u{1B}OC", 5), ("\u{1B}OC", 10), (".", 70), ("\u{1B}OD", 65), (",", 5), (",", 0)] {
      try player.type(key)
      try player.sees("\(place) s") { $0.elapsed == place }
    }
    try player.isNow("paused")
    try player.quit()
  }

  @Test func `seeking past the end goes to the next track`() throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type("...")
    try player.sees("3 minutes") { ($0.elapsed ?? 0) >= 180 }
    try player.type(".")
    try player.plays("Beta")
    try player.sees("its start") { ($0.elapsed ?? .max) < 60 }
    try player.quit()
  }

  @Test func `plus, minus and m change what is heard of the route`() throws {
    let player = try Player(in: home)
    try player.hears(on: "Speaker", "vol 70 %")
    try player.type("++=")
    try player.hears(on: "Speaker", "vol 85 %")
    try player.type("-")
    try player.hears(on: "Speaker", "vol 80 %")
    try player.type("m")
    try player.hears(on: "Speaker", "muted")
    try player.type("m")
    try player.hears(on: "Speaker", "vol 80 %")
    try player.type("m")
    try player.hears(on: "Speaker", "muted")
    try player.type("+")
    try player.hears(on: "Speaker", "vol 85 %")
    try player.type("++++++++++")
    try player.hears(on: "Speaker", "vol 100 %")
    try player.quit()
  }

  @Test func `slash finds in the queue`() throws {
    let player = try Player(in: home)
    try player.plays("Alpha")
    try player.type("/gam")
    try player.sees("the prompt") { $0.messageRow.hasPrefix(" /gam") }
    try player.type("\r\r")
    try player.plays("Gamma")
    try player.type("/nothing like it")
    try player.sees("no match")
    try player.type("\u{1B}")
    try player.sees("the prompt closed") { $0.messageRow.hasPrefix(" simulated output") }
    try player.plays("Gamma")
    try player.quit()
  }

  @Test func `the help lists the simulator's keys and closes`() throws {
    let player = try Player(in: home, rows: 50)
    try player.plays("Alpha")
    try player.type("?")
    for line in ["play or pause", "simulator: headphones", "simulator: chattering jack", "draw the screen again"] {
      try player.sees(line)
    }
    try player.type("\u{1B}")
    try player.plays("Alpha")
    try player.quit()
  }

  @Test func `repeat and shuffle are marked`() throws {
    let player = try Player(in: home)
    for (key, marks) in [
      ("r", "repeat all  vol 70 %"), ("s", "repeat all  shuffle  vol 70 %"), ("r", "repeat one  shuffle  vol 70 %"),
      ("r", "shuffle  vol 70 %"), ("s", "vol 70 %"),
    ] {
      try player.plays("Alpha")
      try player.type(key)
      try player.sees(marks) { $0.routeRow.split(separator: ")").last?.drop { $0 == " " } == marks[...] }
    }
    try player.quit()
  }
}

/// The queue's course while nobody touches a key.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct QueueCourseTests {
  private let home: Home

  init() throws { home = try Home() }

  @Test func `tracks follow each other, and the end of the queue stops`() throws {
    for (index, title) in ["Alpha", "Beta"].enumerated() {
      try home.song("\(index).flac", seconds: 1.5, title: title)
    }
    let player = try Player(in: home)
    try player.plays("Beta")
    try player.isNow("end of queue")
    let seen = player.transcript()
    for word in ["paused", "stopped", "silent"] { #expect(!seen.contains(word)) }
    try player.type(" ")
    try player.isNow("playing")
    try player.quit()
  }

  @Test func `repeat all starts again after the last track`() throws {
    for (index, title) in ["Alpha", "Beta"].enumerated() {
      try home.song("\(index).flac", seconds: 1.5, title: title)
    }
    let player = try Player(in: home)
    try player.type("r")
    try player.sees("repeat all")
    try player.plays("Beta")
    try player.plays("Alpha")
    try player.quit()
  }
}
