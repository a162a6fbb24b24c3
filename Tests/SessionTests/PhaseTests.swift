import AudioDevices
import PlayerCore
import Testing

/// R33: a loss in every phase of the engine's life. A story is told up to any turn of any thread, or up to any time,
/// and there the headphones come out; in the end every frame was heard once, and none of them in the room.
@MainActor
@Suite struct PhaseTests {
  /// Which thread runs when several could.
  enum Order: CaseIterable, Sendable {
    case mainFirst, outputFirst, mixed

    @MainActor func apply(to world: World, seed: UInt64) {
      switch self {
      case .mainFirst: world.choose = { $0[0] }
      case .outputFirst: world.choose = { $0[$0.count - 1] }
      case .mixed:
        var random = SplitMix64(seed: seed)
        world.choose = { $0.randomElement(using: &random)! }
      }
    }
  }

  /// Where a story is interrupted.
  enum Moment {
    case turn(Int)
    case time(Int)
  }

  /// A machine with headphones in it, and a player that was started on it this very moment.
  private func machine(_ tracks: [CodedTrack], _ order: Order, seed: Int) -> (World, SimulatedHardware) {
    var made: SimulatedHardware?
    let world = World(tracks) { clock in
      let hardware = SimulatedHardware(clock: clock)
      hardware.apply(.headphones)
      _ = hardware.process()
      made = hardware
      return hardware
    }
    order.apply(to: world, seed: UInt64(seed))
    return (world, made!)
  }

  private func run(_ world: World, to moment: Moment) {
    switch moment {
    case .turn(let count): world.run(turns: count)
    case .time(let milliseconds): world.run(.milliseconds(milliseconds))
    }
  }

  /// The headphones come out now, and three seconds later they are back.
  private func unplugAndPlug(_ world: World, _ hardware: SimulatedHardware, _ moment: Moment) {
    let lost = world.now
    hardware.apply(.headphones)
    world.run(.seconds(3))
    #expect(world.leaks(since: lost).isEmpty, "\(moment)")
    #expect(world.heard.allSatisfy { $0.at < lost }, "\(moment)")
    hardware.apply(.headphones)
  }

  private func moments(turns: Int, milliseconds: Int, step: Int) -> [Moment] {
    (0..<turns).map(Moment.turn) + stride(from: 0, to: milliseconds, by: step).map(Moment.time)
  }

  @Test(arguments: Order.allCases)
  func `R33: from the start over a gapless join to the end, at any turn and any time`(order: Order) {
    let tracks = [CodedTrack(1, frames: 700), CodedTrack(2, frames: 500)]
    let (whole, _) = machine(tracks, order, seed: 0)
    #expect(whole.run { whole.state.wish.goal == .stop })
    #expect(whole.turns > 20)
    for (index, moment) in moments(turns: whole.turns, milliseconds: 1250, step: 11).enumerated() {
      let (world, hardware) = machine(tracks, order, seed: index)
      run(world, to: moment)
      unplugAndPlug(world, hardware, moment)
      #expect(world.run { world.state.wish.goal == .stop }, "\(moment)")
      #expect(World.breaks(in: world.heard) == [], "\(moment)")
      #expect(world.sounds.first!.frame <= 1 && world.sounds.first!.track == 1, "\(moment)")
      // What is left for a resume may be a single frame: the silent one that a fade-in begins with.
      #expect(world.sounds.last!.frame >= 498 && world.sounds.last!.track == 2, "\(moment)")
    }
  }

  @Test(arguments: Order.allCases) func `R33: while a seek is under way`(order: Order) {
    for (index, moment) in moments(turns: 25, milliseconds: 60, step: 1).enumerated() {
      let (world, hardware) = machine([CodedTrack(1, frames: 9000)], order, seed: index)
      world.run(.milliseconds(2500))
      world.command(.changePlaybackPosition(.seconds(5)))
      let mark = world.mark
      run(world, to: moment)
      unplugAndPlug(world, hardware, moment)
      world.run(.seconds(2))
      // What played before fades out for a moment.
      let after = world.heard[mark...].drop { $0.sound.map { $0.frame < 5000 } ?? true }
      #expect(World.breaks(in: after) == [], "\(moment)")
      // A loss at the very start of a fade-in leaves its silent frame heard.
      #expect(after.lazy.compactMap(\.sound).first.map { (5001...5002).contains($0.frame) } == true, "\(moment)")
      #expect(world.heard.last!.at >= world.now + .milliseconds(-2), "\(moment)")
    }
  }

  @Test(arguments: Order.allCases) func `R33: while a resume fades in`(order: Order) {
    for (index, moment) in moments(turns: 30, milliseconds: 350, step: 7).enumerated() {
      let (world, hardware) = machine([CodedTrack(1, frames: 30_000)], order, seed: index)
      world.run(.milliseconds(2500))
      unplugAndPlug(world, hardware, moment)
      world.run(.milliseconds(500))
      run(world, to: moment)
      unplugAndPlug(world, hardware, moment)
      world.run(.seconds(2))
      #expect(World.breaks(in: world.heard) == [], "\(moment)")
      #expect(world.heard.last!.at >= world.now + .milliseconds(-2), "\(moment)")
    }
  }

  @Test(arguments: Order.allCases) func `R33: while a pause fades out, and then nothing resumes by itself`(order: Order)
  {
    for (index, moment) in moments(turns: 10, milliseconds: 40, step: 1).enumerated() {
      let (world, hardware) = machine([CodedTrack(1, frames: 30_000)], order, seed: index)
      world.run(.milliseconds(2500))
      world.command(.pause)
      run(world, to: moment)
      unplugAndPlug(world, hardware, moment)
      let mark = world.mark
      world.run(.seconds(2))
      #expect(world.mark == mark, "\(moment)")
      world.command(.play)
      world.run(.seconds(1))
      #expect(World.breaks(in: world.heard) == [], "\(moment)")
      #expect(world.heard.last!.at >= world.now + .milliseconds(-2), "\(moment)")
    }
  }

  @Test(arguments: [Hold.interruption, .sleep])
  func `R33: unplugged under a hold, the return after its end resumes, and nothing sounds before`(hold: Hold) {
    let (world, hardware) = machine([CodedTrack(1, frames: 30_000)], .mainFirst, seed: 0)
    world.run(.milliseconds(2500))
    world.send(.holdBegan(hold))
    world.run(.seconds(1))
    let mark = world.mark
    hardware.apply(.headphones)
    world.run(.seconds(2))
    world.send(.holdEnded(hold, shouldResume: true))
    world.run(.seconds(2))
    #expect(world.mark == mark)
    hardware.apply(.headphones)
    world.run(.seconds(2))
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
  }

  @Test func `R33: a device that opens late, after the loss, is not written to`() {
    let (world, hardware) = machine([CodedTrack(1, frames: 30_000)], .mainFirst, seed: 0)
    world.stuck = [.output]
    world.run(.seconds(1))
    hardware.apply(.headphones)
    world.run(.milliseconds(100))
    world.stuck = []
    world.run(.seconds(2))
    #expect(world.heard.isEmpty)
  }
}
