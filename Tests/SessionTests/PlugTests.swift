import AudioDevices
import PlayerCore
import Testing

/// From what a card's controls reported to the frames that were heard: plugs that come, bounce, and do not matter.
@MainActor
@Suite struct PlugTests {
  /// Frames may be heard at the old gain for as long as the engine leaves them in the device, and over the ramp.
  private let caution = Duration.milliseconds(16)

  @Test(arguments: [20, 60, 90])
  func `R6: at the first edge the level is the lower one, and is raised only when the contact is stable`(level: Int) {
    let played = PlayedRecording("plug-unplug", volume: VolumeBook(["headphones:Intel": level]))
    let world = played.world
    played.run(untilEdge: 0, plus: .seconds(2))
    let edge = played.replay.edge(0)
    let before = Double(Level(percent: 70).gain.linear)
    let own = Double(Level(percent: level).gain.linear)
    let unsettled = world.sounds(from: edge + caution, for: .milliseconds(500) - caution)
    #expect(unsettled.count >= 460)
    #expect(unsettled.allSatisfy { abs($0.gain - min(before, own)) < 1e-6 })
    #expect(isGain(world.gain, of: level))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.announced.map(\.reason) == [.newDeviceAvailable])
  }

  @Test func `R6: a line out beside which headphones are plugged plays on, there`() {
    let played = PlayedRecording("line-out")
    let world = played.world
    played.run(untilEdge: 2, plus: .seconds(1))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
    #expect(world.way(at: world.now).port == .headphones)
    #expect(isGain(world.gain, of: 60))
    #expect(world.announced.count == 1, "R7: the line out that went and came was not in use")
  }

  @Test(arguments: ["unplug-plug", "bounce-out", "bounce-in", "headset", "line-out"])
  func `R7: another card's jacks change not a sample`(name: String) {
    let other = CardFacts(index: CardIndex(1), stableID: "Other", name: "Other")
    let own = CardFacts(
      index: CardIndex(0), stableID: "Intel", name: "HDA Intel",
      jacks: [JackFacts(name: "Headphone Jack", plugged: true)])
    let played = PlayedRecording(name, card: other, others: [own])
    played.run(untilEdge: JackRecording(name).edges.count - 1, plus: .seconds(3))
    let heard = played.world.heard
    #expect(World.breaks(in: heard) == [])
    #expect(heard.dropFirst(10).allSatisfy { isGain($0.sound?.gain ?? 0, of: 60) })
    #expect(heard.last!.at >= played.world.now + .milliseconds(-2))
  }

  @Test func `R9: contact that comes back and holds goes on with the next frame, and only the bounces are told`() {
    let played = PlayedRecording("bounce-back")
    let world = played.world
    let edges = JackRecording("bounce-back").edges.count
    played.run(untilEdge: edges - 1, plus: .seconds(2))
    let (first, last) = (played.replay.edge(0), played.replay.edge(edges - 1))
    #expect(world.sounds(from: first, for: last - first + .milliseconds(60)).isEmpty)
    #expect(world.sounds(from: last + .milliseconds(60), for: .milliseconds(100)).count >= 90)
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.leaks(since: first).isEmpty)
    #expect(world.announced.isEmpty)
    #expect(world.effects.contains(.noteBounces(3)))
  }

  @Test func `R9: contact that bounces and goes is one loss, told 400 ms after the last edge`() {
    let played = PlayedRecording("bounce-out")
    let world = played.world
    let edges = JackRecording("bounce-out").edges.count
    played.run(untilEdge: edges - 1, plus: .milliseconds(399))
    #expect(world.announced.isEmpty && world.state.status == .playing)
    played.run(untilEdge: edges - 1, plus: .milliseconds(400))
    #expect(world.announced.map(\.reason) == [.oldDeviceUnavailable])
    #expect(world.announced.map(\.bounces) == [3])
    #expect(world.heard.last!.at < played.replay.edge(0))
  }

  @Test func `R9: a plug that bounces on its way in is one gain, and loses no frame`() {
    let played = PlayedRecording("bounce-in")
    let world = played.world
    let edges = JackRecording("bounce-in").edges.count
    played.run(untilEdge: edges - 1, plus: .milliseconds(499))
    #expect(world.announced.isEmpty)
    played.run(untilEdge: edges - 1, plus: .seconds(1))
    #expect(world.announced.map(\.reason) == [.newDeviceAvailable])
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.dropFirst(10).allSatisfy { $0.sound != nil })
  }

  @Test(arguments: 0..<20)
  func `R9: however the simulated contact chatters, no frame is lost nor heard in the room`(seed: UInt64) {
    let played = PlayedSimulation(seed: seed)
    let world = played.world
    let start = world.now
    played.apply(.chatter)
    world.run(.seconds(2))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.leaks(since: start).isEmpty)
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
    #expect(world.announced.isEmpty)
  }

  @Test func `R10: headphones that are there at the start are the state, not an event`() {
    let played = PlayedRecording("unplug-plug")
    #expect(played.world.announced.isEmpty)
    #expect(played.world.heard.first!.at <= played.world.now + .milliseconds(-2990))
    #expect(isGain(played.world.gain, of: 60))
  }

  @Test func `R10: right after the start a loss silences at once, and is confirmed after 400 ms`() {
    let played = PlayedRecording("unplug-plug", quietTime: .milliseconds(200))
    let world = played.world
    played.run(untilEdge: 0, plus: .milliseconds(399))
    #expect(world.heard.last!.at < played.replay.edge(0))
    #expect(world.announced.isEmpty)
    played.run(untilEdge: 0, plus: .milliseconds(401))
    #expect(world.announced.map(\.reason) == [.oldDeviceUnavailable])
    played.run(untilEdge: 1, plus: .seconds(2))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.leaks(since: played.replay.edge(0)).isEmpty)
  }

  @Test func `R10: right after the start a gain raises nothing before two seconds have passed`() {
    let played = PlayedRecording(
      "plug-unplug", volume: VolumeBook(["headphones:Intel": 100]), quietTime: .milliseconds(200))
    let world = played.world
    played.run(untilEdge: 0, plus: .milliseconds(1200))
    #expect(world.announced.isEmpty && isGain(world.gain, of: 70))
    played.run(untilEdge: 0, plus: .milliseconds(1500))
    #expect(world.announced.count == 1 && isGain(world.gain, of: 100))
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test func `R31: every change is told once and in order, and what is shown is what is heard`() {
    let played = PlayedRecording("line-out")
    let world = played.world
    world.check = { _, _ in
      let snapshot = world.state.snapshot
      #expect(snapshot.route == world.state.routes.settled)
      if snapshot.playhead.advances { #expect(snapshot.status == .playing) }
    }
    played.run(untilEdge: 4, plus: .seconds(2))
    let chain = world.announced
    #expect(chain.map(\.current.port) == [.headphones, .lineOut, .builtInSpeaker])
    for (one, next) in zip(chain, chain.dropFirst()) { #expect(one.current == next.previous) }
    #expect(world.state.status == .paused)
    #expect(world.state.snapshot.lostRoute?.port == .headphones)
  }

  @Test func `R34: a headset's microphone that goes first is no loss`() {
    let played = PlayedRecording("headset")
    let world = played.world
    played.run(untilEdge: 1)
    let (mic, plug) = (played.replay.edge(0), played.replay.edge(1))
    #expect(world.sounds(from: mic, for: plug - mic).count >= 4)
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test func `R34: of two plugged private jacks one that leaves and comes back changes not a sample`() {
    let front = JackFacts(name: "Front Headphone Jack", plugged: true)
    let played = PlayedRecording("unplug-plug", steady: [front])
    let world = played.world
    played.run(untilEdge: 1, plus: .seconds(2))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.dropFirst(10).allSatisfy { isGain($0.sound?.gain ?? 0, of: 60) })
    #expect(world.announced.map(\.reason) == [.routeConfigurationChange, .routeConfigurationChange])
  }

  @Test func `R34: where the output belongs to no card, any card's headphones are a loss`() {
    let other = CardFacts(index: CardIndex(1), stableID: "Other", name: "Other")
    let own = CardFacts(index: CardIndex(0), stableID: "Intel", name: "HDA Intel")
    let played = PlayedRecording("unplug-plug", card: other, others: [own], output: .unnamed)
    let world = played.world
    played.run(untilEdge: 0, plus: .seconds(2))
    #expect(world.heard.last!.at < played.replay.edge(0))
    played.run(untilEdge: 1, plus: .seconds(2))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
  }
}
