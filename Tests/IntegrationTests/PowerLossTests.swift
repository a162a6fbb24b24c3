import Glibc
import Library
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

/// The built player is killed at any time, and the next one goes on from a state of its last five seconds. `CANS_KILLS`
/// asks for more than a few lives.
@Suite(.onThreads, .timeLimit(.minutes(15)))
struct PowerLossTests {
  private static let lives = Int(ProcessEnvironment.variable("CANS_KILLS")) ?? 16
  /// Each of so many lives is long enough for the place to be saved by time alone.
  private static let short = 40
  private static let songs = 9

  @Test func `killed at any time it goes on from where it was, and nothing is lost`() throws {
    let home = try Home()
    for number in 1...Self.songs { try home.song("\(number).flac", seconds: 3_000, title: "Song \(number)") }
    var random = SplitMix64(seed: 4)
    var saved = try firstLife(in: home)
    var kinds: Set<String> = []
    for number in 1...Self.lives {
      let isLong = number % Self.short == 1
      let life = isLong ? try longLife(in: home, &random) : try shortLife(in: home, &random)
      guard let now = try SessionStore.session(of: home) else { throw RunError("life \(number): all is lost") }
      let fault = life.fault(from: saved, to: now)
      #expect(fault == nil, "life \(number), \(life): \(fault ?? "")\nfrom \(saved.place)\nto \(now.place)")
      if now.queue != saved.queue { kinds.insert("queue") }
      if now.queue.order != saved.queue.order { kinds.insert("order") }
      if now.place.current != saved.place.current { kinds.insert("track") }
      if now.place.frame != saved.place.frame { kinds.insert("place") }
      if now.place.repeatMode != saved.place.repeatMode { kinds.insert("repeat") }
      saved = now
    }
    // The lives were long enough for something to be saved in them.
    #expect(kinds.isSuperset(of: ["place", "track"]), "\(kinds)")
    // What is left is what the next player shows.
    let player = try Player(in: home, [])
    let current = try #require(saved.place.current)
    let title = try #require(saved.queue.items[current].path.lastComponent.text.first)
    try player.sees("Song \(title) paused") { $0.screen.rows.contains { $0.hasPrefix(" ‖ Song \(title)") } }
    try player.quit()
  }

  /// One that comes to its end by `q`.
  private func firstLife(in home: Home) throws -> SavedSession {
    let player = try Player(in: home, (1...5).map { home.path + "/Music/\($0).flac" })
    try player.plays("Song 1")
    try player.quit()
    guard let saved = try SessionStore.session(of: home) else { throw RunError("nothing was saved") }
    return saved
  }

  /// What was done to a player.
  struct Life {
    var named: FilePath?
    var keys = ""
    var lasted = Duration.zero
    /// What the screen said was heard when it was killed.
    var elapsed: Int?
  }

  /// Keys in any order, in a tenth of a second, some of them before there is a screen.
  private func shortLife(in home: Home, _ random: inout SplitMix64) throws -> Life {
    var life = Life()
    if Int.random(in: 0..<4, using: &random) == 0 {
      life.named = FilePath(home.path + "/Music/\(Int.random(in: 1...Self.songs, using: &random)).flac")
    }
    let player = try Player(in: home, life.named.map { [$0.text] } ?? [])
    let began = ContinuousClock.now
    let end = began + .milliseconds(Int.random(in: 0..<220, using: &random))
    while ContinuousClock.now < end {
      let key = [" ", " ", "n", "n", "b", ".", ",", "r", "s"].randomElement(using: &random)!
      try player.type(key)
      life.keys += key
      let pause = Duration.milliseconds(Int.random(in: 1..<40, using: &random))
      _ = player.terminal.wait(atMost: min(pause, end - .now)) { _ in false }
    }
    player.signal(SIGKILL)
    _ = player.terminal.exitStatus(within: Player.limit)
    life.lasted = ContinuousClock.now - began
    return life
  }

  /// Plays, and nothing else, for longer than anything may go unsaved.
  private func longLife(in home: Home, _ random: inout SplitMix64) throws -> Life {
    let player = try Player(in: home, [])
    let began = ContinuousClock.now
    try player.sees("something paused") { $0.screen.rows.contains { $0.hasPrefix(" ‖ Song") } }
    let start = player.elapsed ?? 0
    var life = Life(keys: " ")
    try player.type(" ")
    let seconds = Int.random(in: 6...8, using: &random)
    try player.sees("\(seconds) seconds heard") { ($0.elapsed ?? 0) >= start + seconds }
    life.elapsed = player.elapsed
    player.signal(SIGKILL)
    _ = player.terminal.exitStatus(within: Player.limit)
    life.lasted = ContinuousClock.now - began
    return life
  }
}

extension PowerLossTests.Life {
  /// What of `new`, which was found after this life, cannot have come from `old`, which it began with; nil: nothing.
  func fault(from old: SavedSession, to new: SavedSession) -> String? {
    let (before, after) = (old.queue.items.map(\.path), new.queue.items.map(\.path))
    var withNamed = before
    if let named, !before.contains(named) { withNamed.insert(named, at: (old.place.current ?? -1) + 1) }
    // The file that is named takes its place when the session has been read: nothing is saved before.
    guard after == before || after == withNamed else { return "another queue: \(after.map(\.text))" }
    func typed(_ keys: Set<Character>) -> Bool { self.keys.contains { keys.contains($0) } }
    if !typed(["s"]), after == before, new.queue.order != old.queue.order { return "another order" }
    if !typed(["r"]), new.place.repeatMode != old.place.repeatMode { return "another repeat mode" }
    let path = new.place.current.map { after[$0] }
    let isSameTrack = path == old.place.current.map { before[$0] }
    if !isSameTrack, path != named, !typed(["n", "b", "."]) { return "another track" }
    let time = new.place.rate.duration(of: new.place.frame)
    if isSameTrack, named == nil, !typed(["n", "b", ".", ","]) {
      let earliest = old.place.rate.duration(of: old.place.frame)
      // Frames of a track that restarted by no key, or that were not heard yet, would be a jump.
      guard (earliest...earliest + lasted).contains(time) else { return "a jump from \(earliest) to \(time)" }
    }
    if let elapsed, time < .seconds(elapsed - 5) { return "\(time) is saved, and \(elapsed) s were heard" }
    return nil
  }
}
