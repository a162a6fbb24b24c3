import AudioDevices
import PlayerCore

/// A player that has played for three seconds (the quiet time after the start is over, R10) on hardware that is
/// about to do what was recorded.
@MainActor
struct PlayedRecording {
  let world: World
  let replay: JackReplay

  init(
    _ name: String, settings: SessionSettings = SessionSettings(), volume: VolumeBook = VolumeBook(),
    tracks: [CodedTrack] = [CodedTrack(1, frames: 60_000)], card: CardFacts? = nil, steady: [JackFacts] = [],
    others: [CardFacts] = [], output: OutputFacts? = nil, plays: Bool = true, quietTime: Duration = .seconds(3)
  ) {
    var made: JackReplay?
    world = World(tracks, settings: settings, volume: volume, plays: plays) { clock in
      let replay = JackReplay(
        JackRecording(name), clock: clock, card: card, steady: steady, others: others, output: output)
      made = replay
      return replay
    }
    replay = made!
    world.run(quietTime)
    replay.start()
  }

  /// Runs until so long after an edge.
  func run(untilEdge number: Int, plus duration: Duration = .zero) {
    world.run(until: replay.edge(number) + duration)
  }
}

/// A player that has played for three seconds on the simulated hardware.
@MainActor
struct PlayedSimulation {
  let world: World
  let hardware: SimulatedHardware

  init(
    plugged: [SimulatedChange] = [.headphones], settings: SessionSettings = SessionSettings(),
    volume: VolumeBook = VolumeBook(), tracks: [CodedTrack] = [CodedTrack(1, frames: 60_000)],
    device: SimulatedDevice = SimulatedDevice(), seed: UInt64 = 1
  ) {
    var made: SimulatedHardware?
    world = World(tracks, settings: settings, volume: volume, device: device) { clock in
      let hardware = SimulatedHardware(clock: clock, seed: seed)
      plugged.forEach(hardware.apply)
      _ = hardware.process()
      made = hardware
      return hardware
    }
    hardware = made!
    world.run(.seconds(3))
  }

  /// Does this to the hardware, and lets all that follows at once happen.
  func apply(_ change: SimulatedChange) {
    hardware.apply(change)
    world.run(.zero)
  }
}

extension VolumeBook {
  /// A book with these levels, by the routes' ids.
  init(_ levels: [String: Int]) {
    self.init(
      levels: Dictionary(uniqueKeysWithValues: levels.map { (RouteID($0.key), Level(percent: $0.value)) }))
  }
}
