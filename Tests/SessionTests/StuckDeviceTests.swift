import AudioEngine
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

/// R18, R28: a device of which one call does not return, with the engine's real threads. The player answers, says so,
/// can be left, and goes on once the call returns.
@MainActor
@Suite(.serialized) struct StuckDeviceTests {
  /// A call of the device's, and what brings the engine to make it.
  struct Block: Sendable, CustomTestStringConvertible {
    var call: FakeOutput.Moment
    /// Whether it is made as soon as music starts.
    var isAtStart = false
    var command: Command?
    var testDescription: String { "\(call)" }
  }

  nonisolated static let blocks = [
    Block(call: .opening, isAtStart: true), Block(call: .preparing, isAtStart: true),
    Block(call: .starting, isAtStart: true), Block(call: .writing), Block(call: .measuring),
    Block(call: .rewinding, command: .pause), Block(call: .dropping, command: .pause),
    Block(call: .closing, command: .stop),
  ]

  /// A player that has come to stand still in the call.
  private func stuck(in block: Block) -> LivePlayer {
    let player = LivePlayer()
    if block.isAtStart {
      player.block(block.call)
    } else {
      #expect(player.run { player.state.phase == .playing && player.output.isRunning })
      player.block(block.call)
      if let command = block.command { player.command(command) }
    }
    #expect(player.run { player.gate.hasVisitor(within: .zero) })
    return player
  }

  @Test(arguments: blocks) func `a call that does not return is answered for, shown, and got over`(block: Block) {
    let player = stuck(in: block)
    #expect(player.run { player.state.snapshot.holds.contains(.stuck) })
    let commands: [Command] = [
      .pause, .play, .nextTrack, .changeLevel(5), .toggleMute, .previousTrack, .skip(.seconds(1)), .toggleMute, .play,
    ]
    for command in commands { player.command(command) }
    #expect(player.answers.suffix(commands.count) == Array(repeating: .success, count: commands.count))
    #expect(player.state.snapshot.wish.goal == .play && player.state.snapshot.status == .paused)
    #expect(player.longest < .milliseconds(100))

    player.gate.open()
    #expect(player.run { player.state.holds.isEmpty && player.state.phase == .playing && player.output.isRunning })
    #expect(player.longest < .milliseconds(100))
    player.engine.shutDown()
    #expect(!player.output.isOpen && player.output.violations == [])
  }

  @Test(arguments: blocks) func `the program can be left within a second, and nothing is written after that`(
    block: Block
  ) {
    let player = stuck(in: block)
    let start = MonotonicTime.now
    player.engine.shutDown()
    #expect(MonotonicTime.now - start < .seconds(1))
    let writes = player.output.writes
    player.gate.open()
    player.engine.shutDown()
    #expect(player.output.writes <= writes + (block.call == .writing ? 1 : 0))
    #expect(!player.output.isOpen)
  }

  @Test func `paused while it was stuck, it stays silent when it is not any more`() {
    let player = stuck(in: Block(call: .writing))
    #expect(player.run { player.state.holds.contains(.stuck) })
    player.command(.pause)
    let writes = player.output.writes
    player.gate.open()
    #expect(player.run { player.state.holds.isEmpty && player.state.phase == .silent })
    #expect(!player.output.isRunning && player.output.writes <= writes + 1)
    #expect(player.state.snapshot.wish == Wish(.pause, because: .user))
    player.engine.shutDown()
  }

  @Test(arguments: [true, false])
  func `a disk that does not answer: commands are answered, it is shown, and the music goes on`(isAtStart: Bool) {
    let player = LivePlayer()
    if isAtStart {
      player.disk.shut()
    } else {
      #expect(player.run { player.state.phase == .playing && player.output.isRunning })
      player.disk.shut()
    }
    #expect(player.run { player.state.snapshot.isBuffering })
    #expect(player.state.snapshot.status == .playing && !player.output.isRunning)
    let commands: [Command] = [.nextTrack, .previousTrack, .pause, .changeLevel(5), .play]
    for command in commands { player.command(command) }
    #expect(player.answers == Array(repeating: .success, count: commands.count))
    player.disk.open()
    #expect(player.run { player.output.isRunning && !player.state.snapshot.isBuffering })
    #expect(player.longest < .milliseconds(100))
    player.disk.shut()
    #expect(player.run { player.disk.hasVisitor(within: .zero) })
    let start = MonotonicTime.now
    player.engine.shutDown()
    #expect(MonotonicTime.now - start < .seconds(1))
    player.disk.open()
    player.engine.shutDown()
  }
}
