import Glibc
import LinuxSystem
import PlayerCore
import Testing

@testable import ControlSocket

/// R31: watchers are told of every change once, in order, can leave at any time, and hold nobody up.
@Suite struct WatchTests {
  private let watch = Array(#"{"request":"watch"}"#.utf8) + [0x0A]

  private func states(_ peer: Peer) throws -> [(StateLine, [QueueChange])] {
    try peer.messages().compactMap { message in
      guard case .state(let line, let changes) = message.content else { return nil }
      return (line, changes)
    }
  }

  private func set(_ mode: RepeatMode, _ player: TestPlayer) {
    _ = reduce(&player.state, .commandReceived(.changeRepeatMode(mode), from: .mpris), at: .now)
  }

  @Test func `R31: the state comes at once, and then every change`() throws {
    let player = TestPlayer()
    player.launch(3)
    let peer = try player.connect()
    peer.write(watch)
    player.turn()
    let first = try states(peer)
    #expect(first.map(\.0) == [StateLine(player.state.snapshot)])
    #expect(first.map(\.1) == [[QueueChange(from: 0, removed: 0, count: 3)]])
    player.turn()
    #expect(peer.lines() == [])
    for mode in [RepeatMode.all, .one, .off, .all] {
      set(mode, player)
      player.turn()
    }
    let later = try states(peer)
    #expect(later.map(\.0.snapshot.repeatMode) == [.all, .one, .off, .all])
    #expect(later.allSatisfy { $0.1.isEmpty })
  }

  @Test func `who begins in the turn of a change is told the state after it`() throws {
    let player = TestPlayer()
    let old = try player.connect()
    old.write(watch)
    player.turn()
    _ = old.lines()
    let new = try player.connect()
    new.write(watch + ControlRequest.command(.changeRepeatMode(.all), from: .commandLine).line() + [0x0A])
    player.turn()
    #expect(try states(old).map(\.0.snapshot.repeatMode) == [.all])
    #expect(try states(new).map(\.0.snapshot.repeatMode) == [.all])
  }

  @Test func `changes of the queue name their range`() throws {
    let player = TestPlayer()
    player.launch(5)
    let peer = try player.connect()
    peer.write(watch)
    player.turn()
    _ = peer.lines()
    let item = QueueItem(path: FilePath("/new.flac"))
    _ = reduce(&player.state, .commandReceived(.insert([item], at: .index(2)), from: .mpris), at: .now)
    player.turn()
    let facts = TrackFacts(title: "t")
    _ = reduce(&player.state, .trackRead(player.state.snapshot.queue[4].id, facts), at: .now)
    player.turn()
    #expect(
      try states(peer).map(\.1) == [
        [QueueChange(from: 2, removed: 0, count: 1)], [QueueChange(from: 4, removed: 1, count: 1)],
      ])
  }

  @Test func `R31: a watcher that never reads is hung up on, and the others hear everything`() throws {
    let player = TestPlayer()
    let deaf = try player.connect()
    let listening = try player.connect()
    deaf.write(watch)
    listening.write(watch)
    player.turn()
    var heard = try states(listening).count
    var told = 1
    while player.server.connectionCount == 2, told < 100_000 {
      set(told % 2 == 0 ? .all : .one, player)
      player.turn()
      told += 1
      heard += try states(listening).count
    }
    #expect(player.server.connectionCount == 1)
    #expect(heard == told)
    // It had more than a mebibyte before that.
    let line = ControlMessage(.state(StateLine(player.state.snapshot), [])).line
    #expect(told * line.count > Wire.longestBacklog)
  }

  @Test func `a watcher that has finished writing stays, until it leaves`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    peer.write(watch)
    peer.finishWriting()
    try player.turnUntilIdle()
    set(.all, player)
    try player.turnUntilIdle()
    #expect(try states(peer).count == 2 && player.server.connectionCount == 1)
    peer.leave()
    try player.turnUntilIdle()
    #expect(player.server.connectionCount == 0)
  }

  @Test func `screens are counted`() throws {
    let player = TestPlayer()
    let peers = try (0..<3).map { _ in try player.connect() }
    for peer in peers.dropLast() { peer.write(ControlRequest.watch(isScreen: true).line() + [0x0A]) }
    peers[2].write(watch)
    try player.turnUntilIdle()
    #expect(player.server.screens == 2)
    for peer in peers { peer.leave() }
    try player.turnUntilIdle()
    #expect(player.server.screens == 0)
  }
}
