import AudioDevices
import PlayerCore
import Testing

/// From what a card's controls reported to the frames that were heard: losing a route, and its return.
@MainActor
@Suite struct LossTests {
  /// Recordings whose edge of this number takes the route in use away.
  nonisolated static let losses = [("unplug-plug", 0), ("bounce-out", 0), ("headset", 1)]

  @Test(arguments: losses)
  func `R1: not a frame is heard after the first edge, and the place is the last frame heard`(name: String, edge: Int) {
    let played = PlayedRecording(name)
    let world = played.world
    played.run(untilEdge: edge, plus: .seconds(2))
    let lost = played.replay.edge(edge)
    #expect(world.heard.last!.at < lost && world.heard.last!.at >= lost + .milliseconds(-2))
    #expect(world.leaks(since: lost).isEmpty)
    #expect(world.device.queuedAtDrop == 0, "all is taken back before the drop")
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.sounds.first!.frame <= 1)
    #expect(world.state.wish == Wish(.pause, because: .routeLost))
    #expect(world.state.snapshot.playhead.frame.value == Int64(world.sounds.last!.frame + 1))
  }

  @Test func `R1: a line out that is lost silences and pauses, too`() {
    let played = PlayedRecording("line-out")
    let world = played.world
    played.run(untilEdge: 3, plus: .seconds(1))
    #expect(world.state.wish == Wish(.pause, because: .routeLost), "the headphones were unplugged before")
    world.command(.play)
    played.run(untilEdge: 4)
    #expect(world.way(at: world.heard.last!.at).port == .lineOut)
    played.run(untilEdge: 4, plus: .seconds(2))
    #expect(world.heard.last!.at < played.replay.edge(4))
    #expect(world.state.wish == Wish(.pause, because: .routeLost))
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test(arguments: [SimulatedChange.headphones, .headset, .usbHeadset, .bluetoothHeadset])
  func `R1, R3: whatever is pulled and plugged again, the music is whole`(change: SimulatedChange) {
    let played = PlayedSimulation(plugged: [change])
    let world = played.world
    let lost = world.now
    played.apply(change)
    world.run(.seconds(3))
    #expect(world.heard.last!.at < lost)
    #expect(world.state.wish == Wish(.pause, because: .routeLost))
    played.apply(change)
    world.run(.seconds(2))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
    #expect(world.leaks(since: lost).isEmpty)
  }

  @Test func `R2: lost while paused, nothing is heard then nor when it returns`() {
    let played = PlayedRecording("unplug-plug")
    let world = played.world
    world.command(.pause)
    played.run(untilEdge: 0)
    let before = world.mark
    played.run(untilEdge: 1, plus: .seconds(3))
    #expect(world.mark == before)
    #expect(world.announced.map(\.current.port) == [.builtInSpeaker, .headphones])
    #expect(world.state.wish == Wish(.pause, because: .user))
  }

  @Test(arguments: ["unplug-plug", "headset"])
  func `R3: after the return the very next frame follows, fading in over 300 ms`(name: String) throws {
    let played = PlayedRecording(name)
    let world = played.world
    let (loss, gain) = name == "headset" ? (1, 2) : (0, 1)
    played.run(untilEdge: loss, plus: .seconds(1))
    let last = world.sounds.last!.frame
    let mark = world.mark
    played.run(untilEdge: gain, plus: .seconds(3))
    let back = world.heard[mark...]
    let first = try #require(back.first { $0.sound != nil })
    let start = back.first!.at
    #expect(first.sound!.frame == last + 2, "the fade's first frame, \(last + 1), is silent")
    #expect(first.at == start + .milliseconds(1))
    #expect(start >= played.replay.edge(gain) + .milliseconds(500))
    #expect(start <= played.replay.edge(gain) + .milliseconds(600))
    let full = Double(Level(percent: 60).gain.linear)
    for heard in back.prefix(400) {
      let part = min(Double((heard.at - start).wholeNanoseconds) / 300e6, 1)
      #expect(abs((heard.sound?.gain ?? 0) - full * part) < 0.01)
    }
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test func `R3: after the resume window nothing starts`() {
    var settings = SessionSettings()
    settings.resumeWindow = .seconds(3)
    let played = PlayedRecording("unplug-plug", settings: settings)
    played.run(untilEdge: 1, plus: .seconds(5))
    #expect(played.world.heard.last!.at < played.replay.edge(0))
  }

  @Test(arguments: [Command.pause, .nextTrack, .changePlaybackPosition(.seconds(30))])
  func `R4: a transport command between loss and return cancels the resume`(command: Command) {
    let played = PlayedRecording("unplug-plug", tracks: [CodedTrack(1, frames: 60_000), CodedTrack(2, frames: 9000)])
    played.run(untilEdge: 0, plus: .seconds(1))
    played.world.command(command)
    played.run(untilEdge: 1, plus: .seconds(5))
    #expect(played.world.heard.last!.at < played.replay.edge(0))
  }

  @Test func `R4: played on the speaker meanwhile, the sound moves to the headphones without a gap`() {
    let played = PlayedRecording("unplug-plug")
    let world = played.world
    played.run(untilEdge: 0, plus: .seconds(1))
    world.command(.play)
    played.run(untilEdge: 1)
    #expect(isGain(world.gain, of: 70))
    played.run(untilEdge: 1, plus: .seconds(3))
    #expect(isGain(world.gain, of: 60))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.way(at: world.heard.last!.at).port == .headphones)
  }

  @Test func `R5: a plug-in starts nothing that it did not stop`() {
    let launched = PlayedRecording("plug-unplug", plays: false)
    launched.run(untilEdge: 0, plus: .seconds(2))
    #expect(launched.world.heard.isEmpty)

    let paused = PlayedRecording("plug-unplug")
    paused.world.command(.pause)
    paused.run(untilEdge: 0)
    let mark = paused.world.mark
    paused.run(untilEdge: 0, plus: .seconds(2))
    #expect(paused.world.mark == mark)

    let stopped = PlayedRecording("plug-unplug")
    stopped.world.command(.stop)
    stopped.run(untilEdge: 0, plus: .seconds(2))
    #expect(stopped.world.heard.last!.at < stopped.replay.edge(0))
  }

  @Test(arguments: OnUnplug.allCases) func `R12: on-unplug says what a loss does`(choice: OnUnplug) {
    var settings = SessionSettings()
    settings.onUnplug = choice
    let played = PlayedRecording("unplug-plug", settings: settings)
    let world = played.world
    played.run(untilEdge: 0, plus: .seconds(3))
    let lost = played.replay.edge(0)
    #expect(world.sounds(from: lost, for: .milliseconds(400)).isEmpty, "silence comes first in any case")
    switch choice {
    case .pause, .stop:
      #expect(world.heard.last!.at < lost)
      #expect(world.state.wish == Wish(choice == .pause ? .pause : .stop, because: .routeLost))
    case .continue:
      #expect(world.way(at: world.heard.last!.at).port == .builtInSpeaker)
      #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
      #expect(isGain(world.gain, of: 70))
      #expect(World.breaks(in: world.heard) == [])
    }
  }

  @Test func `R12: with on-plug nothing the return starts nothing`() {
    var settings = SessionSettings()
    settings.onPlug = .nothing
    let played = PlayedRecording("unplug-plug", settings: settings)
    played.run(untilEdge: 1, plus: .seconds(5))
    #expect(played.world.heard.last!.at < played.replay.edge(0))
  }
}
