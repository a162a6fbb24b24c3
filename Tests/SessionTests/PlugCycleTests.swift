import AudioDevices
import PlayerCore
import Testing

@testable import MessageBus

/// A contact that chatters, and plugs that come and go a hundred times, by the frames that were heard.
@MainActor
@Suite struct PlugCycleTests {
  /// From the first edge on, the device plays what the engine leaves in it, and a ramp.
  private let caution = Duration.milliseconds(16)

  // MARK: Chatter

  /// A machine with one jack, headphones being in it, that plays for as long as is needed.
  private func machine() -> (World, ToldHardware) {
    let card = CardFacts(
      index: CardIndex(0), stableID: "Board", name: "Board", jacks: [JackFacts(name: "Headphone Jack", plugged: true)])
    let hardware = ToldHardware(Facts(cards: [card]))
    let world = World((1...15).map { CodedTrack($0, frames: 60_000) }) { _ in hardware }
    world.run(.seconds(3))
    return (world, hardware)
  }

  @Test(arguments: [5, 6, 8, 12, 20, 31, 45, 59, 60, 61, 80, 100, 130, 165, 200])
  func `R9: chatter of any length is no pause for anybody, and no frame is lost`(length: Int) {
    let (world, hardware) = machine()
    var random = SplitMix64(seed: UInt64(length))
    world.check = { _, _ in
      #expect(world.state.snapshot.status == .playing && world.state.wish == Wish(.play, because: .user))
      let told = MPRISState(world.state.snapshot).value(of: "PlaybackStatus", at: world.now)
      #expect(told == .string("Playing"))
    }
    var bursts: [(first: MonotonicTime, last: MonotonicTime)] = []
    for _ in 0..<10 {
      // Out at the burst's start, in at its end, and anything between.
      let inner = Set(
        (0..<2 * Int.random(in: 0...4, using: &random)).map { _ in
          Int.random(in: 1..<length, using: &random)
        })
      let edges = [0] + inner.sorted().dropLast(inner.count % 2) + [length]
      let start = world.now
      for (number, edge) in edges.enumerated() {
        world.run(until: start + .milliseconds(edge))
        hardware.tell { $0.cards[0].jacks[0].plugged = !number.isMultiple(of: 2) }
      }
      bursts.append((start, start + .milliseconds(length)))
      world.run(.milliseconds(Int.random(in: 300...900, using: &random)))
    }
    #expect(world.announced.isEmpty)
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.leaks(since: bursts[0].first).isEmpty)
    for burst in bursts {
      #expect(world.sounds(from: burst.last, for: .milliseconds(60)).isEmpty, "before it has held for 60 ms")
      #expect(world.sounds(from: burst.last + .milliseconds(60), for: .milliseconds(200)).count >= 190)
    }
  }

  // MARK: Cycles

  /// What can be plugged into the simulated hardware, and the route that it is.
  nonisolated private static let plugs: [(change: SimulatedChange, id: String)] = [
    (.headphones, "headphones:Simulated"), (.headset, "headphones:Simulated"), (.usbHeadset, "usb:usb-simulated"),
    (.bluetoothHeadset, "bluetooth:00:00:5E:00:53:01"),
  ]
  nonisolated private static let speaker = "speaker:Simulated"

  @Test(arguments: [(OnUnplug.pause, 1 as UInt64), (.continue, 2)])
  func `R6, R19, R20: 100 plug cycles change no level but the speaker's, and nothing is louder than its route`(
    onUnplug: OnUnplug, seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var settings = SessionSettings()
    settings.onUnplug = onUnplug
    var levels = [Self.speaker: Int.random(in: 20...100, using: &random)]
    for (_, id) in Self.plugs where levels[id] == nil { levels[id] = Int.random(in: 20...100, using: &random) }
    let played = PlayedSimulation(
      plugged: [], settings: settings, volume: VolumeBook(levels),
      tracks: (1...5).map { CodedTrack($0, frames: 60_000) }, seed: seed)
    let world = played.world
    world.command(.changeRepeatMode(.all))
    // What the speaker's level is, and since when.
    var speakerLevels = [(since: world.ways[0].since, level: levels[Self.speaker]!)]
    for cycle in 0..<100 {
      let (change, id) = Self.plugs.randomElement(using: &random)!
      played.apply(change)
      world.run(.milliseconds(Int.random(in: 560...900, using: &random)))
      #expect(world.state.routes.settled.id.text == id)
      if world.state.wish.goal != .play, Bool.random(using: &random) { world.command(.play) }
      world.run(.milliseconds(Int.random(in: 20...200, using: &random)))
      let met = world.state.wish.goal == .play
      played.apply(change)
      world.run(.milliseconds(Int.random(in: 560...900, using: &random)))
      if met { speakerLevels.append((world.announced.isEmpty ? world.now : lossTime(in: world), 70)) }
      if Bool.random(using: &random) { world.command(.play) }
      world.run(.milliseconds(Int.random(in: 20...200, using: &random)))
      levels[Self.speaker] = speakerLevels.last!.level
      let remembered = world.state.volume.levels.map { ($0.key.text, $0.value.percent) }
      #expect(Dictionary(uniqueKeysWithValues: remembered) == levels, "cycle \(cycle): \(change)")
    }
    #expect(world.announced.count == 200)
    expectNothingLouder(in: world, levels, speakerLevels)
  }

  /// When the last loss was confirmed: 400 ms after its edge (R9).
  private func lossTime(in world: World) -> MonotonicTime { world.ways.last!.since + .milliseconds(400) }

  /// Nothing is louder than the level of the route that the sound physically takes, and so neither are the first 10 ms
  /// after a change is told or after a new start. What the engine leaves in the device when a plug comes, and the ramp
  /// after it, is no louder than the louder of both.
  private func expectNothingLouder(
    in world: World, _ levels: [String: Int], _ speakerLevels: [(since: MonotonicTime, level: Int)]
  ) {
    func gain(of route: Route, at time: MonotonicTime) -> Double {
      let level =
        route.id.text == Self.speaker ? speakerLevels.last { $0.since <= time }!.level : levels[route.id.text]!
      return Double(Level(percent: level).gain.linear) + 1e-6
    }
    var (way, loud, heard) = (0, 0, 0)
    for frame in world.heard {
      while way + 1 < world.ways.count, world.ways[way + 1].since <= frame.at { way += 1 }
      guard let sound = frame.sound else { continue }
      heard += 1
      var limit = gain(of: world.ways[way].route, at: frame.at)
      if way > 0, frame.at < world.ways[way].since + caution {
        limit = max(limit, gain(of: world.ways[way - 1].route, at: frame.at))
      }
      if sound.gain > limit { loud += 1 }
    }
    #expect(loud == 0, "frames louder than their route")
    #expect(heard > 20_000)
  }
}
